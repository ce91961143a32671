package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.Checks.require;

/**
 * What a decoding model does around attention: rotary embeddings, and writes into the cache of keys
 * or values, which are in place. Rules as for {@link Kernels}.
 */
public final class CacheKernels {
  private static final int GRAIN_ELEMENTS = 1 << 14;

  private CacheKernels() {}

  /**
   * {@code x * cos + rotated(x) * sin} of rows {@code [outer, rows, dim]}, where rotated swaps the
   * two elements that turn together and negates the one that comes first. The angles of row (o, r)
   * are at {@code at + o * outerStride + r * rowStride} of cos and sin. Each element is rounded
   * once; the output may be the input.
   */
  public static void rotary(
      RotaryKind kind,
      float[] in,
      int outer,
      int rows,
      int dim,
      float[] cos,
      float[] sin,
      int at,
      int outerStride,
      int rowStride,
      float[] out) {
    int volume = Checks.volume("rotary: shape", new int[] {outer, rows, dim});
    require(dim % 2 == 0, "rotary: rows must have an even number of elements, got " + dim);
    Checks.length("rotary: in", in.length, volume);
    Checks.length("rotary: out", out.length, volume);
    if (volume == 0) {
      return;
    }
    int[] dims = {outer, rows};
    int[] strides = {outerStride, rowStride};
    Checks.strides("rotary: cos", dims, strides, at, dim, cos.length);
    Checks.strides("rotary: sin", dims, strides, at, dim, sin.length);
    int apart = kind == RotaryKind.HALVES ? dim / 2 : 1;
    Parallel parallel = Kernels.engine(2L * volume).parallel();
    parallel.forRange(
        outer * rows,
        Math.max(1, GRAIN_ELEMENTS / dim),
        (from, to) -> {
          for (int i = from; i < to; i++) {
            int angles = at + i / rows * outerStride + i % rows * rowStride;
            turnRow(in, i * dim, dim, apart, cos, sin, angles, out);
          }
        });
  }

  private static void turnRow(
      float[] in, int at, int dim, int apart, float[] cos, float[] sin, int angles, float[] out) {
    int step = apart == 1 ? 2 : 1;
    for (int i = 0; i < dim / 2; i++) {
      int a = i * step;
      int b = a + apart;
      double x = in[at + a];
      double y = in[at + b];
      out[at + a] = (float) (x * cos[angles + a] - y * sin[angles + a]);
      out[at + b] = (float) (y * cos[angles + b] + x * sin[angles + b]);
    }
  }

  /**
   * Writes {@code [heads, rows, dim]} into one user's part of a cache {@code [users, heads,
   * capacity, dim]}, from row {@code first} on.
   */
  public static void fillCache(
      float[] cache, CacheShape shape, float[] in, int rows, int user, int first) {
    shape.check("fillCache", cache.length);
    int volume = Checks.volume("in", new int[] {shape.heads(), rows, shape.dim()});
    Checks.length("fillCache: in", in.length, volume);
    require(
        user >= 0 && user < shape.users(),
        "fillCache: user must be from 0 to " + (shape.users() - 1) + ", got " + user);
    require(
        first >= 0 && first + (long) rows <= shape.capacity(),
        "fillCache: " + rows + " rows from " + first + " must lie in " + shape.capacity());
    int length = rows * shape.dim();
    for (int head = 0; head < shape.heads(); head++) {
      System.arraycopy(in, head * length, cache, shape.at(user, head, first), length);
    }
  }

  /**
   * Writes one row for each head of each user into a cache {@code [users, heads, capacity, dim]},
   * at that user's position, or nowhere if it is -1. The row of (user, head) is at {@code user *
   * userStride + head * headStride} of the input; {@code firstUser} of the cache takes the first.
   */
  public static void updateCache(
      float[] cache,
      CacheShape shape,
      float[] in,
      int userStride,
      int headStride,
      int[] positions,
      int firstUser) {
    shape.check("updateCache", cache.length);
    int users = shape.users();
    int heads = shape.heads();
    int dim = shape.dim();
    require(
        firstUser >= 0 && firstUser + (long) positions.length <= users,
        "updateCache: " + positions.length + " users from " + firstUser + " must lie in " + users);
    checkRows("updateCache", in, positions, shape.capacity(), heads, userStride, headStride, dim);
    for (int user = 0; user < positions.length; user++) {
      for (int head = 0; head < heads && positions[user] >= 0; head++) {
        int at = shape.at(firstUser + user, head, positions[user]);
        System.arraycopy(in, user * userStride + head * headStride, cache, at, dim);
      }
    }
  }

  private static void checkRows(
      String what,
      float[] in,
      int[] positions,
      int capacity,
      int heads,
      int userStride,
      int headStride,
      int dim) {
    AttentionKernels.checkPositions(what, positions, positions.length, capacity);
    if (positions.length > 0 && heads > 0) {
      int[] dims = {positions.length, heads};
      Checks.strides(what + ": in", dims, new int[] {userStride, headStride}, 0, dim, in.length);
    }
  }

  /** The same into a cache in pages; a row whose block is not there is dropped. */
  public static void updatePagedCache(
      float[] cache,
      PageTable pages,
      int heads,
      int dim,
      float[] in,
      int userStride,
      int headStride,
      int[] positions) {
    pages.check("updatePagedCache", heads, dim, cache.length);
    int capacity = pages.capacity();
    require(
        positions.length <= pages.users(),
        "updatePagedCache: needs pages for "
            + positions.length
            + " users, has them for "
            + pages.users());
    checkRows("updatePagedCache", in, positions, capacity, heads, userStride, headStride, dim);
    for (int user = 0; user < positions.length; user++) {
      for (int head = 0; head < heads && positions[user] >= 0; head++) {
        int at = pages.at(user, positions[user], head, heads, dim);
        if (at >= 0) {
          System.arraycopy(in, user * userStride + head * headStride, cache, at, dim);
        }
      }
    }
  }

  /** Writes {@code [heads, rows, dim]} into one user's pages, from their beginning. */
  public static void fillPagedCache(
      float[] cache, PageTable pages, int heads, int dim, float[] in, int rows, int user) {
    pages.check("fillPagedCache", heads, dim, cache.length);
    Checks.length(
        "fillPagedCache: in", in.length, Checks.volume("in", new int[] {heads, rows, dim}));
    require(
        user >= 0 && user < pages.users() && rows <= pages.capacity(),
        "fillPagedCache: user "
            + user
            + " with "
            + rows
            + " rows must fit in pages for "
            + pages.users()
            + " users of "
            + pages.capacity()
            + " rows");
    for (int row = 0; row < rows; row++) {
      for (int head = 0; head < heads; head++) {
        int at = pages.at(user, row, head, heads, dim);
        if (at >= 0) {
          System.arraycopy(in, (head * rows + row) * dim, cache, at, dim);
        }
      }
    }
  }
}
