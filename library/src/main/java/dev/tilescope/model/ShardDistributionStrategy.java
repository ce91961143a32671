package dev.tilescope.model;

/**
 * How shards of any number of dimensions go to cores. Prints as {@code
 * ShardDistributionStrategy::ROUND_ROBIN_1D}.
 */
public enum ShardDistributionStrategy implements Coded {
  /** In turn, and from the first core again when all have had one. */
  ROUND_ROBIN_1D(0),

  /** The shards of a plane on the cores of a rectangle, row on row and column on column. */
  GRID_2D(1),

  /** The same number of shards to each core, those that follow each other together. */
  CONTIGUOUS_1D(2);

  private final int code;

  ShardDistributionStrategy(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  @Override
  public String toString() {
    return "ShardDistributionStrategy::" + name();
  }
}
