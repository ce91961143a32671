package dev.tilescope.ops.internal.attention;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.AttentionKernels;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Elements;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Heads of BERT's fused projections. Block shards hold the queries, keys and values of their heads
 * side by side, so that each core splits its own; without shards those of all heads do.
 */
public final class FusedHeadOperations {
  private FusedHeadOperations() {}

  private static final int TENSORS = 3;

  /** What the programs are written for. */
  private static final int INTERLEAVED_HEADS = 16;

  private static final int INTERLEAVED_HEAD = 64;
  private static final int HEADS_OF_A_SHARD = 2;

  public record SplitFusedParams(
      CoreCoord computeWithStorageGridSize, MemoryConfig outputMemConfig, int numHeads) {}

  public static final DeviceOperation<SplitFusedParams> SPLIT_FUSED_ON_DEVICE =
      DeviceOperation.<SplitFusedParams>named(
              "SplitFusedQKVAndSplitHeadsDeviceOperation", "split_query_key_value_and_split_heads")
          .takes(
              Input.of("input_tensor")
                  .dtypes(List.of(DataType.BFLOAT16, DataType.BFLOAT8_B))
                  .in(Layout.TILE))
          .validation(FusedHeadOperations::check)
          .outputs(FusedHeadOperations::heads)
          .circularBuffers(
              "A row of tiles of two heads' tensors in, of one out, of four between, on a core for"
                  + " each row of tiles; of shards the input and the results where they lie, and two"
                  + " columns of tiles.",
              FusedHeadOperations::buffers)
          .cost(FusedHeadOperations::cost)
          .kernel(FusedHeadOperations::compute)
          .goldens(FusedHeadOperations::golden)
          .declare();

  public record SplitFusedArguments(
      Tensor inputTensor,
      CoreCoord computeWithStorageGridSize,
      @Nullable MemoryConfig memoryConfig,
      @Default("16") int numHeads,
      @Nullable List<Tensor> outputTensors) {}

  public static final Operation<SplitFusedArguments, List<Tensor>>
      SPLIT_QUERY_KEY_VALUE_AND_SPLIT_HEADS =
          Operation.of(
              "ttnn::experimental::split_query_key_value_and_split_heads",
              SplitFusedArguments.class,
              FusedHeadOperations::split,
              SPLIT_FUSED_ON_DEVICE);

  private static List<Tensor> split(SplitFusedArguments a) {
    Tensor input = a.inputTensor();
    SPLIT_FUSED_ON_DEVICE.requireUsable(input);
    List<Tensor> into = a.outputTensors() == null ? List.of() : a.outputTensors();
    Check.that(
        into.isEmpty() || into.size() == TENSORS,
        "Must have 3 output tensors, got %d",
        into.size());
    MemoryConfig memory = a.memoryConfig() == null ? input.memoryConfig() : a.memoryConfig();
    return SPLIT_FUSED_ON_DEVICE.runAllInto(
        into, new SplitFusedParams(a.computeWithStorageGridSize(), memory, a.numHeads()), input);
  }

  private static void check(Call<SplitFusedParams> call) {
    Check.rankIs("input_tensor", call.input(0), 4);
    Check.atLeast("num_heads", call.params().numHeads(), 1);
    Shape shape = call.spec(0).shape();
    int unit = TENSORS * call.params().numHeads() * TensorSpec.TILE_SIDE;
    Check.that(
        shape.dim(1) == 1
            && shape.dim(2) % TensorSpec.TILE_SIDE == 0
            && shape.dim(3) > 0
            && shape.dim(3) % unit == 0,
        "input_tensor: [batch, 1, a multiple of 32, a multiple of %d] is needed for %d heads, got"
            + " %s",
        unit,
        call.params().numHeads(),
        shape);
    ShardSpec shards = call.spec(0).memoryConfig().shardSpec();
    if (shards == null) {
      checkInterleaved(call, shape);
    } else {
      checkShards(call, shards);
    }
  }

  private static void checkInterleaved(Call<SplitFusedParams> call, Shape shape) {
    Check.that(
        shape.dim(0) >= 7 && shape.dim(0) <= 9,
        "Input batch size must be between 7 to 9 for bert large TM ops! got %d",
        shape.dim(0));
    Check.that(
        call.params().numHeads() == INTERLEAVED_HEADS
            && shape.dim(3) == TENSORS * INTERLEAVED_HEADS * INTERLEAVED_HEAD,
        "input_tensor: 16 heads of 64, so 3072 columns, are needed without shards, got %d heads in"
            + " %s",
        call.params().numHeads(),
        shape);
    Check.interleaved("memory_config", call.params().outputMemConfig());
    checkGrid(call.params().computeWithStorageGridSize(), shape);
  }

  /** A core has a row of tiles of a batch. */
  static void checkGrid(CoreCoord grid, Shape shape) {
    Check.that(
        shape.dim(2) / TensorSpec.TILE_SIDE <= grid.x() && shape.dim(0) <= grid.y(),
        "compute_with_storage_grid_size: a column of cores for each 32 rows and a row for each"
            + " batch are needed, so %dx%d, got %dx%d",
        shape.dim(2) / TensorSpec.TILE_SIDE,
        shape.dim(0),
        grid.x(),
        grid.y());
  }

  private static void checkShards(Call<SplitFusedParams> call, ShardSpec shards) {
    CoreCoord grid = call.params().computeWithStorageGridSize();
    CoreCoord last = shards.grid().boundingBox().end();
    Check.that(
        last.x() < grid.x() && last.y() < grid.y(),
        "Bounding box end coordinates (%d, %d) must be less than grid size (%d, %d)",
        last.x(),
        last.y(),
        grid.x(),
        grid.y());
    Check.that(
        shards.grid().ranges().size() == 1,
        "Input tensor shard spec must have exactly 1 grid range but got %d",
        shards.grid().ranges().size());
    TensorMemoryLayout layout = call.spec(0).memoryConfig().memoryLayout();
    Check.that(
        layout == TensorMemoryLayout.BLOCK_SHARDED,
        "Input tensor memory layout must be BLOCK_SHARDED but got %s",
        layout);
    int across = across(shards);
    Check.that(
        call.params().numHeads() == HEADS_OF_A_SHARD * across
            && (long) shards.width() * across == call.spec(0).shape().dim(3),
        "num_heads: shards of two heads each are needed, so %d heads on %d cores across, got %d",
        HEADS_OF_A_SHARD * across,
        across,
        call.params().numHeads());
    Check.that(
        call.params().outputMemConfig().isSharded(),
        "memory_config: heads of shards are sharded too, got %s",
        call.params().outputMemConfig());
  }

  /** Cores that share a row. */
  private static int across(@Nullable ShardSpec shards) {
    if (shards == null) {
      return 1;
    }
    CoreRange box = shards.grid().boundingBox();
    return shards.orientation() == ShardOrientation.ROW_MAJOR
        ? box.end().x() + 1
        : box.end().y() + 1;
  }

  private static int headSize(TensorSpec input, int heads) {
    return input.shape().dim(3) / TENSORS / heads;
  }

  private static List<TensorSpec> heads(Call<SplitFusedParams> call) {
    Shape in = call.spec(0).shape();
    int heads = call.params().numHeads();
    int dim = headSize(call.spec(0), heads);
    TensorSpec rows = placed(call, Shape.of(in.dim(0), heads, in.dim(2), dim));
    return List.of(rows, placed(call, Shape.of(in.dim(0), heads, dim, in.dim(2))), rows);
  }

  private static TensorSpec placed(Call<SplitFusedParams> call, Shape shape) {
    MemoryConfig asked = call.params().outputMemConfig();
    ShardSpec shards = call.spec(0).memoryConfig().shardSpec();
    TensorSpec whole = new TensorSpec(shape, call.spec(0).dtype(), Layout.TILE, MemoryConfig.DRAM);
    if (shards == null) {
      return whole.withMemoryConfig(asked);
    }
    ShardSpec own =
        new ShardSpec(
            shards.grid(),
            shape.dim(1) / across(shards) * shape.dim(2),
            shape.dim(3),
            shards.orientation());
    return whole.withMemoryConfig(
        MemoryConfig.sharded(asked.memoryLayout(), asked.bufferType(), own));
  }

  private static CoreRangeSet cores(Call<SplitFusedParams> call) {
    CoreRangeSet held = call.spec(0).memoryConfig().grid();
    Shape shape = call.spec(0).shape();
    return held == null
        ? CoreRangeSet.grid(shape.dim(2) / TensorSpec.TILE_SIDE, shape.dim(0))
        : held;
  }

  private static List<CircularBuffer> buffers(Call<SplitFusedParams> call) {
    CoreRangeSet cores = cores(call);
    DataType dtype = call.spec(0).dtype();
    ShardSpec shards = call.spec(0).memoryConfig().shardSpec();
    if (shards == null) {
      long perTensor = call.spec(0).shape().dim(3) / TensorSpec.TILE_SIDE / TENSORS;
      return List.of(
          CircularBuffers.tiles(cores, dtype, 2 * perTensor),
          CircularBuffers.tiles(cores, dtype, 4 * perTensor),
          CircularBuffers.tiles(cores, dtype, perTensor));
    }
    List<CircularBuffer> all = new ArrayList<>();
    all.add(CircularBuffers.backedBy(call.input(0)));
    all.add(CircularBuffers.tiles(cores, dtype, 2L * shards.height() / TensorSpec.TILE_SIDE));
    call.outputs().forEach(each -> all.add(CircularBuffers.backedBy(each)));
    return all;
  }

  /** As much is written as read. */
  private static Work cost(Call<SplitFusedParams> call) {
    TensorSpec written =
        call.spec(0).memoryConfig().isSharded()
            ? call.spec(0)
            : call.spec(0).withMemoryConfig(call.params().outputMemConfig());
    return Costs.work(0, cores(call).size(), Costs.inputs(call), written);
  }

  private static void compute(Call<SplitFusedParams> call) {
    Shape in = call.spec(0).shape();
    int dim = headSize(call.spec(0), call.params().numHeads());
    int across = across(call.spec(0).memoryConfig().shardSpec());
    int heads = call.params().numHeads() / across;
    for (int which = 0; which < TENSORS; which++) {
      float[] part = new float[in.dim(0) * heads * in.dim(2) * dim];
      for (int core = 0; core < across; core++) {
        int column = (core * TENSORS + which) * heads * dim;
        AttentionKernels.splitHeads(
            call.floats(0), in.dim(0), in.dim(2), in.dim(3), column, heads, dim, which == 1, part);
        place(part, in.dim(0), core, across, call.out(which).floats());
      }
    }
  }

  /** Puts the heads of one core among those of all, for each batch. */
  private static void place(float[] part, int batch, int core, int across, float[] out) {
    int length = batch == 0 ? 0 : part.length / batch;
    for (int b = 0; b < batch; b++) {
      System.arraycopy(part, b * length, out, (b * across + core) * length, length);
    }
  }

  private static List<double[]> golden(GoldenCall<SplitFusedParams> call) {
    TensorSpec input = call.input(0).spec();
    int heads = call.params().numHeads();
    int dim = headSize(input, heads);
    int perCore = heads / across(input.memoryConfig().shardSpec());
    List<double[]> results = new ArrayList<>();
    for (int which = 0; which < TENSORS; which++) {
      int part = which;
      results.add(
          Elements.of(
              Objects.requireNonNull(call.outputs().get(which)).shape(),
              at -> {
                int slot = (at[1] / perCore * TENSORS + part) * perCore + at[1] % perCore;
                int row = at[part == 1 ? 3 : 2];
                int element = at[part == 1 ? 2 : 3];
                return Elements.at(call.input(0), at[0], 0, row, slot * dim + element);
              }));
    }
    return results;
  }
}
