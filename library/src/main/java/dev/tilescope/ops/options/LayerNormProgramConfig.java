package dev.tilescope.ops.options;

/**
 * How a norm is spread over the cores. {@code legacyReduction} and {@code legacyRsqrt} choose among
 * programs that differ in rounding on silicon; they are announced only. {@code useWelford} needs
 * the {@code recip_tensor} of {@code layer_norm}.
 */
public sealed interface LayerNormProgramConfig {
  boolean useWelford();

  /** Rows of tiles are shared out between the cores. */
  record Default(boolean legacyReduction, boolean legacyRsqrt, boolean useWelford)
      implements LayerNormProgramConfig {
    public Default() {
      this(false, false, false);
    }
  }

  /**
   * Each core works on its shard, where it lies.
   *
   * @param subblockW tiles of a row at a time; it divides {@code blockW}
   * @param blockH rows of tiles of a shard
   * @param blockW columns of tiles of a shard
   * @param inplace whether the result is written over the input, which is given back
   */
  record ShardedMultiCore(
      CoreGrid computeWithStorageGridSize,
      int subblockW,
      int blockH,
      int blockW,
      boolean inplace,
      boolean legacyReduction,
      boolean legacyRsqrt,
      boolean useWelford)
      implements LayerNormProgramConfig {
    public ShardedMultiCore(
        CoreGrid computeWithStorageGridSize,
        int subblockW,
        int blockH,
        int blockW,
        boolean inplace) {
      this(computeWithStorageGridSize, subblockW, blockH, blockW, inplace, false, false, false);
    }

    public ShardBlocks blocks() {
      return new ShardBlocks(computeWithStorageGridSize, subblockW, blockH, blockW);
    }
  }
}
