package dev.tilescope.ops.kernel;

import static java.lang.Math.min;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One matrix product, blocked for the caches.
 *
 * <p>For each block of columns and depth, the right matrix is packed into panels as wide as the
 * register tile, which then stay in the second-level cache. Panels of rows are the parallel tasks:
 * each packs its part of the left matrix, small enough for the first-level cache, and multiplies it
 * with every panel. Tiles at the edges are computed whole, and what lies outside is not copied out.
 *
 * <p>Rounding: a sum of CHUNK products is accumulated, then the chunks of a block, then the blocks.
 * An element of depth k so passes through at most CHUNK + BLOCK / CHUNK + k / BLOCK roundings (162
 * for k = 8192), hence stays within 1e-5 of the exact value if the products do not cancel. The
 * order depends on k only, not on threads or on the tile's shape.
 */
final class Matmul {
  private static final int DEPTH_CHUNK = 128;
  private static final int DEPTH_BLOCK = 256;
  private static final int COLUMN_BLOCK = 512;
  private static final long INLINE_MULTIPLICATIONS = 1 << 18;

  private static final ThreadLocal<Workspace> WORKSPACE = ThreadLocal.withInitial(Workspace::new);

  private final Lanes lanes;
  private final Product product;
  private final int tileRows;
  private final int tileColumns;

  /** What follows a product, row by row while it is still in the cache: a bias, a function. */
  record Epilogue(float @Nullable [] bias, @Nullable UnaryKind activation) {
    static final Epilogue NONE = new Epilogue(null, null);

    void apply(Lanes lanes, float[] out, int at, int column, int columns) {
      if (bias != null) {
        lanes.binary(BinaryKind.ADD, out, at, 1, bias, column, 1, out, at, columns);
      }
      if (activation != null) {
        lanes.unary(
            activation, activation.defaultP(), activation.defaultQ(), out, out, at, at + columns);
      }
    }
  }

  /** What to multiply: a is m x k at aAt, b is k x n at bAt (n x k if transposed), out is m x n. */
  record Product(
      float[] a,
      int aAt,
      float[] b,
      int bAt,
      float[] out,
      int outAt,
      int m,
      int k,
      int n,
      boolean transposeB,
      Epilogue epilogue) {
    /** One that nothing follows. */
    Product(
        float[] a,
        int aAt,
        float[] b,
        int bAt,
        float[] out,
        int outAt,
        int m,
        int k,
        int n,
        boolean transposeB) {
      this(a, aAt, b, bAt, out, outAt, m, k, n, transposeB, Epilogue.NONE);
    }

    long multiplications() {
      return (long) m * k * n;
    }

    Product withRows(int rows) {
      return new Product(a, aAt, b, bAt, out, outAt, rows, k, n, transposeB, epilogue);
    }

    /** The index-th product of a batch, with the offsets of its operands. */
    Product moved(int aMove, int bMove, int index) {
      return new Product(
          a,
          aAt + aMove,
          b,
          bAt + bMove,
          out,
          outAt + index * m * n,
          m,
          k,
          n,
          transposeB,
          epilogue);
    }
  }

  /** The part of the right matrix that is packed: some columns, some depth. */
  private record Block(float[] packed, int column, int columns, int depthAt, int depth) {}

  /** Scratch arrays of one thread, grown when needed and kept. */
  private static final class Workspace {
    private float[] right = {};
    private float[] left = {};
    private float[] tile = {};

    float[] right(int size) {
      right = right.length < size ? new float[size] : right;
      return right;
    }

    float[] left(int size) {
      left = left.length < size ? new float[size] : left;
      return left;
    }

    float[] tile(int size) {
      tile = tile.length == size ? tile : new float[size];
      return tile;
    }
  }

  private Matmul(Lanes lanes, Product product) {
    this.lanes = lanes;
    this.product = product;
    this.tileRows = lanes.tileRows();
    this.tileColumns = lanes.tileColumns();
  }

  static void run(Lanes lanes, Parallel parallel, Product product) {
    if (product.k == 0) {
      emptySums(lanes, product);
      return;
    }
    Matmul matmul = new Matmul(lanes, product);
    for (int column = 0; column < product.n; column += COLUMN_BLOCK) {
      for (int depthAt = 0; depthAt < product.k; depthAt += DEPTH_BLOCK) {
        matmul.multiplyBlock(parallel, matmul.block(column, depthAt));
      }
    }
  }

  private static void emptySums(Lanes lanes, Product product) {
    int end = product.outAt + product.m * product.n;
    Arrays.fill(product.out, product.outAt, end, 0f);
    for (int at = product.outAt; at < end; at += product.n) {
      product.epilogue.apply(lanes, product.out, at, 0, product.n);
    }
  }

  private Block block(int column, int depthAt) {
    int columns = min(COLUMN_BLOCK, product.n - column);
    int depth = min(DEPTH_BLOCK, product.k - depthAt);
    float[] packed = WORKSPACE.get().right(panels(columns, tileColumns) * tileColumns * depth);
    return new Block(packed, column, columns, depthAt, depth);
  }

  private static int panels(int length, int panel) {
    return Math.ceilDiv(length, panel);
  }

  private void multiplyBlock(Parallel parallel, Block block) {
    int columnPanels = panels(block.columns, tileColumns);
    int rowPanels = panels(product.m, tileRows);
    if (product.multiplications() <= INLINE_MULTIPLICATIONS) {
      for (int i = 0; i < columnPanels; i++) {
        packRight(block, i);
      }
      for (int i = 0; i < rowPanels; i++) {
        multiplyRows(block, i);
      }
    } else {
      parallel.forEach(columnPanels, i -> packRight(block, i));
      parallel.forEach(rowPanels, i -> multiplyRows(block, i));
    }
  }

  private void packRight(Block block, int panel) {
    int from = panel * tileColumns;
    int columns = min(tileColumns, block.columns - from);
    int at = from * block.depth;
    if (product.transposeB) {
      packTransposed(block, block.column + from, columns, at);
    } else {
      packStraight(block, block.column + from, columns, at);
    }
  }

  private void packStraight(Block block, int column, int columns, int at) {
    int source = product.bAt + block.depthAt * product.n + column;
    for (int p = 0; p < block.depth; p++) {
      System.arraycopy(
          product.b, source + p * product.n, block.packed, at + p * tileColumns, columns);
    }
  }

  private void packTransposed(Block block, int column, int columns, int at) {
    for (int c = 0; c < columns; c++) {
      int source = product.bAt + (column + c) * product.k + block.depthAt;
      interleave(product.b, source, block.packed, at + c, tileColumns, block.depth);
    }
  }

  private static void interleave(
      float[] in, int inAt, float[] out, int outAt, int outStep, int length) {
    for (int i = 0; i < length; i++) {
      out[outAt + i * outStep] = in[inAt + i];
    }
  }

  private void multiplyRows(Block block, int panel) {
    int row = panel * tileRows;
    int rows = min(tileRows, product.m - row);
    Workspace workspace = WORKSPACE.get();
    float[] left = workspace.left(tileRows * DEPTH_BLOCK);
    float[] tile = workspace.tile(tileRows * tileColumns);
    for (int r = 0; r < rows; r++) {
      int source = product.aAt + (row + r) * product.k + block.depthAt;
      interleave(product.a, source, left, r, tileRows, block.depth);
    }
    for (int column = 0; column < block.columns; column += tileColumns) {
      multiplyPanels(block, left, column * block.depth, tile);
      int outAt = product.outAt + row * product.n + block.column + column;
      addToOut(tile, outAt, rows, min(tileColumns, block.columns - column), block.depthAt == 0);
    }
    if (block.depthAt + block.depth == product.k) {
      for (int r = 0; r < rows; r++) {
        int at = product.outAt + (row + r) * product.n + block.column;
        product.epilogue.apply(lanes, product.out, at, block.column, block.columns);
      }
    }
  }

  private void multiplyPanels(Block block, float[] left, int rightAt, float[] tile) {
    Arrays.fill(tile, 0f);
    for (int p = 0; p < block.depth; p += DEPTH_CHUNK) {
      int depth = min(DEPTH_CHUNK, block.depth - p);
      lanes.multiplyTile(left, p * tileRows, block.packed, rightAt + p * tileColumns, depth, tile);
    }
  }

  private void addToOut(float[] tile, int outAt, int rows, int columns, boolean first) {
    float[] out = product.out;
    for (int r = 0; r < rows; r++) {
      int at = outAt + r * product.n;
      if (first) {
        System.arraycopy(tile, r * tileColumns, out, at, columns);
      } else {
        lanes.binary(BinaryKind.ADD, out, at, 1, tile, r * tileColumns, 1, out, at, columns);
      }
    }
  }
}
