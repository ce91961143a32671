package dev.tilescope.ops.internal.attention;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.attention.HeadOperations.NlpCreateHeadsParams;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Elements;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Heads of rows in block shards. Unlike in interleaved rows, the heads stand in groups, so that
 * each core has whole ones: for each key head the query heads that share it, the key head, the
 * value head.
 */
public final class ShardedHeadOperations {
  private ShardedHeadOperations() {}

  public record CreateQkvHeadsParams(
      int numQHeads,
      int numKvHeads,
      int headDim,
      boolean transposeKHeads,
      MemoryConfig outputMemConfig) {
    int perGroup() {
      return numQHeads / numKvHeads;
    }

    /** Elements of the heads of one group. */
    int groupWidth() {
      return (perGroup() + 2) * headDim;
    }
  }

  public static final DeviceOperation<CreateQkvHeadsParams> CREATE_QKV_HEADS_ON_DEVICE =
      DeviceOperation.<CreateQkvHeadsParams>named(
              "CreateQKVHeadsDeviceOperation", "create_qkv_heads")
          .takes(Input.of("input_tensor").floats().in(Layout.TILE))
          .validation(ShardedHeadOperations::checkShards)
          .outputs(ShardedHeadOperations::shardedHeads)
          .circularBuffers(
              "The shards of the input and of the three results themselves; where keys are"
                  + " transposed as much as their shard more.",
              ShardedHeadOperations::shardBuffers)
          .cost(ShardedHeadOperations::shardCost)
          .kernel(ShardedHeadOperations::createFromShards)
          .goldens(ShardedHeadOperations::goldenFromShards)
          .declare();

  /** Splits what {@code split_query_key_value_and_split_heads} is given in shards. */
  static List<Tensor> splitShards(Tensor input, @Nullable Tensor kv, NlpCreateHeadsParams heads) {
    Check.that(
        kv == null,
        "kv_input_tensor: keys and values are in a sharded input_tensor already, got one more");
    return CREATE_QKV_HEADS_ON_DEVICE.runAll(
        new CreateQkvHeadsParams(
            heads.numQHeads(),
            heads.numKvHeads(),
            heads.headDim(),
            heads.transposeKHeads(),
            heads.outputMemConfig()),
        input);
  }

  private static ShardSpec shards(Call<CreateQkvHeadsParams> call) {
    return Objects.requireNonNull(call.spec(0).memoryConfig().shardSpec());
  }

  private static void checkShards(Call<CreateQkvHeadsParams> call) {
    CreateQkvHeadsParams params = call.params();
    TensorSpec in = call.spec(0);
    Shape shape = in.shape();
    Check.that(
        shape.rank() == 3 || shape.rank() == 4 && shape.dim(1) == 1,
        "input_tensor: [batch, sequence, width] or [batch, 1, sequence, width] is needed, got %s",
        shape);
    Check.that(
        in.memoryConfig().memoryLayout() == TensorMemoryLayout.BLOCK_SHARDED
            && in.memoryConfig().bufferType().isL1(),
        "input_tensor: the operation takes INTERLEAVED or BLOCK_SHARDED in L1, got %s; convert with"
            + " Ttnn.toMemoryConfig",
        in.memoryConfig());
    Check.that(
        params.outputMemConfig().memoryLayout() == TensorMemoryLayout.HEIGHT_SHARDED
            && params.outputMemConfig().bufferType().isL1(),
        "memory_config: heads of shards are HEIGHT_SHARDED in L1, got %s",
        params.outputMemConfig());
    Check.that(
        params.numQHeads() % params.numKvHeads() == 0,
        "num_heads: it must be a multiple of num_kv_heads, %d, got %d",
        params.numKvHeads(),
        params.numQHeads());
    checkGrid(call, shape);
  }

  private static void checkGrid(Call<CreateQkvHeadsParams> call, Shape shape) {
    ShardSpec shards = shards(call);
    Check.that(
        shards.grid().ranges().size() == 1,
        "input_tensor: shards on one rectangle of cores are needed, got %s",
        shards.grid());
    CoreRange cores = shards.grid().ranges().getFirst();
    boolean byRow = shards.orientation() == ShardOrientation.ROW_MAJOR;
    int down = byRow ? cores.height() : cores.width();
    int across = byRow ? cores.width() : cores.height();
    Check.that(
        shape.dim(0) == down && shards.height() == call.spec(0).paddedShape().dim(-2),
        "input_tensor: a row of cores for each of %d sequences is needed, got %d with shards of %d"
            + " rows",
        shape.dim(0),
        down,
        shards.height());
    Check.that(
        call.params().numKvHeads() % across == 0,
        "num_kv_heads: it must be a multiple of the %d cores across, got %d",
        across,
        call.params().numKvHeads());
    Check.that(
        (long) shards.width() * across == shape.dim(-1),
        "input_tensor: shards must be %d wide, got %d",
        shape.dim(-1) / across,
        shards.width());
  }

  private static List<TensorSpec> shardedHeads(Call<CreateQkvHeadsParams> call) {
    CreateQkvHeadsParams params = call.params();
    Shape in = call.spec(0).shape();
    int rows = in.dim(-2);
    int dim = params.headDim();
    TensorSpec value = inShards(call, Shape.of(in.dim(0), params.numKvHeads(), rows, dim));
    return List.of(
        inShards(call, Shape.of(in.dim(0), params.numQHeads(), rows, dim)),
        params.transposeKHeads()
            ? inShards(call, Shape.of(in.dim(0), params.numKvHeads(), dim, rows))
            : value,
        value);
  }

  private static TensorSpec inShards(Call<CreateQkvHeadsParams> call, Shape shape) {
    ShardSpec held = shards(call);
    TensorSpec whole = new TensorSpec(shape, call.spec(0).dtype(), Layout.TILE, MemoryConfig.DRAM);
    long rows = whole.physicalHeight() / held.grid().size();
    Check.that(rows <= Integer.MAX_VALUE, "input_tensor: shards of %d rows are too long", rows);
    return whole.withMemoryConfig(
        MemoryConfig.sharded(
            TensorMemoryLayout.HEIGHT_SHARDED,
            call.params().outputMemConfig().bufferType(),
            new ShardSpec(
                held.grid(), (int) rows, (int) whole.physicalWidth(), held.orientation())));
  }

  private static List<CircularBuffer> shardBuffers(Call<CreateQkvHeadsParams> call) {
    List<CircularBuffer> buffers = new ArrayList<>();
    buffers.add(CircularBuffers.backedBy(call.input(0)));
    call.outputs().forEach(out -> buffers.add(CircularBuffers.backedBy(out)));
    if (call.params().transposeKHeads()) {
      ShardSpec keys =
          Objects.requireNonNull(call.outputs().get(1).spec().memoryConfig().shardSpec());
      int side = TensorSpec.TILE_SIDE;
      long tiles = (long) keys.height() / side * (keys.width() / side);
      buffers.add(CircularBuffers.tiles(keys.grid(), call.spec(0).dtype(), tiles));
    }
    return buffers;
  }

  /** As much is written as read. */
  private static Work shardCost(Call<CreateQkvHeadsParams> call) {
    return Costs.work(0, shards(call).grid().size(), Costs.inputs(call), call.spec(0));
  }

  private static void createFromShards(Call<CreateQkvHeadsParams> call) {
    CreateQkvHeadsParams params = call.params();
    int group = params.perGroup();
    int dim = params.headDim();
    for (int head = 0; head < params.numQHeads(); head++) {
      int column = head / group * params.groupWidth() + head % group * dim;
      copyHead(call, column, head, params.numQHeads(), false, call.out(0).floats());
    }
    for (int head = 0; head < params.numKvHeads(); head++) {
      int keys = head * params.groupWidth() + group * dim;
      int heads = params.numKvHeads();
      copyHead(call, keys, head, heads, params.transposeKHeads(), call.out(1).floats());
      copyHead(call, keys + dim, head, heads, false, call.out(2).floats());
    }
  }

  private static void copyHead(
      Call<CreateQkvHeadsParams> call,
      int column,
      int head,
      int heads,
      boolean transposed,
      float[] out) {
    Shape in = call.spec(0).shape();
    float[] from = call.floats(0);
    int rows = in.dim(-2);
    int dim = call.params().headDim();
    for (int i = 0; i < in.dim(0) * rows; i++) {
      int at = i * in.dim(-1) + column;
      int start = (i / rows * heads + head) * rows * dim;
      if (!transposed) {
        System.arraycopy(from, at, out, start + i % rows * dim, dim);
        continue;
      }
      for (int d = 0; d < dim; d++) {
        out[start + d * rows + i % rows] = from[at + d];
      }
    }
  }

  private static List<double[]> goldenFromShards(GoldenCall<CreateQkvHeadsParams> call) {
    CreateQkvHeadsParams params = call.params();
    int group = params.perGroup();
    List<double[]> results = new ArrayList<>();
    for (int which = 0; which < 3; which++) {
      Shape shape = call.outputs().get(which).shape();
      int part = which;
      boolean turned = which == 1 && params.transposeKHeads();
      results.add(
          Elements.of(
              shape,
              index -> {
                int slot = part == 0 ? index[1] % group : group + part - 1;
                int of = part == 0 ? index[1] / group : index[1];
                int row = index[turned ? 3 : 2];
                int element = index[turned ? 2 : 3];
                Shape in = call.input(0).spec().shape();
                int head = of * (group + 2) + slot;
                int at = (index[0] * in.dim(-2) + row) * in.dim(-1);
                return call.values(0)[at + head * params.headDim() + element];
              }));
    }
    return results;
  }
}
