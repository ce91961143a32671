package dev.tilescope.model;

import java.util.Arrays;

/**
 * Shards of any number of dimensions: their shape in elements, their cores, and how cores take
 * them. A core may have many. Prints as TT-NN prints it, a JSON object.
 */
public record NdShardSpec(
    Shape shardShape,
    CoreRangeSet grid,
    ShardOrientation orientation,
    ShardDistributionStrategy shardDistributionStrategy) {
  public NdShardSpec {
    if (shardShape.rank() == 0 || shardShape.volume() == 0) {
      throw new TilescopeException(
          "Shard shape must have non zero volume! Got " + shardShape + " as shard shape");
    }
    if (grid.ranges().isEmpty()) {
      throw new TilescopeException("shard grid must hold at least one core, got {}");
    }
  }

  /** In turn, row of cores by row of cores. */
  public NdShardSpec(Shape shardShape, CoreRangeSet grid) {
    this(shardShape, grid, ShardOrientation.ROW_MAJOR, ShardDistributionStrategy.ROUND_ROBIN_1D);
  }

  @Override
  public String toString() {
    return "{\"shard_shape\":%s,\"grid\":%s,\"orientation\":\"%s\",\"shard_distribution_strategy\":\"%s\"}"
        .formatted(
            Arrays.toString(shardShape.toArray()),
            ShardSpec.json(grid),
            orientation,
            shardDistributionStrategy);
  }
}
