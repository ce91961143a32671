package dev.tilescope.ops.options;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.TtnnName;

/**
 * How {@code minimal_matmul} cuts its product: TT-NN's {@code MinimalMatmulConfig}. Sizes are in
 * tiles.
 */
public record MinimalMatmulConfig(
    @TtnnName("M_block_size") int mBlockSize,
    @TtnnName("K_block_size") int kBlockSize,
    @TtnnName("N_block_size") int nBlockSize,
    int subblockH,
    int subblockW,
    CoreGrid computeWithStorageGridSize) {
  public MinimalMatmulConfig {
    if (Math.min(mBlockSize, Math.min(kBlockSize, nBlockSize)) < 1
        || Math.min(subblockH, subblockW) < 1) {
      throw new TilescopeException(
          "config: blocks and subblocks are of 1 tile or more, got %d x %d x %d and %d x %d"
              .formatted(mBlockSize, kBlockSize, nBlockSize, subblockH, subblockW));
    }
    if (mBlockSize % subblockH != 0 || nBlockSize % subblockW != 0) {
      throw new TilescopeException(
          "config: subblocks of %d x %d do not divide blocks of %d x %d"
              .formatted(subblockH, subblockW, mBlockSize, nBlockSize));
    }
  }
}
