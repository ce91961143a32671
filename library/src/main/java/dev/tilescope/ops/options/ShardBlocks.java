package dev.tilescope.ops.options;

import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.tensor.Tensor;

/**
 * How a program works on the shards of a tensor, in tiles: what a program config says of them.
 *
 * @param subblockW tiles of a row at a time; it divides {@code blockW}
 * @param blockH rows of tiles of a shard
 * @param blockW columns of tiles of a shard
 */
public record ShardBlocks(CoreGrid grid, int subblockW, int blockH, int blockW) {
  /** That the input is sharded as the program config says. */
  public void check(Tensor input) {
    ShardSpec shards = input.memoryConfig().shardSpec();
    Check.that(
        shards != null && input.memoryConfig().bufferType().isL1(),
        "program_config: a sharded one needs an input sharded in L1, got %s",
        input.memoryConfig());
    if (shards == null) {
      return;
    }
    Check.that(
        blockH * (long) TensorSpec.TILE_SIDE == shards.height()
            && blockW * (long) TensorSpec.TILE_SIDE == shards.width(),
        "program_config: block_h and block_w are those of a shard of %dx%d elements, got %d and %d"
            + " tiles",
        shards.height(),
        shards.width(),
        blockH,
        blockW);
    Check.that(
        subblockW >= 1 && blockW % subblockW == 0,
        "program_config: subblock_w must divide block_w, %d, got %d",
        blockW,
        subblockW);
    Check.that(
        shards.grid().ranges().stream()
            .allMatch(r -> r.width() <= grid.x() && r.height() <= grid.y()),
        "program_config: compute_with_storage_grid_size must hold the shards' cores, %s, got %s",
        shards.grid(),
        grid);
  }
}
