package dev.tilescope.device;

import dev.tilescope.device.Operands.Operand;
import dev.tilescope.device.RecordedProgram.Compute;
import dev.tilescope.device.RecordedProgram.RunKernels;
import dev.tilescope.device.internal.CommandCursor;
import dev.tilescope.device.internal.CorruptCommandsException;
import dev.tilescope.device.internal.DispatchCode;
import dev.tilescope.device.internal.GoMessage;
import dev.tilescope.device.internal.PackedType;
import dev.tilescope.device.internal.WaitFlag;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.TilescopeException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs a trace from the bytes that lie in the memory of the device: the commands say which program
 * is launched and with which arguments, and a program runs when its go signal comes. What the bytes
 * do not say as it was captured is an error that tells where.
 *
 * <p>All chips of a mesh hold the same commands and follow the same go signals.
 */
final class TraceReplay {
  private final MeshDevice device;
  private final long traceId;
  private final Buffer buffer;
  private final List<Buffer> inputs;
  private final Map<Long, RecordedProgram> byNumber = new HashMap<>();
  private final int workers;
  private final int alignmentBytes;
  private byte[] bytes = new byte[0];
  private CommandCursor cursor;
  private long readAtWrites = -1;

  TraceReplay(MeshDevice device, long traceId, Buffer buffer, List<RecordedProgram> programs) {
    this.device = device;
    this.traceId = traceId;
    this.buffer = buffer;
    this.inputs = inputs(programs);
    programs.forEach(program -> byNumber.put(program.number(), program));
    this.workers = device.board().compute().size();
    this.alignmentBytes = new WorkerTargets(device.board()).format().alignmentBytes();
    this.cursor = new CommandCursor(bytes, alignmentBytes);
  }

  /** What the commands up to a go signal have said. */
  private static final class Said {
    int argumentsAt = -1;
    long launched = -1;
    int launchedAt;
    int started;
  }

  synchronized void run() {
    fetch();
    inputs.forEach(this::requireInput);
    int replay = device.traces().beginReplay(traceId);
    Said said = new Said();
    cursor.reset();
    try {
      while (cursor.next()) {
        hear(said, replay);
      }
    } catch (CorruptCommandsException damage) {
      throw new TilescopeException(
          "trace %d of %s cannot be replayed: its commands in DRAM were overwritten: %s"
              .formatted(traceId, device.label(), damage.getMessage()),
          damage);
    } finally {
      device.runner().endReplay(replay);
    }
  }

  /** The prefetcher reads the commands; again only if a kernel has written to DRAM meanwhile. */
  private void fetch() {
    long writes = device.dramWrites();
    if (writes == readAtWrites) {
      return;
    }
    bytes = device.contents(0).read(buffer);
    cursor = new CommandCursor(bytes, alignmentBytes);
    for (int chip = 1; chip < device.chips().size(); chip++) {
      int differs = Arrays.mismatch(bytes, device.contents(chip).read(buffer));
      if (differs >= 0) {
        throw new TilescopeException(
            "trace %d of %s cannot be replayed: chip %d holds other commands than chip %d from byte %d on; what wrote there?"
                .formatted(
                    traceId,
                    device.label(),
                    device.chipIds().get(chip),
                    device.chipIds().getFirst(),
                    differs));
      }
    }
    readAtWrites = writes;
  }

  private void hear(Said said, int replay) {
    DispatchCode code = cursor.dispatchCode();
    if (code == DispatchCode.WRITE_PACKED) {
      PackedType type = cursor.packedType();
      if (type == PackedType.RTA && said.argumentsAt < 0) {
        said.argumentsAt = cursor.packedBlobOffset(0);
      } else if (type == PackedType.LAUNCH) {
        said.launchedAt = cursor.offset();
        said.launched = cursor.launchHostId(cursor.packedBlobOffset(0));
      }
    } else if (code == DispatchCode.WAIT && cursor.waits(WaitFlag.WAIT_STREAM)) {
      requireEnds(said);
    } else if (code == DispatchCode.SEND_GO_SIGNAL) {
      requireEnds(said);
      go(said, replay);
    }
  }

  /** Programs have always ended here, so who waits for more of them waits for ever. */
  private void requireEnds(Said said) {
    long reported = (long) workers * said.started;
    if (cursor.waitCount() > reported) {
      throw new CorruptCommandsException(
          cursor.offset(),
          "the dispatcher waits for %d workers and only %d have been started: it would wait for ever"
              .formatted(cursor.waitCount(), reported));
    }
  }

  private void go(Said said, int replay) {
    int signal = GoMessage.ofWord(cursor.goWord()).signal();
    if (signal != GoMessage.Signal.GO.value()) {
      throw new CorruptCommandsException(
          cursor.offset(),
          "the go signal is 0x%02X, expected 0x%02X"
              .formatted(signal, GoMessage.Signal.GO.value()));
    }
    RecordedProgram program = byNumber.get(said.launched);
    if (program == null) {
      throw new CorruptCommandsException(
          said.launchedAt,
          "program %d is launched, which this trace does not have".formatted(said.launched));
    }
    requireArguments(program, said.argumentsAt);
    run(program, replay);
    said.started++;
    said.argumentsAt = -1;
    said.launched = -1;
  }

  /** The first core stands for all: they differ in which pages they work on. */
  private void requireArguments(RecordedProgram program, int at) {
    KernelGroup group = program.groups().getFirst();
    int word = 0;
    for (KernelGroup.KernelArguments kernel : group.builtOnce()) {
      for (int i = 0; i < kernel.uniqueWords(); i++, word++) {
        int expected = kernel.unique()[0][i];
        int found = cursor.wordAt(at + word * Integer.BYTES);
        if (found != expected) {
          throw new CorruptCommandsException(
              at + word * Integer.BYTES,
              "runtime argument %d of the %s of %s is %d, where %d was captured"
                  .formatted(
                      i,
                      kernel.kernel(),
                      program.program().name(),
                      Integer.toUnsignedLong(found),
                      Integer.toUnsignedLong(expected)));
        }
      }
    }
  }

  private void run(RecordedProgram program, int replay) {
    switch (program.step()) {
      case Compute(Operands operands, Runnable computation) -> {
        for (Operand output : operands.outputs()) {
          output.buffer().written();
        }
        ProgramRun run = new ProgramRun(program.program(), program.number(), replay);
        device.runner().run(run, program.launch().cost());
        computation.run();
      }
      case RunKernels(var kernels) -> device.runner().run(kernels, program.number(), replay);
    }
  }

  /** The captured buffer, or another one that has its place now. */
  private void requireInput(Buffer input) {
    if (input.isAllocated()) {
      input.requireReadable("trace " + traceId);
    } else if (!device.hasBufferAt(input.type(), input.address())) {
      throw new TilescopeException(
          ("trace %d reads buffer %d (%d B of %s at %d, made by %s), which was freed; keep the"
                  + " inputs of a trace and write new values into them with"
                  + " Ttnn.copyHostToDeviceTensor")
              .formatted(
                  traceId,
                  input.uniqueId(),
                  input.sizeBytes(),
                  input.type(),
                  input.address(),
                  input.madeBy()));
    }
  }

  /** What programs read that none of the trace has written before. */
  private static List<Buffer> inputs(List<RecordedProgram> programs) {
    record Place(BufferType type, long address) {}
    Set<Place> written = new HashSet<>();
    Map<Place, Buffer> read = new LinkedHashMap<>();
    for (RecordedProgram program : programs) {
      if (program.step() instanceof Compute(Operands operands, Runnable _)) {
        for (Operand input : operands.inputs()) {
          Place place = new Place(input.buffer().type(), input.buffer().address());
          if (!written.contains(place)) {
            read.putIfAbsent(place, input.buffer());
          }
        }
        for (Operand output : operands.outputs()) {
          written.add(new Place(output.buffer().type(), output.buffer().address()));
        }
      }
    }
    return List.copyOf(read.values());
  }
}
