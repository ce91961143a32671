package dev.tilescope.device;

import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.CoreRangeSet;
import java.util.List;
import java.util.stream.Stream;

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

  /** The RISCs that data movement kernels run on, the first ones first. */
  public static final List<Risc> DATA_MOVEMENT = List.of(Risc.BRISC, Risc.NCRISC);

  /** The RISCs that a compute kernel is built for: unpack, math, pack. */
  public static final List<Risc> COMPUTE = List.of(Risc.TRISC_0, Risc.TRISC_1, Risc.TRISC_2);

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

  /** Bytes of the kernel that a device operation has on a RISC, as boards report them. */
  public static int kernelBytes(String operation, Risc risc) {
    return FactoryKernels.of(operation).binaryBytes(risc);
  }

  /** Those that the program has kernels for, in their order. */
  List<Risc> riscs() {
    return Stream.concat(
            DATA_MOVEMENT.stream().limit(dataMovementKernels),
            COMPUTE.stream().limit(computeKernels))
        .filter(risc -> kernelBytes(name, risc) > 0)
        .toList();
  }

  /** Bytes of all kernels, in whole pages. */
  long binaryBytes() {
    long bytes = riscs().stream().mapToLong(risc -> kernelBytes(name, risc)).sum();
    return ByteSizes.roundUp(bytes, BINARY_PAGE_BYTES);
  }
}
