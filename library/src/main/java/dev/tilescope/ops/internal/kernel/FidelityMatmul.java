package dev.tilescope.ops.internal.kernel;

import static java.lang.Math.min;

import dev.tilescope.ops.internal.kernel.Precision.Part;
import dev.tilescope.ops.internal.kernel.Precision.Pass;
import java.util.Arrays;
import java.util.List;

/**
 * A product as the matrix engine of a board makes it. The depth that is packed and multiplied is
 * longer than that of the operands: the steps of a tile follow each other once for each pass, with
 * the parts of the operands that the pass takes.
 */
final class FidelityMatmul extends Matmul {
  private static final int STEPS_OF_TILE = Precision.TILE / Precision.STEP;

  private final Precision precision;
  private final List<Pass> passes;
  private final int steps;

  /** Whether each packed block is a sum of its own. */
  private final boolean sumsInL1;

  FidelityMatmul(Lanes lanes, Product product, Precision precision) {
    super(lanes, product);
    this.precision = precision;
    this.passes = precision.passes();
    this.steps = Math.ceilDiv(product.k(), Precision.STEP);
    this.sumsInL1 = !precision.wide() && precision.blockDepth() > 0;
  }

  @Override
  int depth() {
    return steps * passes.size() * Precision.STEP;
  }

  @Override
  int depthBlock() {
    return sumsInL1 ? precision.blockDepth() * passes.size() : super.depthBlock();
  }

  /** Where the operands are at a step, and what is taken of them. */
  private record Step(int depthAt, int depth, Pass pass) {}

  private Step step(int index) {
    int tile = index / (STEPS_OF_TILE * passes.size());
    int ofTile = min(STEPS_OF_TILE, steps - tile * STEPS_OF_TILE);
    int within = index - tile * STEPS_OF_TILE * passes.size();
    int depthAt = (tile * STEPS_OF_TILE + within % ofTile) * Precision.STEP;
    int depth = min(Precision.STEP, product.k() - depthAt);
    return new Step(depthAt, depth, passes.get(within / ofTile));
  }

  @Override
  void packLeft(LeftBlock left, int panel) {
    int from = panel * tileRows;
    int rows = min(tileRows, left.rows() - from);
    for (int p = 0; p < left.depth(); p += Precision.STEP) {
      Step step = step((left.depthAt() + p) / Precision.STEP);
      int to = from * left.depth() + p * tileRows;
      clearRest(left.packed(), to, step, tileRows);
      for (int r = 0; r < rows; r++) {
        int source = product.aAt() + (left.row() + from + r) * product.k() + step.depthAt();
        packLeftRow(source, step, left.packed(), to + r);
      }
    }
  }

  private void packLeftRow(int source, Step step, float[] packed, int to) {
    Part part = step.pass().left();
    for (int i = 0; i < step.depth(); i++) {
      packed[to + i * tileRows] = part.of(product.a()[source + i]);
    }
  }

  @Override
  void packRight(LeftBlock left, RightBlock right, int panel) {
    int from = panel * tileColumns;
    int columns = min(tileColumns, right.columns() - from);
    for (int p = 0; p < left.depth(); p += Precision.STEP) {
      Step step = step((left.depthAt() + p) / Precision.STEP);
      int to = from * left.depth() + p * tileColumns;
      clearRest(right.packed(), to, step, tileColumns);
      packRightStep(step, right.column() + from, columns, right.packed(), to);
    }
  }

  private void packRightStep(Step step, int column, int columns, float[] packed, int to) {
    int acrossDepth = product.transposeB() ? 1 : product.n();
    int acrossColumns = product.transposeB() ? product.k() : 1;
    int source = product.bAt() + step.depthAt() * acrossDepth + column * acrossColumns;
    Part part = step.pass().right();
    for (int i = 0; i < step.depth(); i++) {
      for (int c = 0; c < columns; c++) {
        float value = product.b()[source + i * acrossDepth + c * acrossColumns];
        packed[to + i * tileColumns + c] = part.of(value);
      }
    }
  }

  /** Beyond the depth of the operands there are zeros, as in a tile's padding. */
  private static void clearRest(float[] packed, int to, Step step, int width) {
    Arrays.fill(packed, to + step.depth() * width, to + Precision.STEP * width, 0f);
  }

  @Override
  void sum(
      LeftBlock left,
      int leftAt,
      RightBlock right,
      int rightAt,
      float[] tile,
      int outAt,
      int rows,
      int columns) {
    if (precision.wide()) {
      super.sum(left, leftAt, right, rightAt, tile, outAt, rows, columns);
      return;
    }
    boolean goesOn = left.depthAt() > 0;
    if (goesOn && !sumsInL1) {
      read(tile, outAt, rows, columns);
    } else {
      Arrays.fill(tile, 0f);
    }
    for (int p = 0; p < left.depth(); p += Precision.STEP) {
      int a = leftAt + p * tileRows;
      int b = rightAt + p * tileColumns;
      lanes.multiplyTile(left.packed(), a, right.packed(), b, Precision.STEP, tile);
      lanes.roundSums(tile, 0, tile.length);
    }
    addToOut(tile, outAt, rows, columns, !(goesOn && sumsInL1));
    if (goesOn && sumsInL1) {
      roundRows(outAt, rows, columns);
    }
  }

  private void read(float[] tile, int outAt, int rows, int columns) {
    for (int r = 0; r < rows; r++) {
      System.arraycopy(product.out(), outAt + r * product.n(), tile, r * tileColumns, columns);
    }
  }

  private void roundRows(int outAt, int rows, int columns) {
    for (int r = 0; r < rows; r++) {
      int at = outAt + r * product.n();
      lanes.roundSums(product.out(), at, at + columns);
    }
  }

  /** A bias is added in the engine too; the activation reads what that left. */
  @Override
  void finish(int at, int column, int columns) {
    if (precision.wide() || product.epilogue().bias() == null) {
      super.finish(at, column, columns);
      return;
    }
    product.epilogue().addBias(lanes, product.out(), at, column, columns);
    lanes.roundSums(product.out(), at, at + columns);
    product.epilogue().activate(lanes, product.out(), at, columns);
  }
}
