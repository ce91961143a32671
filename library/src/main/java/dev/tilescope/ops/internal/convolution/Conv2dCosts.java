package dev.tilescope.ops.internal.convolution;

import dev.tilescope.device.Architecture;
import dev.tilescope.device.CostConstants;
import dev.tilescope.device.Traffic;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.convolution.Conv2dOperations.Conv2dParams;
import dev.tilescope.ops.internal.matmul.ProductCosts;
import dev.tilescope.ops.internal.mechanism.Call;

/** What a convolution takes of its busiest core. */
record Conv2dCosts(Call<Conv2dParams> call, Conv2dShards cut) {
  static Conv2dCosts of(Call<Conv2dParams> call) {
    return new Conv2dCosts(call, call.params().shards());
  }

  /**
   * The core copies rows of the input, as many as the kernel is high for each row of the result,
   * makes tiles of them and multiplies.
   */
  long cycles() {
    Architecture architecture = call.device().board().architecture();
    CostConstants constants = CostConstants.inUse();
    double copies =
        cut.perCoreHeight()
            * TensorSpec.TILE_SIDE
            * call.params().window().height()
            * constants.of("window.row.cycles", architecture);
    long results = cut.perCoreHeight() * cut.perCoreWidth();
    return Math.round(copies)
        + cut.perCoreHeight()
            * cut.depth()
            * constants.tileCycles("layout", "TILIZE_IN_PLACE", architecture)
        + products(architecture).cycles(results * cut.depth(), results);
  }

  private ProductCosts products(Architecture architecture) {
    return new ProductCosts(
        architecture,
        call.params().computeKernelConfig(),
        cut.blocks().outSubblockHNtiles(),
        cut.blocks().outSubblockWNtiles(),
        call.params().dtype().tileBytes(),
        call.spec(1).dtype().tileBytes(),
        blocksOfSum(),
        call.has(2));
  }

  /** Weights, which a core reads a block at a time and sends to the others. */
  Traffic weights() {
    return new Traffic(
        cut.perCoreWidth() * cut.depth(),
        blocksOfSum(),
        call.spec(1).dtype().tileBytes(),
        Traffic.Route.SENT_ON);
  }

  private long blocksOfSum() {
    return Math.ceilDiv(cut.depth(), cut.blocks().actBlockWNtiles());
  }
}
