package dev.tilescope.device;

import dev.tilescope.device.KernelGroup.KernelArguments;
import dev.tilescope.device.internal.Blob;
import dev.tilescope.device.internal.CommandWriter;
import dev.tilescope.device.internal.DispatchCommand;
import dev.tilescope.device.internal.DispatchCommand.LargePart;
import dev.tilescope.device.internal.DispatchCommand.Target;
import dev.tilescope.device.internal.Dispatcher;
import dev.tilescope.device.internal.GoMessage;
import dev.tilescope.device.internal.PackedLargeType;
import dev.tilescope.device.internal.PackedType;
import dev.tilescope.device.internal.PrefetchCommand;
import dev.tilescope.device.internal.PrefetchCommand.RingbufferPart;
import dev.tilescope.device.internal.WaitFlag;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.MetalTrace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Turns the programs of a trace into the commands that TT-Metal would send for them. For each
 * program, in this order:
 *
 * <ol>
 *   <li>SET_WRITE_OFFSET: where in the kernel-config ring its arguments and binaries go;
 *   <li>WAIT, if that place was used by a program that may still run;
 *   <li>WRITE_PACKED with the runtime arguments of each core;
 *   <li>WRITE_PACKED_LARGE with what cores have in common: arguments, semaphores, circular buffers;
 *   <li>the binaries, if the ring no longer holds them: from DRAM into the prefetcher's cache
 *       unless it has them, and from there to the cores. Else a WAIT with a barrier;
 *   <li>WRITE_PACKED with the launch messages, into one of eight slots;
 *   <li>the go signal, when all programs before it have ended.
 * </ol>
 *
 * <p>At the end stands EXEC_BUF_END. Above 300 lines: one method for each of these, and what they
 * share.
 */
final class ProgramEncoder {
  private static final int LAUNCH_SLOTS = 8;
  private static final int LAUNCH_BASE = 96;
  private static final int LOG_BINARY_PAGE = 11;
  private static final int TENSIX_STREAM = 48;
  private static final int ETHERNET_STREAM = 16;
  private static final int HOST_ID_MASK = 0xFFFF;
  private static final int NO_OFFSET = 0;
  private static final int CONFIG_OFFSET = 1;
  private static final int BINARY_OFFSET = 2;
  private static final int TENSIX_CACHE_BYTES = 1 << 20;
  private static final int ETHERNET_CACHE_BYTES = 67 * 1024;
  private static final int TENSIX_COMMAND_BYTES = CommandWriter.MAX_COMMAND_BYTES;
  private static final int ETHERNET_COMMAND_BYTES = 32 * 1024;
  private static final int HEADER_BYTES = 64;

  private final Board board;
  private final WorkerTargets targets;
  private final CommandWriter writer;
  private final Ring config = new Ring(Architecture.KERNEL_CONFIG_RING_BYTES);
  private final Ring cache;
  private final boolean hasSubordinate;
  private final int stream;
  private final int mostCommandBytes;
  private int index;
  private int ended = Ring.NOBODY;

  ProgramEncoder(MeshDevice device) {
    this.board = device.board();
    this.targets = new WorkerTargets(board);
    this.writer = new CommandWriter(targets.format().alignmentBytes());
    boolean ethernet = targets.dispatchesOnEthernet();
    this.cache = new Ring(ethernet ? ETHERNET_CACHE_BYTES : TENSIX_CACHE_BYTES);
    this.hasSubordinate = device.commandQueues().size() == 1 || !ethernet;
    this.stream = ethernet ? ETHERNET_STREAM : TENSIX_STREAM;
    this.mostCommandBytes = ethernet ? ETHERNET_COMMAND_BYTES : TENSIX_COMMAND_BYTES;
  }

  /** Where a program's things go in the ring of each core. */
  private record Places(KernelConfig config, long configAddress, long textAddress) {}

  /** Adds the commands of one program. */
  MetalTrace.Operation append(RecordedProgram program) {
    int from = writer.size();
    KernelConfig layout = KernelConfig.of(program);
    Ring.Placed arguments = config.place(new Object(), layout.bytes(), index);
    Integer resident = config.find(program.key(), index);
    Ring.Placed sent =
        resident == null ? config.place(program.key(), layout.textBytes(), index) : null;
    int textOffset = sent == null ? Objects.requireNonNull(resident) : sent.offset();
    Places places = new Places(layout, ring(arguments.offset()), ring(textOffset));
    setOffsets(program, places);
    stallUntilEnded(arguments.lastUser());
    program.groups().forEach(this::uniqueArguments);
    sharedConfig(program, layout);
    if (sent == null) {
      send(new DispatchCommand.Wait(Set.of(WaitFlag.BARRIER), 0, 0, 0));
    } else {
      stallUntilEnded(sent.lastUser());
      binaries(program);
    }
    launch(program, places);
    go();
    index++;
    return new MetalTrace.Operation(
        program.number(), program.program().name(), from, writer.size() - from);
  }

  /** All commands, with the one that ends them. */
  byte[] end() {
    writer.append(new PrefetchCommand.ExecBufEnd());
    return writer.toBytes();
  }

  private long ring(int offset) {
    return board.architecture().l1MapEndBytes() + offset;
  }

  private void send(DispatchCommand command) {
    writer.append(new PrefetchCommand.RelayInline(command));
  }

  private void setOffsets(RecordedProgram program, Places places) {
    int hostId = (int) (program.number() & HOST_ID_MASK);
    send(
        new DispatchCommand.SetWriteOffset(
            hostId, List.of(0L, places.configAddress(), places.textAddress(), 0L)));
  }

  private void stallUntilEnded(int user) {
    if (user > ended) {
      send(new DispatchCommand.Wait(Set.of(WaitFlag.WAIT_STREAM), stream, 0, workersAfter(user)));
      ended = user;
    }
  }

  /** Every worker of the grid reports after each program, used or not. */
  private long workersAfter(int program) {
    return (long) board.compute().size() * (program + 1);
  }

  private void uniqueArguments(KernelGroup group) {
    int bytes = group.uniqueWords() * Integer.BYTES;
    if (bytes == 0) {
      return;
    }
    List<CoreCoord> cores = group.cores().cores();
    int most = (mostCommandBytes - HEADER_BYTES) / (Integer.BYTES + KernelConfig.aligned(bytes));
    for (int from = 0; from < cores.size(); from += most) {
      int to = Math.min(cores.size(), from + most);
      List<Target> to16 = cores.subList(from, to).stream().map(targets::core).toList();
      List<Blob> blobs = new ArrayList<>(to - from);
      for (int core = from; core < to; core++) {
        blobs.add(Blob.ofWords(group.unique(core)));
      }
      send(
          new DispatchCommand.WritePacked(
              PackedType.RTA, false, false, CONFIG_OFFSET, bytes, 0, to16, blobs));
    }
  }

  private void sharedConfig(RecordedProgram program, KernelConfig layout) {
    if (layout.sharedBytes() == 0) {
      return;
    }
    List<LargePart> parts = new ArrayList<>();
    List<int[]> data = new ArrayList<>();
    for (KernelGroup group : program.groups()) {
      for (CoreRange range : group.cores().ranges()) {
        parts.add(part(range, layout.commonOffset(), layout.sharedBytes()));
        data.add(shared(program, group, range, layout));
        if (parts.size() == DispatchCommand.MAX_LARGE_ENTRIES) {
          sendShared(parts, data);
        }
      }
    }
    sendShared(parts, data);
  }

  private void sendShared(List<LargePart> parts, List<int[]> data) {
    if (!parts.isEmpty()) {
      int[] words = data.stream().flatMapToInt(Arrays::stream).toArray();
      send(
          new DispatchCommand.WritePackedLarge(
              PackedLargeType.CBS_SEMS_CRTAS,
              KernelConfig.ALIGNMENT_BYTES,
              CONFIG_OFFSET,
              parts,
              Blob.ofWords(words)));
      parts.clear();
      data.clear();
    }
  }

  private LargePart part(CoreRange range, long address, int bytes) {
    return new LargePart(targets.nocXy(range), address, bytes, range.size(), true);
  }

  private static int[] shared(
      RecordedProgram program, KernelGroup group, CoreRange range, KernelConfig layout) {
    int[] words = new int[layout.sharedBytes() / Integer.BYTES];
    int at = 0;
    for (KernelArguments kernel : group.builtOnce()) {
      System.arraycopy(kernel.common(), 0, words, at, kernel.common().length);
      at += kernel.common().length;
    }
    int[] semaphores = program.resources().semaphores();
    int first = (layout.semaphoreOffset() - layout.commonOffset()) / Integer.BYTES;
    for (int i = 0; i < semaphores.length; i++) {
      words[first + i * KernelConfig.ALIGNMENT_BYTES / Integer.BYTES] = semaphores[i];
    }
    circularBuffers(program, range, words, layout);
    return words;
  }

  /** Four words each: address, bytes, pages, bytes of a page. */
  private static void circularBuffers(
      RecordedProgram program, CoreRange range, int[] words, KernelConfig layout) {
    int first = (layout.circularBufferOffset() - layout.commonOffset()) / Integer.BYTES;
    List<CircularBuffer> buffers = program.program().circularBuffers();
    for (int i = 0; i < buffers.size(); i++) {
      CircularBuffer buffer = buffers.get(i);
      if (buffer.cores().ranges().stream().anyMatch(range::intersects)) {
        int at =
            first + program.resources().circularBuffers()[i] * KernelConfig.CIRCULAR_BUFFER_WORDS;
        words[at] = (int) program.compiled().layout().address(i);
        words[at + 1] = (int) buffer.sizeBytes();
        words[at + 2] = (int) (buffer.sizeBytes() / buffer.pageBytes());
        words[at + 3] = (int) buffer.pageBytes();
      }
    }
  }

  private void binaries(RecordedProgram program) {
    Buffer binaries = program.compiled().binaries();
    cached(program.key(), binaries);
    Map<String, Integer> offsets = KernelConfig.binaryOffsets(program);
    List<LargePart> parts = new ArrayList<>();
    List<RingbufferPart> sources = new ArrayList<>();
    for (KernelGroup group : program.groups()) {
      for (CoreRange range : group.cores().ranges()) {
        int text = 0;
        for (KernelArguments kernel : group.kernels()) {
          int bytes = KernelConfig.binaryBytes(program.program(), kernel);
          parts.add(part(range, text, bytes));
          long source = offsets.getOrDefault(KernelConfig.binaryName(kernel), 0);
          sources.add(new RingbufferPart(source, bytes));
          text += KernelConfig.aligned(bytes);
          if (parts.size() == DispatchCommand.MAX_LARGE_ENTRIES) {
            sendBinaries(parts, sources);
          }
        }
      }
    }
    sendBinaries(parts, sources);
  }

  /** Lets the prefetcher have the binaries at hand. */
  private void cached(Object key, Buffer binaries) {
    Integer held = cache.find(key, index);
    if (held != null) {
      writer.append(new PrefetchCommand.SetRingbufferOffset(held, false));
      return;
    }
    int bytes = Math.toIntExact(binaries.sizeBytes());
    boolean wraps = cache.place(key, bytes, index).isWrapped();
    writer.append(
        new PrefetchCommand.PagedToRingbuffer(
            wraps, LOG_BINARY_PAGE, 0, bytes, binaries.address(), bytes));
  }

  private void sendBinaries(List<LargePart> parts, List<RingbufferPart> sources) {
    if (!parts.isEmpty()) {
      writer.append(
          new PrefetchCommand.RelayInlineNoFlush(
              Dispatcher.MASTER,
              new DispatchCommand.WritePackedLarge(
                  PackedLargeType.PROGRAM_BINARIES,
                  KernelConfig.ALIGNMENT_BYTES,
                  BINARY_OFFSET,
                  parts,
                  Blob.EMPTY)));
      writer.append(new PrefetchCommand.RelayRingbuffer(sources));
      parts.clear();
      sources.clear();
    }
  }

  private void launch(RecordedProgram program, Places places) {
    long slot = LAUNCH_BASE + (long) (index % LAUNCH_SLOTS) * LaunchMessages.BYTES;
    for (KernelGroup group : program.groups()) {
      List<Target> ranges = group.cores().ranges().stream().map(targets::range).toList();
      Blob message =
          LaunchMessages.of(
              program, group, places.config(), places.configAddress(), places.textAddress());
      boolean isShared = ranges.size() > 1;
      send(
          new DispatchCommand.WritePacked(
              PackedType.LAUNCH,
              true,
              isShared,
              NO_OFFSET,
              LaunchMessages.BYTES,
              slot,
              ranges,
              List.of(message)));
    }
  }

  private void go() {
    CoreCoord master = targets.master();
    GoMessage message = GoMessage.of(GoMessage.Signal.GO, master.x(), master.y(), 0);
    DispatchCommand signal =
        new DispatchCommand.SendGoSignal(message, 0, 0, 0, workersAfter(index - 1), stream);
    if (hasSubordinate) {
      send(new DispatchCommand.NotifySubordinateGoSignal(true, 1));
      writer.append(new PrefetchCommand.RelayInline(Dispatcher.SUBORDINATE, signal));
    } else {
      send(new DispatchCommand.Wait(Set.of(WaitFlag.BARRIER), 0, 0, 0));
      send(signal);
    }
  }
}
