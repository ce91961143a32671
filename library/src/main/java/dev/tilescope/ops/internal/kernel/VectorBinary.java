package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.VectorMath.SPECIES;

import jdk.incubator.vector.FloatVector;

/**
 * Arithmetic of arrays and scalars in vectors. One loop for each kind and combination, spelled out:
 * the operation must be a constant of the compiled loop, or every vector is boxed.
 */
final class VectorBinary {
  private static final int WIDTH = SPECIES.length();

  private VectorBinary() {}

  /** Whether there are loops for a kind. */
  static boolean has(BinaryKind kind) {
    return kind.compareTo(BinaryKind.GE) <= 0;
  }

  static void arrays(
      BinaryKind kind, float[] a, int aAt, float[] b, int bAt, float[] out, int outAt, int length) {
    switch (kind) {
      case ADD -> add(a, aAt, b, bAt, out, outAt, length);
      case SUBTRACT -> subtract(a, aAt, b, bAt, out, outAt, length);
      case RSUB -> subtract(b, bAt, a, aAt, out, outAt, length);
      case MULTIPLY -> multiply(a, aAt, b, bAt, out, outAt, length);
      case DIVIDE -> divide(a, aAt, b, bAt, out, outAt, length);
      case SQUARED_DIFFERENCE -> squaredDifference(a, aAt, b, bAt, out, outAt, length);
      default -> VectorComparison.arrays(kind, a, aAt, b, bAt, out, outAt, length);
    }
  }

  static void arrayAndScalar(
      BinaryKind kind, float[] a, int aAt, float b, float[] out, int outAt, int length) {
    switch (kind) {
      case ADD -> add(a, aAt, b, out, outAt, length);
      case SUBTRACT -> subtract(a, aAt, b, out, outAt, length);
      case RSUB -> subtract(b, a, aAt, out, outAt, length);
      case MULTIPLY -> multiply(a, aAt, b, out, outAt, length);
      case DIVIDE -> divide(a, aAt, b, out, outAt, length);
      case SQUARED_DIFFERENCE -> squaredDifference(a, aAt, b, out, outAt, length);
      default -> VectorComparison.arrayAndScalar(kind, a, aAt, b, out, outAt, length);
    }
  }

  static void scalarAndArray(
      BinaryKind kind, float a, float[] b, int bAt, float[] out, int outAt, int length) {
    switch (kind) {
      case SUBTRACT -> subtract(a, b, bAt, out, outAt, length);
      case DIVIDE -> divide(a, b, bAt, out, outAt, length);
      default -> arrayAndScalar(swapped(kind), b, bAt, a, out, outAt, length);
    }
  }

  /** The kind that does the same to exchanged operands. */
  private static BinaryKind swapped(BinaryKind kind) {
    return switch (kind) {
      case RSUB -> BinaryKind.SUBTRACT;
      case LT -> BinaryKind.GT;
      case LE -> BinaryKind.GE;
      case GT -> BinaryKind.LT;
      case GE -> BinaryKind.LE;
      default -> kind;
    };
  }

  private static void add(
      float[] a, int aAt, float[] b, int bAt, float[] out, int outAt, int length) {
    int i = 0;
    for (; i <= length - WIDTH; i += WIDTH) {
      load(a, aAt + i).add(load(b, bAt + i)).intoArray(out, outAt + i);
    }
    for (; i < length; i++) {
      out[outAt + i] = a[aAt + i] + b[bAt + i];
    }
  }

  private static void subtract(
      float[] a, int aAt, float[] b, int bAt, float[] out, int outAt, int length) {
    int i = 0;
    for (; i <= length - WIDTH; i += WIDTH) {
      load(a, aAt + i).sub(load(b, bAt + i)).intoArray(out, outAt + i);
    }
    for (; i < length; i++) {
      out[outAt + i] = a[aAt + i] - b[bAt + i];
    }
  }

  private static void multiply(
      float[] a, int aAt, float[] b, int bAt, float[] out, int outAt, int length) {
    int i = 0;
    for (; i <= length - WIDTH; i += WIDTH) {
      load(a, aAt + i).mul(load(b, bAt + i)).intoArray(out, outAt + i);
    }
    for (; i < length; i++) {
      out[outAt + i] = a[aAt + i] * b[bAt + i];
    }
  }

  private static void divide(
      float[] a, int aAt, float[] b, int bAt, float[] out, int outAt, int length) {
    int i = 0;
    for (; i <= length - WIDTH; i += WIDTH) {
      load(a, aAt + i).div(load(b, bAt + i)).intoArray(out, outAt + i);
    }
    for (; i < length; i++) {
      out[outAt + i] = a[aAt + i] / b[bAt + i];
    }
  }

  private static void add(float[] a, int aAt, float b, float[] out, int outAt, int length) {
    int i = 0;
    for (; i <= length - WIDTH; i += WIDTH) {
      load(a, aAt + i).add(b).intoArray(out, outAt + i);
    }
    for (; i < length; i++) {
      out[outAt + i] = a[aAt + i] + b;
    }
  }

  private static void subtract(float[] a, int aAt, float b, float[] out, int outAt, int length) {
    int i = 0;
    for (; i <= length - WIDTH; i += WIDTH) {
      load(a, aAt + i).sub(b).intoArray(out, outAt + i);
    }
    for (; i < length; i++) {
      out[outAt + i] = a[aAt + i] - b;
    }
  }

  private static void multiply(float[] a, int aAt, float b, float[] out, int outAt, int length) {
    int i = 0;
    for (; i <= length - WIDTH; i += WIDTH) {
      load(a, aAt + i).mul(b).intoArray(out, outAt + i);
    }
    for (; i < length; i++) {
      out[outAt + i] = a[aAt + i] * b;
    }
  }

  private static void divide(float[] a, int aAt, float b, float[] out, int outAt, int length) {
    int i = 0;
    for (; i <= length - WIDTH; i += WIDTH) {
      load(a, aAt + i).div(b).intoArray(out, outAt + i);
    }
    for (; i < length; i++) {
      out[outAt + i] = a[aAt + i] / b;
    }
  }

  private static void subtract(float a, float[] b, int bAt, float[] out, int outAt, int length) {
    FloatVector left = FloatVector.broadcast(SPECIES, a);
    int i = 0;
    for (; i <= length - WIDTH; i += WIDTH) {
      left.sub(load(b, bAt + i)).intoArray(out, outAt + i);
    }
    for (; i < length; i++) {
      out[outAt + i] = a - b[bAt + i];
    }
  }

  private static void divide(float a, float[] b, int bAt, float[] out, int outAt, int length) {
    FloatVector left = FloatVector.broadcast(SPECIES, a);
    int i = 0;
    for (; i <= length - WIDTH; i += WIDTH) {
      left.div(load(b, bAt + i)).intoArray(out, outAt + i);
    }
    for (; i < length; i++) {
      out[outAt + i] = a / b[bAt + i];
    }
  }

  private static void squaredDifference(
      float[] a, int aAt, float[] b, int bAt, float[] out, int outAt, int length) {
    int i = 0;
    for (; i <= length - WIDTH; i += WIDTH) {
      FloatVector difference = load(a, aAt + i).sub(load(b, bAt + i));
      difference.mul(difference).intoArray(out, outAt + i);
    }
    for (; i < length; i++) {
      float difference = a[aAt + i] - b[bAt + i];
      out[outAt + i] = difference * difference;
    }
  }

  private static void squaredDifference(
      float[] a, int aAt, float b, float[] out, int outAt, int length) {
    int i = 0;
    for (; i <= length - WIDTH; i += WIDTH) {
      FloatVector difference = load(a, aAt + i).sub(b);
      difference.mul(difference).intoArray(out, outAt + i);
    }
    for (; i < length; i++) {
      float difference = a[aAt + i] - b;
      out[outAt + i] = difference * difference;
    }
  }

  private static FloatVector load(float[] values, int at) {
    return FloatVector.fromArray(SPECIES, values, at);
  }
}
