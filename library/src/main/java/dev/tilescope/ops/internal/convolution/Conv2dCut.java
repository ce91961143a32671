package dev.tilescope.ops.internal.convolution;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.ops.internal.convolution.Conv2dOperations.Conv2dBlockConfig;
import dev.tilescope.ops.internal.convolution.Conv2dOperations.Conv2dParallelizationConfig;
import dev.tilescope.ops.internal.convolution.Conv2dOperations.Conv2dParams;
import dev.tilescope.ops.internal.mechanism.Call;
import java.util.List;

/** How the work of a convolution is cut: along the shards of its input, or freely. */
sealed interface Conv2dCut permits Conv2dBlocks, Conv2dShards {
  String TEXT = Conv2dBlocks.TEXT + " " + Conv2dShardBuffers.TEXT;

  static Conv2dCut of(Call<Conv2dParams> call) {
    Conv2dShards shards = call.params().shards();
    return shards == null ? Conv2dBlocks.of(call) : shards;
  }

  CoreRangeSet cores();

  Conv2dParallelizationConfig parallelization(Conv2dParams params);

  Conv2dBlockConfig config(Conv2dParams params);

  List<CircularBuffer> buffers(Call<Conv2dParams> call);

  /** Rows of tiles of the result on a core. */
  long perCoreHeight();

  /** Tiles of output channels on a core. */
  long channels();

  /** Tiles of the whole sum. */
  long depth();
}
