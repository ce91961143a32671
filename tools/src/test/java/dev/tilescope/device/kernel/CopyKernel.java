package dev.tilescope.device.kernel;

import dev.tilescope.model.BufferType;

/**
 * The example of the profiling guide in Java: tiles go from DRAM to L1 and back to DRAM, with a
 * main zone and one for each direction.
 *
 * <p>Arguments: address of the source, address of the destination, number of tiles.
 */
final class CopyKernel implements DataMovementKernel {
  static final int CB = 0;

  @Override
  public void run(DataMovementContext context) {
    try (var _ = context.deviceZoneMain("DATAFLOW-KERNEL")) {
      int tileBytes = context.getTileSize(CB);
      var source = context.interleaved(BufferType.DRAM, context.getArg(0), tileBytes);
      var destination = context.interleaved(BufferType.DRAM, context.getArg(1), tileBytes);
      int tiles = (int) context.getArg(2);
      context.cbReserveBack(CB, tiles);
      long l1 = context.getWritePtr(CB);

      try (var _ = context.deviceZone("ReadFromDRAM")) {
        for (int i = 0; i < tiles; i++) {
          context.nocAsyncReadTile(i, source, l1 + (long) i * tileBytes);
          context.nocAsyncReadBarrier();
        }
      }

      try (var _ = context.deviceZone("WriteToDRAM")) {
        for (int i = 0; i < tiles; i++) {
          context.nocAsyncWriteTile(i, destination, l1 + (long) i * tileBytes);
          context.nocAsyncWriteBarrier();
        }
      }
    }
  }
}
