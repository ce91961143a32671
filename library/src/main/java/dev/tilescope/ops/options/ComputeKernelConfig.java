package dev.tilescope.ops.options;

import dev.tilescope.model.ComputePrecision;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.TilescopeException;
import org.jspecify.annotations.Nullable;

/**
 * How a compute kernel does its arithmetic: TT-NN's {@code WormholeComputeKernelConfig}, the same
 * for every architecture. It changes the modelled time and the circular buffers; products of
 * matrices are computed in float32 whatever it says, but on a device whose {@link
 * dev.tilescope.device.Arithmetic} is that of a board.
 */
public record ComputeKernelConfig(
    MathFidelity mathFidelity,
    boolean mathApproxMode,
    boolean fp32DestAccEn,
    boolean packerL1Acc,
    boolean dstFullSyncEn,
    int throttleLevel)
    implements ComputePrecision, Withers.OfComputeKernelConfig {
  private static final int MAX_THROTTLE_LEVEL = 5;

  /** What TT-NN's constructor gives without arguments. */
  public static final ComputeKernelConfig DEFAULT =
      new ComputeKernelConfig(MathFidelity.LO_FI, true, false, false, false, 0);

  public ComputeKernelConfig {
    if (throttleLevel < 0 || throttleLevel > MAX_THROTTLE_LEVEL) {
      throw new TilescopeException(
          "compute_kernel_config: throttle_level must be 0..%d, got %d"
              .formatted(MAX_THROTTLE_LEVEL, throttleLevel));
    }
  }

  @Override
  public String fidelity() {
    return mathFidelity.shortName();
  }

  /** How many tiles of results the destination register holds at a time. */
  public int destinationTiles() {
    return (fp32DestAccEn ? 4 : 8) * (dstFullSyncEn ? 2 : 1);
  }

  @Override
  public String toString() {
    return "ComputeKernelConfig(math_fidelity=%s,math_approx_mode=%d,fp32_dest_acc_en=%d,packer_l1_acc=%d,dst_full_sync_en=%d,throttle_level=%d)"
        .formatted(
            mathFidelity,
            mathApproxMode ? 1 : 0,
            fp32DestAccEn ? 1 : 0,
            packerL1Acc ? 1 : 0,
            dstFullSyncEn ? 1 : 0,
            throttleLevel);
  }

  /** How often the engine works through its operands; once if nothing is asked. */
  public static int passes(@Nullable ComputeKernelConfig config) {
    return config == null ? 1 : config.mathFidelity().passes();
  }
}
