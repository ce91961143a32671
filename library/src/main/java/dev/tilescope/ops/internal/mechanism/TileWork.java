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
 * @param measuredCycles that boards take for all of it; 0 where nobody measured
 */
public record TileWork(int elementwise, int vector, int products, int passes, long measuredCycles) {
  private static final int ELEMENTWISE_CYCLES = 8;
  private static final int AROUND_ELEMENTWISE_CYCLES = 66;
  private static final int VECTOR_CYCLES = 32;
  private static final int AROUND_VECTOR_CYCLES = 243;

  public TileWork(int elementwise, int vector, int products, int passes) {
    this(elementwise, vector, products, passes, 0);
  }

  public static final TileWork NONE = new TileWork(0, 0, 0, 1);

  public static TileWork elementwise(int count) {
    return new TileWork(count, 0, 0, 1);
  }

  public static TileWork vector(int count) {
    return new TileWork(0, count, 0, 1);
  }

  /** Of a function of the vector unit, as long as boards take for it. */
  public static TileWork measured(long cycles) {
    return new TileWork(0, 1, 0, 1, cycles);
  }

  long idealCycles() {
    return (long) elementwise * ELEMENTWISE_CYCLES * passes
        + (long) vector * VECTOR_CYCLES
        + (long) products * Costs.CYCLES_PER_TILE_PRODUCT;
  }

  long cycles() {
    return measuredCycles > 0 ? Math.max(measuredCycles, idealCycles()) : estimatedCycles();
  }

  private long estimatedCycles() {
    return idealCycles()
        + (long) elementwise * AROUND_ELEMENTWISE_CYCLES
        + (long) vector * AROUND_VECTOR_CYCLES;
  }
}
