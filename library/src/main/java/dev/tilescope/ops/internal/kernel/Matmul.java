package dev.tilescope.ops.internal.kernel;

import static java.lang.Math.min;

import dev.tilescope.ops.internal.kernel.Broadcast.Run;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One matrix product, blocked for the caches.
 *
 * <p>For each block of rows and depth the left matrix is packed into panels as high as the register
 * tile, once for all columns; for each block of columns the right one is packed into panels as wide
 * as the tile, which then stay in the second-level cache. Panels of rows are the parallel tasks:
 * each is small enough for the first-level cache and is multiplied with every panel of columns.
 * Tiles at the edges are computed whole, and what lies outside is not copied out.
 *
 * <p>Rounding: a sum of CHUNK products is accumulated, then the chunks of a block, then the blocks.
 * An element of depth k so passes through at most CHUNK + BLOCK / CHUNK + k / BLOCK roundings (154
 * for k = 8192), hence stays within 1e-5 of the exact value if the products do not cancel. The
 * order depends on k only, not on threads or on the tile's shape.
 */
sealed class Matmul permits FidelityMatmul {
  private static final int DEPTH_CHUNK = 128;
  private static final int DEPTH_BLOCK = 384;
  private static final int COLUMN_BLOCK = 1024;
  private static final int ROW_BLOCK_PANELS = 64;
  private static final long INLINE_MULTIPLICATIONS = 1 << 18;

  private static final ThreadLocal<MatmulWorkspace> WORKSPACE =
      ThreadLocal.withInitial(MatmulWorkspace::new);

  final Lanes lanes;
  final Product product;
  final int tileRows;
  final int tileColumns;

  /** What follows a product, row by row while it is still in the cache: a bias, a function. */
  record Epilogue(float @Nullable [] bias, @Nullable UnaryKind activation) {
    static final Epilogue NONE = new Epilogue(null, null);

    void apply(Lanes lanes, float[] out, int at, int column, int columns) {
      addBias(lanes, out, at, column, columns);
      activate(lanes, out, at, columns);
    }

    void addBias(Lanes lanes, float[] out, int at, int column, int columns) {
      if (bias != null) {
        lanes.binary(BinaryKind.ADD, out, bias, out, new Run(at, 1, column, 1, at, columns));
      }
    }

    void activate(Lanes lanes, float[] out, int at, int columns) {
      if (activation != null) {
        lanes.unary(
            activation, activation.defaultP(), activation.defaultQ(), out, out, at, at + columns);
      }
    }
  }

  /**
   * What to multiply: a is m x k at aAt, b is k x n at bAt (n x k if transposed), out is m x n.
   *
   * @param precision null to be exact
   */
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
      Epilogue epilogue,
      @Nullable Precision precision) {
    /** An exact one. */
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
        boolean transposeB,
        Epilogue epilogue) {
      this(a, aAt, b, bAt, out, outAt, m, k, n, transposeB, epilogue, null);
    }

    long multiplications() {
      return (long) m * k * n;
    }

    Product withRows(int rows) {
      return new Product(a, aAt, b, bAt, out, outAt, rows, k, n, transposeB, epilogue, precision);
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
          epilogue,
          precision);
    }
  }

  /** The part of the left matrix that is packed: some rows, some depth. */
  record LeftBlock(float[] packed, int row, int rows, int depthAt, int depth) {}

  /** The part of the right matrix that is packed: some columns of the left block's depth. */
  record RightBlock(float[] packed, int column, int columns) {}

  Matmul(Lanes lanes, Product product) {
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
    Parallel across =
        product.multiplications() <= INLINE_MULTIPLICATIONS ? Parallel.SERIAL : parallel;
    Matmul matmul =
        product.precision == null
            ? new Matmul(lanes, product)
            : new FidelityMatmul(lanes, product, product.precision);
    matmul.multiply(across);
  }

  private void multiply(Parallel parallel) {
    int rowBlock = ROW_BLOCK_PANELS * tileRows;
    int depth = depth();
    int depthBlock = depthBlock();
    for (int row = 0; row < product.m; row += rowBlock) {
      for (int depthAt = 0; depthAt < depth; depthAt += depthBlock) {
        multiplyLeft(
            parallel,
            leftBlock(
                row, min(rowBlock, product.m - row), depthAt, min(depthBlock, depth - depthAt)));
      }
    }
  }

  /** How many products a sum is made of. */
  int depth() {
    return product.k;
  }

  /** How many of them are packed at a time. */
  int depthBlock() {
    return DEPTH_BLOCK;
  }

  private static void emptySums(Lanes lanes, Product product) {
    int end = product.outAt + product.m * product.n;
    Arrays.fill(product.out, product.outAt, end, 0f);
    for (int at = product.outAt; at < end; at += product.n) {
      product.epilogue.apply(lanes, product.out, at, 0, product.n);
    }
  }

  private LeftBlock leftBlock(int row, int rows, int depthAt, int depth) {
    float[] packed = WORKSPACE.get().left(panels(rows, tileRows) * tileRows * depth);
    return new LeftBlock(packed, row, rows, depthAt, depth);
  }

  private RightBlock rightBlock(int column, int depth) {
    int columns = min(COLUMN_BLOCK, product.n - column);
    float[] packed = WORKSPACE.get().right(panels(columns, tileColumns) * tileColumns * depth);
    return new RightBlock(packed, column, columns);
  }

  private static int panels(int length, int panel) {
    return Math.ceilDiv(length, panel);
  }

  private void multiplyLeft(Parallel parallel, LeftBlock left) {
    int rowPanels = panels(left.rows, tileRows);
    parallel.forEach(rowPanels, i -> packLeft(left, i));
    for (int column = 0; column < product.n; column += COLUMN_BLOCK) {
      RightBlock right = rightBlock(column, left.depth);
      parallel.forEach(panels(right.columns, tileColumns), i -> packRight(left, right, i));
      parallel.forEach(rowPanels, i -> multiplyRows(left, right, i));
    }
  }

  void packLeft(LeftBlock left, int panel) {
    int from = panel * tileRows;
    int rows = min(tileRows, left.rows - from);
    for (int r = 0; r < rows; r++) {
      int source = product.aAt + (left.row + from + r) * product.k + left.depthAt;
      interleave(product.a, source, left.packed, from * left.depth + r, tileRows, left.depth);
    }
  }

  void packRight(LeftBlock left, RightBlock right, int panel) {
    int from = panel * tileColumns;
    int columns = min(tileColumns, right.columns - from);
    int column = right.column + from;
    int at = from * left.depth;
    if (product.transposeB) {
      for (int c = 0; c < columns; c++) {
        int source = product.bAt + (column + c) * product.k + left.depthAt;
        interleave(product.b, source, right.packed, at + c, tileColumns, left.depth);
      }
    } else {
      int source = product.bAt + left.depthAt * product.n + column;
      for (int p = 0; p < left.depth; p++) {
        System.arraycopy(
            product.b, source + p * product.n, right.packed, at + p * tileColumns, columns);
      }
    }
  }

  private static void interleave(
      float[] in, int inAt, float[] out, int outAt, int outStep, int length) {
    for (int i = 0; i < length; i++) {
      out[outAt + i * outStep] = in[inAt + i];
    }
  }

  private void multiplyRows(LeftBlock left, RightBlock right, int panel) {
    int from = panel * tileRows;
    int rows = min(tileRows, left.rows - from);
    int outAt = product.outAt + (left.row + from) * product.n + right.column;
    float[] tile = WORKSPACE.get().tile(tileRows * tileColumns);
    for (int column = 0; column < right.columns; column += tileColumns) {
      int columns = min(tileColumns, right.columns - column);
      sum(left, from * left.depth, right, column * left.depth, tile, outAt + column, rows, columns);
    }
    if (left.depthAt + left.depth == depth()) {
      for (int r = 0; r < rows; r++) {
        finish(outAt + r * product.n, right.column, right.columns);
      }
    }
  }

  /** Adds the product of two panels to rows and columns of the output. */
  void sum(
      LeftBlock left,
      int leftAt,
      RightBlock right,
      int rightAt,
      float[] tile,
      int outAt,
      int rows,
      int columns) {
    multiplyPanels(left, leftAt, right, rightAt, tile);
    addToOut(tile, outAt, rows, columns, left.depthAt == 0);
  }

  /** What follows the sums of a row of the output. */
  void finish(int at, int column, int columns) {
    product.epilogue.apply(lanes, product.out, at, column, columns);
  }

  private void multiplyPanels(
      LeftBlock left, int leftAt, RightBlock right, int rightAt, float[] tile) {
    Arrays.fill(tile, 0f);
    for (int p = 0; p < left.depth; p += DEPTH_CHUNK) {
      int depth = min(DEPTH_CHUNK, left.depth - p);
      lanes.multiplyTile(
          left.packed, leftAt + p * tileRows, right.packed, rightAt + p * tileColumns, depth, tile);
    }
  }

  void addToOut(float[] tile, int outAt, int rows, int columns, boolean first) {
    float[] out = product.out;
    for (int r = 0; r < rows; r++) {
      int at = outAt + r * product.n;
      if (first) {
        System.arraycopy(tile, r * tileColumns, out, at, columns);
      } else {
        lanes.binary(
            BinaryKind.ADD, out, tile, out, new Run(at, 1, r * tileColumns, 1, at, columns));
      }
    }
  }
}
