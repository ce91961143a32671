package dev.tilescope.device;

import dev.tilescope.model.CoreRangeSet;
import java.util.List;

/**
 * What one launch puts on the cores.
 *
 * @param name of the device operation
 * @param circularBuffers in order of creation
 * @param dataMovementKernels on BRISC and NCRISC
 * @param computeKernels 3 (unpack, math, pack) or 0
 * @param work what the cost model turns into time
 */
public record Program(
    String name,
    List<CircularBuffer> circularBuffers,
    int dataMovementKernels,
    int computeKernels,
    Work work) {
  /** Kernel binaries are stored in pages of this size. */
  static final int BINARY_PAGE_BYTES = 2048;

  /**
   * Modelled sizes, fitted to the buffers that a traced add shows: 6144 B for a repeat (a reader
   * and a writer), 14336 B for a binary operation (those and a compute kernel built three times).
   */
  public static final int DATA_MOVEMENT_BINARY_BYTES = 3072;

  public static final int COMPUTE_BINARY_BYTES = 2730;

  public Program {
    circularBuffers = List.copyOf(circularBuffers);
  }

  /** The same program, which turned out to do other work. */
  Program withWork(Work other) {
    return new Program(name, circularBuffers, dataMovementKernels, computeKernels, other);
  }

  /** Where its circular buffers are; a program without any is split over the grid by columns. */
  CoreRangeSet cores(Board.Grid grid) {
    for (CircularBuffer buffer : circularBuffers) {
      if (buffer.cores().size() == work.cores()) {
        return buffer.cores();
      }
    }
    return CoreRangeSet.columnMajor(
        Math.min(work.cores(), grid.size()), grid.width(), grid.height());
  }

  /** Bytes of all kernels, in whole pages. */
  long binaryBytes() {
    long bytes =
        (long) dataMovementKernels * DATA_MOVEMENT_BINARY_BYTES
            + (long) computeKernels * COMPUTE_BINARY_BYTES;
    return ByteSizes.roundUp(bytes, BINARY_PAGE_BYTES);
  }
}
