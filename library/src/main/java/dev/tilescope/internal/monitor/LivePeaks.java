package dev.tilescope.internal.monitor;

import dev.tilescope.memory.CoreIndex;
import dev.tilescope.memory.DeviceMemory;
import dev.tilescope.memory.Held;
import dev.tilescope.model.BufferRef;
import dev.tilescope.model.CircularBufferRef;
import dev.tilescope.model.CoreRangeSet;
import java.util.HashMap;
import java.util.Map;

/**
 * The account of memory that reports get, kept of an open mesh while it works.
 *
 * <p>Buffers lie on all chips of a mesh alike. A program's circular buffers are told chip by chip,
 * so those of one chip take the place of those of the chip before.
 */
final class LivePeaks {
  /** Enough for the programs of a model; then all are worked out again. */
  private static final int MAX_KNOWN_CORES = 256;

  private static final int NO_CHIP = -1;
  private static final long NO_NODE = -1;

  private final int slot;
  private final MemoryFile file;
  private final DeviceMemory memory = new DeviceMemory();
  private final Map<CoreRangeSet, int[]> knownCores = new HashMap<>();
  private int chip = NO_CHIP;
  private long position;
  private long published;

  LivePeaks(int slot, MemoryFile file) {
    this.slot = slot;
    this.file = file;
  }

  /** Makes no objects for a buffer in DRAM, and an entry for the address of one in L1. */
  void allocated(BufferRef buffer) {
    if (buffer.type().isDram()) {
      changeDram(buffer, 1);
    } else {
      memory.allocate(held(buffer), position++, NO_NODE);
    }
    publish();
  }

  void freed(BufferRef buffer) {
    if (buffer.type().isDram()) {
      changeDram(buffer, -1);
    } else {
      memory.free(held(buffer), position++, NO_NODE);
    }
  }

  private void changeDram(BufferRef buffer, int sign) {
    memory.changeDram(
        sign * buffer.maxSizePerBankBytes(), sign * buffer.chipBytes(), position++, NO_NODE);
  }

  private static Held held(BufferRef buffer) {
    return new Held(
        buffer.type(), buffer.maxSizePerBankBytes(), buffer.chipBytes(), buffer.address());
  }

  void held(CircularBufferRef buffer) {
    if (buffer.device().id() != chip) {
      memory.release(position);
      chip = buffer.device().id();
    }
    if (knownCores.size() > MAX_KNOWN_CORES) {
      knownCores.clear();
    }
    int[] cores = knownCores.computeIfAbsent(buffer.cores(), CoreIndex::of);
    memory.hold(cores, buffer.sizeBytes(), buffer.address(), position++, NO_NODE);
    publish();
  }

  void released() {
    memory.release(position++);
    chip = NO_CHIP;
  }

  private void publish() {
    memory.forget();
    if (memory.records() != published) {
      published = memory.records();
      file.putPeaks(slot, memory.peaks());
    }
  }
}
