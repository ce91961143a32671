package dev.tilescope.whatif;

import dev.tilescope.analysis.MemoryScript;
import dev.tilescope.analysis.MemoryScript.Allocate;
import dev.tilescope.analysis.MemoryScript.Event;
import dev.tilescope.analysis.MemoryScript.Free;
import dev.tilescope.analysis.MemoryScript.Kind;
import dev.tilescope.analysis.MemoryScript.Launch;
import dev.tilescope.analysis.MemoryScript.Part;
import dev.tilescope.analysis.MemoryScript.Resident;
import dev.tilescope.analysis.MemoryScript.Wanted;
import dev.tilescope.device.Board;
import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.CircularBufferLayout;
import dev.tilescope.device.ModelledMemory;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Lets a run happen again on the memories of a device, up to the first thing that does not fit. It
 * asks the allocators what a device would ask them, in the same order: a program's circular buffers
 */
final class Replay {
  private final MemoryScript script;
  private final RecordedDevice recorded;
  private final Directions directions;
  private final Change change;
  private final ModelledMemory memory;
  private final ModelledMemory before;
  private final Sizing sizing;
  private final Gauges gauges;
  private final Map<Integer, Long> live = new HashMap<>();
  private final SequencedMap<Integer, Long> addresses = new LinkedHashMap<>();
  private final Map<Integer, Long> programIds = new HashMap<>();
  private long traceBytes;
  private @Nullable Misfit misfit;

  Replay(MemoryScript script, RecordedDevice recorded, Directions directions, Change change) {
    this.script = script;
    this.recorded = recorded;
    this.directions = directions;
    this.change = change;
    this.memory = new ModelledMemory(change.board(), change.options());
    this.before = new ModelledMemory(recorded.board(), recorded.options());
    this.sizing = new Sizing(before, memory);
    this.gauges = new Gauges(memory, script);
  }

  Outcome run() {
    standing().forEach(this::stand);
    for (Event event : Sequence.of(script, change)) {
      if (misfit != null) {
        break;
      }
      happen(event);
      gauges.note(event);
    }
    return new Outcome(misfit, gauges.levels(), gauges.rooms(), addresses);
  }

  /** What was there before the capture, from the ends that its memories grow from. */
  private List<Wanted> standing() {
    List<Wanted> all = new ArrayList<>(script.buffers());
    all.removeIf(wanted -> wanted.made() != null);
    all.sort(
        Comparator.comparingLong(wanted -> {
          long address = wanted.description().address();
          return wanted.description().type().isL1() ? -address : address;
        }));
    return all;
  }

  private void stand(Wanted wanted) {
    long address = wanted.description().address();
    boolean stays = address > 0 && isUnmoved(wanted.description().type());
    ModelledMemory.Request request = request(wanted);
    if (request.bytesPerBank() == 0) {
      return;
    }
    if (stays && memory.allocateAt(address, request)) {
      place(wanted, address);
    } else {
      allocate(new Allocate(start(wanted), wanted.index()));
    }
  }

  private static MemoryScript.Place start(Wanted wanted) {
    return new MemoryScript.Place(wanted.node(), -1, 0, false);
  }

  /** Whether a memory grows from where it grew in the run. */
  private boolean isUnmoved(BufferType type) {
    long base = memory.baseAddress(type);
    long baseBefore = before.baseAddress(type);
    return type.isDram()
        ? base == baseBefore
        : base + memory.bankBytes(type) == baseBefore + before.bankBytes(type);
  }

  private void happen(Event event) {
    switch (event) {
      case Allocate a -> allocate(a);
      case Free f -> free(f.buffer());
      case Launch l -> launch(l);
    }
  }

  private ModelledMemory.Request request(Wanted wanted) {
    boolean inDram = change.inDram().contains(wanted.index());
    boolean bottomUp = inDram || directions.bottomUp(wanted.index());
    return sizing.request(wanted, inDram, bottomUp);
  }

  private void allocate(Allocate event) {
    Wanted wanted = script.buffers().get(event.buffer());
    if (wanted.kind() == Kind.METAL_TRACE) {
      allocateTrace(event, wanted);
    } else if (wanted.description().sizeBytes() != 0) {
      take(event, wanted, request(wanted));
    }
  }

  private void take(Event event, Wanted wanted, ModelledMemory.Request request) {
    try {
      place(wanted, memory.allocate(request));
    } catch (TilescopeException e) {
      misfit = new Misfits(script, memory, live).ofBuffer(event, wanted, request, e);
    }
  }

  private void place(Wanted wanted, long address) {
    live.put(wanted.index(), address);
    addresses.put(wanted.index(), address);
  }

  /** A trace goes into the region if there is one, and to the top of DRAM if not. */
  private void allocateTrace(Event event, Wanted wanted) {
    long region = change.options().traceRegionBytes();
    long bytes = Math.max(0, wanted.description().sizeBytes());
    if (region > 0 && traceBytes + bytes > region) {
      misfit =
          new Misfits(script, memory, live).ofTraces(event, wanted, traceBytes + bytes, region);
      return;
    }
    ModelledMemory.Request asked = request(wanted);
    BufferType type = region > 0 ? BufferType.TRACE : BufferType.DRAM;
    take(
        event,
        wanted,
        new ModelledMemory.Request(
            type, asked.bytesPerBank(), asked.alignedBytes(), 0, region > 0, asked.madeBy()));
    traceBytes += bytes;
  }

  private void free(int buffer) {
    Long address = live.remove(buffer);
    if (address == null) {
      return;
    }
    Wanted wanted = script.buffers().get(buffer);
    memory.free(typeOf(wanted), address);
    if (wanted.kind() == Kind.METAL_TRACE) {
      traceBytes -= Math.max(0, wanted.description().sizeBytes());
    }
  }

  private BufferType typeOf(Wanted wanted) {
    if (wanted.kind() == Kind.METAL_TRACE) {
      return change.options().traceRegionBytes() > 0 ? BufferType.TRACE : BufferType.DRAM;
    }
    return change.inDram().contains(wanted.index()) ? BufferType.DRAM : wanted.description().type();
  }

  private void launch(Launch event) {
    Resident program = script.programs().get(event.program());
    CircularBufferLayout layout = memory.layOut(circularBuffers(program));
    try {
      memory.requireFits(programId(program), layout);
    } catch (TilescopeException e) {
      misfit = new Misfits(script, memory, live).ofProgram(event, program, layout, e);
      return;
    }
    gauges.launched(layout);
    if (program.binaries() >= 0 && !live.containsKey(program.binaries())) {
      Wanted kernels = script.buffers().get(program.binaries());
      take(event, kernels, request(kernels));
    }
  }

  /** Counts the programs that are compiled, as the device does. */
  private long programId(Resident program) {
    return programIds.computeIfAbsent(program.index(), _ -> (long) programIds.size());
  }

  private List<CircularBuffer> circularBuffers(Resident program) {
    List<CircularBuffer> buffers = new ArrayList<>();
    for (Part part : program.parts()) {
      CoreRangeSet cores = onGrid(part.cores());
      long bytes =
          part.address() == Part.UP_TO_SIZE
              ? Math.max(0, part.sizeBytes() - before.baseAddress(BufferType.L1))
              : part.sizeBytes();
      if (!part.borrowed() && bytes > 0 && !cores.ranges().isEmpty()) {
        buffers.add(CircularBuffer.local(cores, bytes, bytes));
      }
    }
    return buffers;
  }

  /** An operation uses the cores that there are; how it would share out its work is not known. */
  private CoreRangeSet onGrid(CoreRangeSet cores) {
    Board.Grid grid = change.board().compute();
    if (grid.equals(recorded.board().compute())) {
      return cores;
    }
    List<CoreRange> inside = new ArrayList<>();
    for (CoreRange range : cores.ranges()) {
      if (range.start().x() < grid.width() && range.start().y() < grid.height()) {
        inside.add(
            CoreRange.of(
                range.start().x(),
                range.start().y(),
                Math.min(range.end().x(), grid.width() - 1),
                Math.min(range.end().y(), grid.height() - 1)));
      }
    }
    return new CoreRangeSet(inside);
  }
}
