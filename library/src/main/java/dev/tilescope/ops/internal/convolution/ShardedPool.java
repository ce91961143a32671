package dev.tilescope.ops.internal.convolution;

import static dev.tilescope.ops.internal.mechanism.Temporaries.when;

import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.composite.Relayout;
import dev.tilescope.ops.internal.convolution.HaloOperations.HaloRequest;
import dev.tilescope.ops.internal.convolution.Pool2dOperations.Pool2DParams;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.movement.MovementSteps;
import dev.tilescope.ops.options.PoolOptions;
import dev.tilescope.tensor.Tensor;
import java.util.List;

/**
 * A pool in L1 whose input is in shards or is moved into them first, and whose result is in shards
 * on the same cores: pool2d_L1 of TT-NN's generic_pools.cpp.
 */
record ShardedPool(Tensor input, Pool2DParams params, PoolOptions options) {
  static boolean isInShards(MemoryConfig memory) {
    return memory.shardSpec() != null && memory.bufferType().isL1();
  }

  /** What each core gets of the pixels. */
  static HaloShards halo(Pool2DParams params, ParallelConfig parallel) {
    return new HaloShards(
        params.halo().around(params.image()),
        params.window(),
        params.output(),
        parallel.coresNhw(),
        params.outputLayout() == Layout.TILE);
  }

  List<Tensor> run() {
    MemoryConfig given = input.memoryConfig();
    try (Temporaries made = Temporaries.besides(input)) {
      Tensor flat = made.step(input, t -> Relayout.shaped(t, params.image().flat().toArray()));
      Tensor pixels = made.own(isInShards(given) ? sharded(flat) : inShards(flat));
      ParallelConfig parallel = ParallelConfig.of(pixels.memoryConfig());
      Tensor padded = made.own(HaloOperations.halo(pixels, request(), params.output()));
      if (options.deallocateInput() && isInShards(given)) {
        input.close();
      } else if (options.deallocateInput() || given.bufferType().isDram()) {
        made.free(pixels);
      }
      Tensor moved = made.step(padded, when(options.reallocateHaloOutput(), MovementSteps::move));
      List<Tensor> results =
          made.ownAll(Pool2dOperations.POOL2D_ON_DEVICE.runAll(cut(parallel), moved));
      MemoryConfig asked = options.memoryConfig();
      return made.handOver(
          asked == null
              ? results
              : results.stream().map(t -> made.step(t, r -> Relayout.placed(r, asked))).toList());
    }
  }

  private HaloRequest request() {
    return new HaloRequest(
        params.image(),
        params.window(),
        params.halo(),
        params.clearing(),
        params.outputLayout() == Layout.TILE);
  }

  private Tensor sharded(Tensor sharded) {
    TensorMemoryLayout asked = options.appliedShardScheme();
    if (asked != null) {
      throw Check.failed(
          "applied_shard_scheme: A sharding scheme should not be specified for a sharded input"
              + " tensor, got %s for %s",
          asked, sharded.memoryConfig());
    }
    ParallelConfig parallel = ParallelConfig.of(sharded.memoryConfig());
    Check.that(
        parallel.orientation() == ShardOrientation.ROW_MAJOR,
        "input_tensor: Only row major orientation is supported, got %s",
        sharded.memoryConfig());
    return sharded;
  }

  private Tensor inShards(Tensor pixels) {
    PoolPlan plan = new PoolPlan(params, pixels.dtype(), pixels.layout(), pixels.device().board());
    TensorMemoryLayout asked = options.appliedShardScheme();
    return Relayout.placed(pixels, asked == null ? plan.inputMemory() : plan.inputMemory(asked));
  }

  private Pool2DParams cut(ParallelConfig parallel) {
    boolean tiled = params.outputLayout() == Layout.TILE;
    int channels = params.output().channels();
    return params.along(
        halo(params, parallel),
        new ParallelConfig(parallel.grid(), parallel.scheme(), ShardOrientation.ROW_MAJOR)
            .memory(
                params.output().flat().dim(2),
                channels,
                tiled ? TensorSpec.TILE_SIDE : 1,
                channelUnit(channels, parallel.coresChannels(), tiled)));
  }

  /**
   * Whole tiles, or halves of them in rows. A rest that is less than a half is padded to a whole
   * tile if there are others.
   */
  private static int channelUnit(int channels, int cores, boolean tiled) {
    int half = TensorSpec.TILE_SIDE / 2;
    int perCore = Math.ceilDiv(channels, cores);
    int rest = perCore % TensorSpec.TILE_SIDE;
    return tiled || rest > 0 && rest < half && perCore > half ? TensorSpec.TILE_SIDE : half;
  }
}
