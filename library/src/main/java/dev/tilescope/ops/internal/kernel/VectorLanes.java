package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.VectorMath.SPECIES;

import dev.tilescope.ops.internal.kernel.Broadcast.Run;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Loops over the widest vectors the processor prefers. What is left at the end of a range is done
 * by the scalar definitions. Load this class only if module {@code jdk.incubator.vector} is there.
 */
final class VectorLanes implements Lanes {
  private static final int WIDTH = SPECIES.length();
  private static final boolean SIXTEEN_REGISTERS = WIDTH == 8;

  private final ScalarLanes scalar = new ScalarLanes();

  @Override
  public int tileRows() {
    return SIXTEEN_REGISTERS ? 6 : 12;
  }

  @Override
  public int tileColumns() {
    return 2 * WIDTH;
  }

  @Override
  public void multiplyTile(float[] a, int aAt, float[] b, int bAt, int depth, float[] tile) {
    VectorTiles.multiply(tileRows(), a, aAt, b, bAt, depth, tile);
  }

  @Override
  public void binary(BinaryKind kind, float[] a, float[] b, float[] out, Run run) {
    boolean known = VectorBinary.has(kind);
    if (known && run.aStep == 1 && run.bStep == 1) {
      VectorBinary.arrays(kind, a, run.aAt, b, run.bAt, out, run.outAt, run.length);
    } else if (known && run.aStep == 1 && run.bStep == 0) {
      VectorBinary.arrayAndScalar(kind, a, run.aAt, b[run.bAt], out, run.outAt, run.length);
    } else if (known && run.aStep == 0 && run.bStep == 1) {
      VectorBinary.scalarAndArray(kind, a[run.aAt], b, run.bAt, out, run.outAt, run.length);
    } else {
      scalar.binary(kind, a, b, out, run);
    }
  }

  @Override
  public void unary(UnaryKind kind, float p, float q, float[] in, float[] out, int from, int to) {
    int done = VectorUnary.run(kind, p, q, in, out, from, to);
    scalar.unary(kind, p, q, in, out, done, to);
  }

  @Override
  public float max(float[] values, int from, int to) {
    FloatVector greatest = FloatVector.broadcast(SPECIES, Float.NEGATIVE_INFINITY);
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      greatest = greatest.max(load(values, i));
    }
    return Math.max(greatest.reduceLanes(VectorOperators.MAX), scalar.max(values, i, to));
  }

  @Override
  public void shiftedExp(float[] in, float shift, float[] out, int from, int to) {
    int done = VectorExponentials.shiftedExp(in, shift, out, from, to);
    scalar.shiftedExp(in, shift, out, done, to);
  }

  @Override
  public void roundToBfloat16(float[] values, int from, int to) {
    int done = VectorMath.roundToBfloat16(values, from, to);
    scalar.roundToBfloat16(values, done, to);
  }

  @Override
  public void roundSums(float[] values, int from, int to) {
    int done = VectorMath.roundSums(values, from, to);
    scalar.roundSums(values, done, to);
  }

  @Override
  public void roundToBlockFloat(float[] values, int from, int to, int magnitudeBits) {
    int done = VectorBlocks.round(values, from, to, magnitudeBits);
    scalar.roundToBlockFloat(values, done, to, magnitudeBits);
  }

  private static FloatVector load(float[] values, int at) {
    return FloatVector.fromArray(SPECIES, values, at);
  }
}
