package dev.tilescope.ops.internal.kernel;

import dev.tilescope.ops.internal.kernel.Broadcast.Run;
import dev.tilescope.tensor.BlockFloat;

/** Plain Java loops, for a JVM started without the Vector API. */
final class ScalarLanes implements Lanes {
  private static final int ROWS = 4;
  private static final int COLUMNS = 4;

  @Override
  public int tileRows() {
    return ROWS;
  }

  @Override
  public int tileColumns() {
    return COLUMNS;
  }

  @Override
  public void binary(BinaryKind kind, float[] a, float[] b, float[] out, Run run) {
    int aAt = run.aAt;
    int aStep = run.aStep;
    int bAt = run.bAt;
    int bStep = run.bStep;
    int outAt = run.outAt;
    int length = run.length;
    switch (kind) {
      case ADD -> {
        for (int i = 0; i < length; i++) {
          out[outAt + i] = a[aAt + i * aStep] + b[bAt + i * bStep];
        }
      }
      case SUBTRACT -> {
        for (int i = 0; i < length; i++) {
          out[outAt + i] = a[aAt + i * aStep] - b[bAt + i * bStep];
        }
      }
      case MULTIPLY -> {
        for (int i = 0; i < length; i++) {
          out[outAt + i] = a[aAt + i * aStep] * b[bAt + i * bStep];
        }
      }
      case DIVIDE -> {
        for (int i = 0; i < length; i++) {
          out[outAt + i] = a[aAt + i * aStep] / b[bAt + i * bStep];
        }
      }
      default -> {
        for (int i = 0; i < length; i++) {
          out[outAt + i] = FloatBinary.apply(kind, a[aAt + i * aStep], b[bAt + i * bStep]);
        }
      }
    }
  }

  @Override
  public void unary(UnaryKind kind, float p, float q, float[] in, float[] out, int from, int to) {
    ScalarUnary.run(kind, p, q, in, out, from, to);
  }

  @Override
  public float max(float[] values, int from, int to) {
    float max = Float.NEGATIVE_INFINITY;
    for (int i = from; i < to; i++) {
      max = Math.max(max, values[i]);
    }
    return max;
  }

  @Override
  public void shiftedExp(float[] in, float shift, float[] out, int from, int to) {
    for (int i = from; i < to; i++) {
      out[i] = FloatMath.exp(in[i] - shift);
    }
  }

  @Override
  public void roundToBfloat16(float[] values, int from, int to) {
    for (int i = from; i < to; i++) {
      values[i] = Float.intBitsToFloat(Bfloat16.round(Float.floatToRawIntBits(values[i])));
    }
  }

  @Override
  public void roundSums(float[] values, int from, int to) {
    for (int i = from; i < to; i++) {
      values[i] = Float.intBitsToFloat(Precision.rounded(Float.floatToRawIntBits(values[i])));
    }
  }

  @Override
  public void roundToBlockFloat(float[] values, int from, int to, int magnitudeBits) {
    for (int group = from; group < to; group += BlockFloat.GROUP) {
      int end = Math.min(group + BlockFloat.GROUP, to);
      int shared = BlockFloat.sharedExponent(values, group, end);
      for (int i = group; i < end; i++) {
        values[i] = BlockFloat.rounded(values[i], shared, magnitudeBits);
      }
    }
  }

  /** Longer than a method should be: the sixteen sums are locals so that they stay in registers. */
  @Override
  public void multiplyTile(float[] a, int aAt, float[] b, int bAt, int depth, float[] tile) {
    float c00 = 0f, c01 = 0f, c02 = 0f, c03 = 0f;
    float c10 = 0f, c11 = 0f, c12 = 0f, c13 = 0f;
    float c20 = 0f, c21 = 0f, c22 = 0f, c23 = 0f;
    float c30 = 0f, c31 = 0f, c32 = 0f, c33 = 0f;
    for (int p = 0, ai = aAt, bi = bAt; p < depth; p++, ai += ROWS, bi += COLUMNS) {
      float b0 = b[bi + 0];
      float b1 = b[bi + 1];
      float b2 = b[bi + 2];
      float b3 = b[bi + 3];
      float a0 = a[ai + 0];
      c00 = Math.fma(a0, b0, c00);
      c01 = Math.fma(a0, b1, c01);
      c02 = Math.fma(a0, b2, c02);
      c03 = Math.fma(a0, b3, c03);
      float a1 = a[ai + 1];
      c10 = Math.fma(a1, b0, c10);
      c11 = Math.fma(a1, b1, c11);
      c12 = Math.fma(a1, b2, c12);
      c13 = Math.fma(a1, b3, c13);
      float a2 = a[ai + 2];
      c20 = Math.fma(a2, b0, c20);
      c21 = Math.fma(a2, b1, c21);
      c22 = Math.fma(a2, b2, c22);
      c23 = Math.fma(a2, b3, c23);
      float a3 = a[ai + 3];
      c30 = Math.fma(a3, b0, c30);
      c31 = Math.fma(a3, b1, c31);
      c32 = Math.fma(a3, b2, c32);
      c33 = Math.fma(a3, b3, c33);
    }
    addRow(tile, 0, c00, c01, c02, c03);
    addRow(tile, 4, c10, c11, c12, c13);
    addRow(tile, 8, c20, c21, c22, c23);
    addRow(tile, 12, c30, c31, c32, c33);
  }

  private static void addRow(float[] tile, int at, float c0, float c1, float c2, float c3) {
    tile[at] += c0;
    tile[at + 1] += c1;
    tile[at + 2] += c2;
    tile[at + 3] += c3;
  }
}
