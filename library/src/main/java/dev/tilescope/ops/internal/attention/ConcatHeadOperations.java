package dev.tilescope.ops.internal.attention;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.AttentionKernels;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Engine;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Input;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Heads back into rows; shards that hold whole heads put them side by side where they lie. */
public final class ConcatHeadOperations {
  private ConcatHeadOperations() {}

  public record NlpConcatHeadsParams(MemoryConfig outputMemConfig) {}

  public static final DeviceOperation<NlpConcatHeadsParams> NLP_CONCAT_HEADS_ON_DEVICE =
      DeviceOperation.<NlpConcatHeadsParams>named(
              "NLPConcatHeadsDeviceOperation", "nlp_concat_heads")
          .takes(Input.of("input_tensor").floats().in(Layout.TILE))
          .validation(ConcatHeadOperations::check)
          .output(ConcatHeadOperations::joined)
          .circularBuffers(
              "Two rows of tiles of all heads side by side; of shards, those of the input and of"
                  + " the result where they lie.",
              ConcatHeadOperations::buffers)
          .cost(call -> Costs.work(0, cores(call).size(), Costs.inputs(call), call.outputSpec()))
          .engine(Engine.MOVES)
          .kernel(call -> {
            Shape in = call.spec(0).shape();
            AttentionKernels.concatHeads(
                call.floats(0), in.dim(0), in.dim(1), in.dim(2), in.dim(3), call.out().floats());
          })
          .golden(ConcatHeadOperations::golden)
          .declare();

  private static void check(Call<NlpConcatHeadsParams> call) {
    Check.rankIs("input_tensor", call.input(0), 4);
    Shape shape = call.spec(0).shape();
    Check.that(
        shape.dim(3) > 0 && shape.dim(3) % TensorSpec.TILE_SIDE == 0,
        "input_tensor: the head size must be a multiple of 32, got %s",
        shape);
    Check.that(
        (long) shape.dim(1) * shape.dim(3) <= Integer.MAX_VALUE,
        "input_tensor: a row of all heads is too long, got %s",
        shape);
    ShardSpec shards = call.spec(0).memoryConfig().shardSpec();
    if (shards == null) {
      Check.interleaved("input_tensor", call.spec(0).memoryConfig());
      Check.interleaved("memory_config", call.params().outputMemConfig());
    } else {
      checkShards(call, shards);
    }
  }

  private static void checkShards(Call<NlpConcatHeadsParams> call, ShardSpec shards) {
    TensorMemoryLayout layout = call.spec(0).memoryConfig().memoryLayout();
    Check.that(
        layout != TensorMemoryLayout.WIDTH_SHARDED,
        "Input tensor memory layout must not be WIDTH_SHARDED but got %s",
        layout);
    Shape padded = call.spec(0).paddedShape();
    Check.that(
        shards.width() == padded.dim(-1),
        "Input tensor shard width (%d) must equal padded width (%d)",
        shards.width(),
        padded.dim(-1));
    Check.that(
        shards.height() % padded.dim(-2) == 0,
        "Input tensor shard height (%d) must be divisible by padded height (%d)",
        shards.height(),
        padded.dim(-2));
    Check.that(
        padded.dim(1) % headsOf(call, shards) == 0,
        "input_tensor: shards of %d heads do not share out %d heads evenly",
        headsOf(call, shards),
        padded.dim(1));
    TensorMemoryLayout asked = call.params().outputMemConfig().memoryLayout();
    Check.that(
        asked != TensorMemoryLayout.HEIGHT_SHARDED,
        "Output memory config layout must not be HEIGHT_SHARDED but got %s",
        asked);
  }

  private static int headsOf(Call<NlpConcatHeadsParams> call, ShardSpec shards) {
    return shards.height() / call.spec(0).paddedShape().dim(-2);
  }

  private static TensorSpec joined(Call<NlpConcatHeadsParams> call) {
    Shape in = call.spec(0).shape();
    return call.spec(0)
        .withMemoryConfig(MemoryConfig.DRAM)
        .withShape(Shape.of(in.dim(0), 1, in.dim(2), in.dim(1) * in.dim(3)))
        .withMemoryConfig(place(call, call.spec(0).memoryConfig().shardSpec()));
  }

  /** Shards on the cores of the input's, with their heads side by side, whatever was asked for. */
  private static MemoryConfig place(Call<NlpConcatHeadsParams> call, @Nullable ShardSpec shards) {
    MemoryConfig asked = call.params().outputMemConfig();
    if (shards == null || !asked.isSharded()) {
      return asked;
    }
    int heads = headsOf(call, shards);
    ShardSpec wide =
        new ShardSpec(
            shards.grid(), shards.height() / heads, shards.width() * heads, shards.orientation());
    return MemoryConfig.sharded(asked.memoryLayout(), asked.bufferType(), wide);
  }

  private static CoreRangeSet cores(Call<NlpConcatHeadsParams> call) {
    CoreRangeSet grid = call.spec(0).memoryConfig().grid();
    return grid == null ? HeadOperations.blocks(call) : grid;
  }

  private static List<CircularBuffer> buffers(Call<NlpConcatHeadsParams> call) {
    if (!call.spec(0).memoryConfig().isSharded()) {
      long width = call.outputSpec().physicalWidth() / TensorSpec.TILE_SIDE;
      return List.of(CircularBuffers.tiles(cores(call), call.spec(0).dtype(), 2 * width));
    }
    List<CircularBuffer> buffers = new ArrayList<>();
    buffers.add(CircularBuffers.backedBy(call.input(0)));
    if (call.outputSpec().memoryConfig().isSharded()) {
      buffers.add(CircularBuffers.backedBy(call.outputs().getFirst()));
    }
    return buffers;
  }

  private static double[] golden(GoldenCall<NlpConcatHeadsParams> call) {
    Shape in = call.input(0).spec().shape();
    int heads = in.dim(1);
    int rows = in.dim(2);
    int dim = in.dim(3);
    double[] out = call.newOutput();
    for (int i = 0; i < out.length; i++) {
      int head = i / dim % heads;
      int row = i / (dim * heads) % rows;
      int batch = i / (dim * heads * rows);
      out[i] = call.values(0)[((batch * heads + head) * rows + row) * dim + i % dim];
    }
    return out;
  }
}
