package dev.tilescope.device.kernel;

/** What BRISC or NCRISC does: moves pages between DRAM, the L1 of cores, and circular buffers. */
@FunctionalInterface
public interface DataMovementKernel {
  void run(DataMovementContext context);
}
