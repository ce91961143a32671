package dev.tilescope.ops.internal.normalisation;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.normalisation.GatheredNormOperations.PostAllGatherParams;
import dev.tilescope.ops.internal.normalisation.GatheredNormOperations.PreAllGatherParams;
import dev.tilescope.ops.internal.normalisation.NormOperations.NormType;
import dev.tilescope.ops.options.ComputeKernelConfig;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The dataflow buffers of layernorm_pre_all_gather_program_factory.cpp and
 * layernorm_post_all_gather_program_factory.cpp, Metal 2.0 both.
 */
final class GatheredNormBuffers {
  static final String PRE_TEXT =
      "Dataflow buffers: two rows of tiles in and two of squares, with a residual two of it and one of"
          + " the sum; the scaler's tile and a tile of each statistic.";
  static final String POST_TEXT =
      "Dataflow buffers: a row of tiles each for the input, weight, bias and the result, one for"
          + " differences of layer_norm and one for each product on the way; the statistics of all"
          + " devices and single tiles of them. Where a row takes 95 % of L1, a seventh of that.";

  private static final double PART_OF_L1 = 0.95;
  private static final int PARTS = 7;

  private final CoreRangeSet cores;
  private final DataType inner;
  private final List<CircularBuffer> buffers = new ArrayList<>();

  private GatheredNormBuffers(CoreRangeSet cores, @Nullable ComputeKernelConfig config) {
    this.cores = cores;
    boolean isWide = config != null && config.fp32DestAccEn();
    inner = isWide ? DataType.FLOAT32 : DataType.BFLOAT16;
  }

  static List<CircularBuffer> pre(Call<PreAllGatherParams> call, CoreRangeSet cores) {
    GatheredNormBuffers made = new GatheredNormBuffers(cores, call.params().computeKernelConfig());
    long width = width(call);
    made.add(call.spec(0).dtype(), 2 * width);
    made.add(made.inner, 1);
    if (call.has(1)) {
      made.add(call.spec(1).dtype(), 2 * width);
      made.add(made.inner, width);
    }
    made.add(made.inner, 2 * width);
    made.add(call.outputSpec().dtype(), isRms(call.params().normType()) ? 1 : 2);
    return CircularBuffers.dataflow(made.buffers);
  }

  static List<CircularBuffer> post(Call<PostAllGatherParams> call, CoreRangeSet cores) {
    GatheredNormBuffers made = new GatheredNormBuffers(cores, call.params().computeKernelConfig());
    long row = made.heldTiles(call);
    made.add(call.spec(0).dtype(), row);
    made.add(call.spec(1).dtype(), call.spec(1).physicalWidth() / TensorSpec.TILE_SIDE);
    for (int i = 2; i < 4; i++) {
      if (call.has(i)) {
        made.add(call.spec(i).dtype(), row);
      }
    }
    made.add(DataType.BFLOAT16, 1);
    made.add(call.spec(0).dtype() == DataType.FLOAT32 ? DataType.FLOAT32 : DataType.BFLOAT16, 1);
    made.addBetween(call, row);
    made.add(call.outputSpec().dtype(), row);
    return CircularBuffers.dataflow(made.buffers);
  }

  private void addBetween(Call<PostAllGatherParams> call, long row) {
    boolean isRms = isRms(call.params().normType());
    if (!isRms) {
      add(inner, 2);
      add(inner, 1);
      add(inner, row);
    }
    add(inner, 1);
    add(inner, 1);
    if (call.has(2) || !isRms && call.has(3)) {
      add(inner, row);
    }
    if (call.has(2) && call.has(3)) {
      add(inner, row);
    }
  }

  private static boolean isRms(NormType type) {
    return type == NormType.RMSNORM;
  }

  private static long width(Call<?> call) {
    return Math.max(1, call.spec(0).physicalWidth() / TensorSpec.TILE_SIDE);
  }

  /** Of a row; a part of it if L1 is too small. */
  private long heldTiles(Call<PostAllGatherParams> call) {
    long width = width(call);
    long tileBytes = call.spec(0).dtype().tileBytes();
    double available = call.device().info().cbLimitBytes();
    boolean isTooLong =
        !call.params().use2dCoreGrid() && width * tileBytes > available * PART_OF_L1;
    return isTooLong ? (long) (available / tileBytes * PART_OF_L1 / PARTS) : width;
  }

  private void add(DataType type, long tiles) {
    buffers.add(CircularBuffers.tiles(cores, type, tiles));
  }
}
