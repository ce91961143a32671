package dev.tilescope.model;

import org.jspecify.annotations.Nullable;

/**
 * Shards of any number of dimensions as shards of the tensor seen as a plane, where they amount to
 * such: TT-NN's operations know most layouts in that form alone.
 *
 * <p>Shards that go to columns of cores in turn are blocks if they fill these columns. TT-NN asks
 * for filled rows there, and takes some for blocks whose pages lie elsewhere.
 */
final class FlatShards {
  private FlatShards() {}

  /**
   * @param padded the shape of the tensor with its padding
   * @return the same config with height, width or block shards beside those that it was made with;
   *     without, if there are no such
   */
  static MemoryConfig flattened(MemoryConfig memory, NdShardSpec shards, Shape padded) {
    ShardSpec flat = flat(shards, padded);
    TensorMemoryLayout layout = flat == null ? null : layout(shards, flat, padded);
    return layout == null
        ? MemoryConfig.sharded(memory.bufferType(), shards)
        : new MemoryConfig(layout, memory.bufferType(), flat, shards);
  }

  /** A shard as rows of a plane, if its elements lie in whole, successive rows of it. */
  private static @Nullable ShardSpec flat(NdShardSpec shards, Shape padded) {
    Shape shape = shards.shardShape();
    if (shards.shardDistributionStrategy() == ShardDistributionStrategy.CONTIGUOUS_1D
        || shape.rank() > padded.rank()) {
      return null;
    }
    int partial = partialDim(shape, padded);
    long height = 1;
    for (int dim = partial; dim < shape.rank() - 1; dim++) {
      height *= shape.dim(dim);
    }
    boolean whole = shape.volume() == height * shape.dim(-1);
    if (!whole || height > Integer.MAX_VALUE || !repeats(shape, padded, partial)) {
      return null;
    }
    return new ShardSpec(shards.grid(), (int) height, shape.dim(-1), shards.orientation());
  }

  /** The innermost dimension, but for the last, of which a shard has a part only; 0 if none. */
  private static int partialDim(Shape shard, Shape padded) {
    int dim = shard.rank() - 2;
    while (dim > 0 && shard.dim(dim) == padded.dim(dim - shard.rank())) {
      dim--;
    }
    return Math.max(dim, 0);
  }

  /** Whether cutting the plane into shards of so many rows cuts that dimension as asked. */
  private static boolean repeats(Shape shard, Shape padded, int dim) {
    if (dim == 0) {
      return true;
    }
    int size = padded.dim(dim - shard.rank());
    long outer = 1;
    for (int i = 0; i < padded.rank() - shard.rank() + dim; i++) {
      outer *= padded.dim(i);
    }
    return size % shard.dim(dim) == 0 || outer == 1;
  }

  /** Null if shards of a plane would not go to the same cores. */
  private static @Nullable TensorMemoryLayout layout(
      NdShardSpec shards, ShardSpec flat, Shape padded) {
    long width = padded.dim(-1);
    long height = width == 0 ? 0 : padded.volume() / width;
    boolean byRow = flat.orientation() == ShardOrientation.ROW_MAJOR;
    long down = Math.ceilDiv(byRow ? height : width, byRow ? flat.height() : flat.width());
    long across = Math.ceilDiv(byRow ? width : height, byRow ? flat.width() : flat.height());
    if (down * across > flat.grid().size()) {
      return null;
    }
    boolean inTurn = shards.shardDistributionStrategy() == ShardDistributionStrategy.ROUND_ROBIN_1D;
    if (inTurn && flat.height() == height) {
      return TensorMemoryLayout.WIDTH_SHARDED;
    } else if (inTurn && flat.width() == width) {
      return TensorMemoryLayout.HEIGHT_SHARDED;
    }
    CoreRange cores = flat.grid().ranges().getFirst();
    boolean fits = down <= cores.height() && across <= cores.width();
    boolean fills = byRow ? across == cores.width() : down == cores.height();
    return flat.grid().ranges().size() == 1 && fits && (!inTurn || fills)
        ? TensorMemoryLayout.BLOCK_SHARDED
        : null;
  }
}
