package dev.tilescope.ops.internal.mechanism;

/**
 * What a core does to each tile. The engines' own cycles are the ideal; each step also takes the
 * tile into their registers and out of them, as long as profiles of Blackhole boards show it for
 * shards that are worked on where they lie.
 *
 * @param elementwise on the matrix engine
 * @param vector on the vector unit
 * @param products of tiles
 * @param passes of the matrix engine for each element-wise step
 */
public record TileWork(int elementwise, int vector, int products, int passes) {
  private static final int ELEMENTWISE_CYCLES = 8;
  private static final int AROUND_ELEMENTWISE_CYCLES = 66;
  private static final int VECTOR_CYCLES = 32;
  private static final int AROUND_VECTOR_CYCLES = 243;

  public static final TileWork NONE = new TileWork(0, 0, 0, 1);

  public static TileWork elementwise(int count) {
    return new TileWork(count, 0, 0, 1);
  }

  public static TileWork vector(int count) {
    return new TileWork(0, count, 0, 1);
  }

  long idealCycles() {
    return (long) elementwise * ELEMENTWISE_CYCLES * passes
        + (long) vector * VECTOR_CYCLES
        + (long) products * Costs.CYCLES_PER_TILE_PRODUCT;
  }

  long cycles() {
    return idealCycles()
        + (long) elementwise * AROUND_ELEMENTWISE_CYCLES
        + (long) vector * AROUND_VECTOR_CYCLES;
  }
}
