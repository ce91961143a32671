package dev.tilescope.whatif;

import dev.tilescope.analysis.MemoryScript;
import dev.tilescope.analysis.MemoryScript.Allocate;
import dev.tilescope.analysis.MemoryScript.Event;
import dev.tilescope.analysis.MemoryScript.Free;
import dev.tilescope.analysis.MemoryScript.Kind;
import dev.tilescope.analysis.MemoryScript.Launch;
import dev.tilescope.analysis.MemoryScript.Wanted;
import dev.tilescope.device.ModelledMemory;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.TilescopeException;
import java.util.HashMap;
import java.util.Map;

/**
 * From which end of its memory each buffer of a run was taken, which no report says: DRAM from the
 * bottom and L1 from the top, but kernels, and traces without a region, from the top of DRAM. The
 * recorded addresses tell: the allocator, in the state that it had then, gives each of them from
 * one of the two ends.
 */
final class Directions {
  private static final long NOWHERE = -1;

  private final MemoryScript script;
  private final ModelledMemory memory;
  private final Sizing sizing;
  private final boolean[] bottomUp;
  private final Map<Integer, Long> addresses = new HashMap<>();
  private int known;
  private int explained;

  Directions(MemoryScript script, RecordedDevice recorded) {
    this.script = script;
    this.memory = new ModelledMemory(recorded.board(), recorded.options());
    this.sizing = new Sizing(memory, memory);
    this.bottomUp = new boolean[script.buffers().size()];
    for (Wanted wanted : script.buffers()) {
      bottomUp[wanted.index()] = isUsuallyBottomUp(wanted);
      if (wanted.made() == null && wanted.description().address() > 0) {
        take(wanted, wanted.description().address());
      }
    }
    if (script.hasAddresses()) {
      script.events().forEach(this::happen);
    }
  }

  private static boolean isUsuallyBottomUp(Wanted wanted) {
    return switch (wanted.kind()) {
      case TENSOR -> wanted.description().type().isDram();
      case BINARIES -> false;
      case METAL_TRACE -> wanted.description().type() == BufferType.TRACE;
    };
  }

  boolean bottomUp(int buffer) {
    return bottomUp[buffer];
  }

  /** Buffers whose addresses the trace has. */
  int known() {
    return known;
  }

  /** Those of them that the allocator gives the same address. */
  int explained() {
    return explained;
  }

  private void happen(Event event) {
    switch (event) {
      case Allocate a -> learn(script.buffers().get(a.buffer()));
      case Free f -> {
        Long address = addresses.remove(f.buffer());
        if (address != null) {
          memory.free(script.buffers().get(f.buffer()).description().type(), address);
        }
      }
      case Launch l -> {
        int binaries = script.programs().get(l.program()).binaries();
        if (binaries >= 0 && !addresses.containsKey(binaries)) {
          learn(script.buffers().get(binaries));
        }
      }
    }
  }

  private void learn(Wanted wanted) {
    long recorded = wanted.description().address();
    if (recorded <= 0 || wanted.description().sizeBytes() == 0) {
      return;
    }
    known++;
    int index = wanted.index();
    boolean usual = bottomUp[index];
    if (given(wanted, usual) == recorded) {
      explained++;
    } else if (wanted.kind() != Kind.BINARIES && given(wanted, !usual) == recorded) {
      explained++;
      bottomUp[index] = !usual;
    }
    take(wanted, recorded);
  }

  /** What the allocator would give; it gives it back at once. */
  private long given(Wanted wanted, boolean fromBottom) {
    try {
      long address = memory.allocate(sizing.request(wanted, false, fromBottom));
      memory.free(wanted.description().type(), address);
      return address;
    } catch (TilescopeException e) {
      return NOWHERE;
    }
  }

  private void take(Wanted wanted, long address) {
    if (memory.allocateAt(address, sizing.request(wanted, false, true))) {
      addresses.put(wanted.index(), address);
    }
  }
}
