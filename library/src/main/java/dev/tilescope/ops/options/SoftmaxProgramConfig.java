package dev.tilescope.ops.options;

/** How an in-place softmax is spread over the cores. */
public sealed interface SoftmaxProgramConfig {
  /** Rows of tiles are shared out between the cores. */
  record Default() implements SoftmaxProgramConfig {}

  /**
   * Each core works on its shard, where it lies.
   *
   * @param subblockW tiles of a row at a time; it divides {@code blockW}
   * @param blockH rows of tiles of a shard
   * @param blockW columns of tiles of a shard
   */
  record ShardedMultiCore(
      CoreGrid computeWithStorageGridSize, int subblockW, int blockH, int blockW)
      implements SoftmaxProgramConfig {
    public ShardBlocks blocks() {
      return new ShardBlocks(computeWithStorageGridSize, subblockW, blockH, blockW);
    }
  }
}
