package dev.tilescope.ops.internal.matmul;

import dev.tilescope.device.Architecture;
import dev.tilescope.device.CostConstants;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.options.ComputeKernelConfig;

/**
 * What a core takes to multiply blocks of tiles: the matrix engine's own cycles for the fidelity,
 * or as long as tiles of A and B are brought into its registers, where that is longer. A tile of A
 * serves the width of a subblock, one of B its height. Sums are taken out of the registers after
 * each block of the sum, and back in where the packer does not add.
 *
 * @param bytesOfA of a tile
 * @param bytesOfB of a tile
 * @param blocksOfSum how often sums are taken out
 * @param hasBias which is added to sums that are taken in once more
 */
public record ProductCosts(
    Architecture architecture,
    ComputeKernelConfig config,
    int subblockHeight,
    int subblockWidth,
    long bytesOfA,
    long bytesOfB,
    long blocksOfSum,
    boolean hasBias) {

  /**
   * @param products of two tiles
   * @param results tiles of the result
   */
  public long cycles(long products, long results) {
    double moves = blocksOfSum + (config.packerL1Acc() ? 0 : blocksOfSum - 1.0);
    double wide = config.fp32DestAccEn() ? constant("wide_result_factor") : 1;
    double perResult =
        moves * wide * constant("result.cycles") + (hasBias ? constant("bias.cycles") : 0);
    return Math.round(products * cyclesPerProduct() + results * perResult);
  }

  private double cyclesPerProduct() {
    double math =
        constant("math_factor") * Costs.CYCLES_PER_TILE_PRODUCT * config.mathFidelity().passes();
    double bytes = (double) bytesOfA / subblockWidth + (double) bytesOfB / subblockHeight;
    return Math.max(math, constant("least.cycles") + bytes / constant("unpack.bytes_per_cycle"));
  }

  private double constant(String name) {
    return CostConstants.inUse().of("product." + name, architecture);
  }
}
