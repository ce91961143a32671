package dev.tilescope.ops.internal.cache;

import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Check;
import java.util.function.Consumer;

/**
 * A cache of blocks, {@code [blocks, heads, rows, head size]}, whose tiles a call takes in another
 * shape than they were allocated in, with as many elements in a block. The tiles keep their order.
 */
record CacheView(Shape stored, Shape seen) {
  private static final int SIDE = TensorSpec.TILE_SIDE;

  /** That of a call, which may name other heads, rows and head sizes than the cache has. */
  static CacheView of(String operation, Shape cache, int heads, int rows, int dim) {
    long held = (long) cache.dim(1) * cache.dim(2) * cache.dim(3);
    long taken = (long) heads * rows * dim;
    Check.that(
        held == taken && heads > 0 && rows > 0 && dim > 0,
        "%s geometry mismatch: cache has %d elems/block (kv_heads=%d, block_size=%d, head_dim=%d)"
            + " but call view is %d (kv_heads=%d, block_size=%d, head_dim=%d)",
        operation,
        held,
        cache.dim(1),
        cache.dim(2),
        cache.dim(3),
        taken,
        heads,
        rows,
        dim);
    CacheView view = new CacheView(cache, Shape.of(cache.dim(0), heads, rows, dim));
    Check.that(
        view.isPlain() || rows % SIDE == 0 && dim % SIDE == 0,
        "effective block_size (%d) and head_dim (%d) must be multiples of %d",
        rows,
        dim,
        SIDE);
    return view;
  }

  /** One that is as it was allocated. */
  static CacheView plain(Shape cache) {
    return new CacheView(cache, cache);
  }

  private boolean isPlain() {
    return stored.equals(seen);
  }

  /** Where an element of the view is stored. */
  int place(int at) {
    if (isPlain()) {
      return at;
    }
    int dim = seen.dim(3);
    int ofBlock = seen.dim(1) * seen.dim(2) * dim;
    int line = at % ofBlock / dim;
    int tile = line / SIDE * (dim / SIDE) + at % dim / SIDE;
    int wide = stored.dim(3) / SIDE;
    int row = tile / wide * SIDE + line % SIDE;
    int column = tile % wide * SIDE + at % SIDE;
    return at / ofBlock * ofBlock + row * stored.dim(3) + column;
  }

  /** Lets work be done on the elements in the order of the view. */
  void through(float[] values, Consumer<float[]> work) {
    if (isPlain()) {
      work.accept(values);
      return;
    }
    float[] view = new float[values.length];
    for (int i = 0; i < view.length; i++) {
      view[i] = values[place(i)];
    }
    work.accept(view);
    for (int i = 0; i < view.length; i++) {
      values[place(i)] = view[i];
    }
  }
}
