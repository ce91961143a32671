package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.device.Arithmetic;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.Precision;
import dev.tilescope.ops.options.ComputeKernelConfig;
import org.jspecify.annotations.Nullable;

/** Whether a call's products are made as on a board, and how then. */
public final class BoardPrecision {
  private BoardPrecision() {}

  /** Null on a device that is to be exact. */
  public static @Nullable Precision of(Call<?> call, ComputeKernelConfig config) {
    return call.device().arithmetic() == Arithmetic.EXACT
        ? null
        : new Precision(config.mathFidelity(), config.fp32DestAccEn(), 0);
  }

  /**
   * The same for a program that goes through the depth in blocks. With packer_l1_acc it adds them
   * up in L1, if there are enough of them (packer_l1_acc_en in TT-NN's factories).
   *
   * @param tilesOfBlock in the depth
   */
  public static @Nullable Precision of(
      Call<?> call, ComputeKernelConfig config, int depth, int tilesOfBlock, boolean withBias) {
    Precision whole = of(call, config);
    int block = tilesOfBlock * TensorSpec.TILE_SIDE;
    boolean inL1 = config.packerL1Acc() && Math.ceilDiv(depth, block) > (withBias ? 1 : 2);
    return whole == null || !inL1 ? whole : whole.withBlockDepth(block);
  }
}
