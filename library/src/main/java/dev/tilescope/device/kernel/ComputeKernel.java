package dev.tilescope.device.kernel;

/**
 * What the three TRISCs do: unpack tiles, compute, pack tiles. It is one program as in TT-Metal,
 * which compiles it three times; here it runs once, with a clock for each TRISC.
 */
@FunctionalInterface
public interface ComputeKernel {
  void run(ComputeContext context);
}
