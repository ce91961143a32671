package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.VectorMath.SPECIES;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;

/** Comparisons, minimum and maximum in vectors, spelled out for {@link VectorBinary}'s reason. */
final class VectorComparison {
  private static final int WIDTH = SPECIES.length();

  private VectorComparison() {}

  static void arrays(
      BinaryKind kind, float[] a, int aAt, float[] b, int bAt, float[] out, int outAt, int length) {
    int done =
        switch (kind) {
          case MINIMUM -> minimum(a, aAt, b, bAt, out, outAt, length);
          case MAXIMUM -> maximum(a, aAt, b, bAt, out, outAt, length);
          case EQ -> equal(a, aAt, b, bAt, out, outAt, length);
          case NE -> unequal(a, aAt, b, bAt, out, outAt, length);
          case LT -> less(a, aAt, b, bAt, out, outAt, length);
          case LE -> lessOrEqual(a, aAt, b, bAt, out, outAt, length);
          case GT -> less(b, bAt, a, aAt, out, outAt, length);
          case GE -> lessOrEqual(b, bAt, a, aAt, out, outAt, length);
          default -> 0;
        };
    for (int i = done; i < length; i++) {
      out[outAt + i] = FloatBinary.apply(kind, a[aAt + i], b[bAt + i]);
    }
  }

  static void arrayAndScalar(
      BinaryKind kind, float[] a, int aAt, float b, float[] out, int outAt, int length) {
    int done =
        switch (kind) {
          case MINIMUM -> minimum(a, aAt, b, out, outAt, length);
          case MAXIMUM -> maximum(a, aAt, b, out, outAt, length);
          case EQ -> equal(a, aAt, b, out, outAt, length);
          case NE -> unequal(a, aAt, b, out, outAt, length);
          case LT -> less(a, aAt, b, out, outAt, length);
          case LE -> lessOrEqual(a, aAt, b, out, outAt, length);
          case GT -> greater(a, aAt, b, out, outAt, length);
          case GE -> greaterOrEqual(a, aAt, b, out, outAt, length);
          default -> 0;
        };
    for (int i = done; i < length; i++) {
      out[outAt + i] = FloatBinary.apply(kind, a[aAt + i], b);
    }
  }

  private static int minimum(
      float[] a, int aAt, float[] b, int bAt, float[] out, int outAt, int length) {
    int i = 0;
    for (; i <= length - WIDTH; i += WIDTH) {
      load(a, aAt + i).min(load(b, bAt + i)).intoArray(out, outAt + i);
    }
    return i;
  }

  private static int maximum(
      float[] a, int aAt, float[] b, int bAt, float[] out, int outAt, int length) {
    int i = 0;
    for (; i <= length - WIDTH; i += WIDTH) {
      load(a, aAt + i).max(load(b, bAt + i)).intoArray(out, outAt + i);
    }
    return i;
  }

  private static int equal(
      float[] a, int aAt, float[] b, int bAt, float[] out, int outAt, int length) {
    FloatVector zero = FloatVector.zero(SPECIES);
    int i = 0;
    for (; i <= length - WIDTH; i += WIDTH) {
      zero.blend(1f, load(a, aAt + i).compare(VectorOperators.EQ, load(b, bAt + i)))
          .intoArray(out, outAt + i);
    }
    return i;
  }

  private static int unequal(
      float[] a, int aAt, float[] b, int bAt, float[] out, int outAt, int length) {
    FloatVector zero = FloatVector.zero(SPECIES);
    int i = 0;
    for (; i <= length - WIDTH; i += WIDTH) {
      zero.blend(1f, load(a, aAt + i).compare(VectorOperators.NE, load(b, bAt + i)))
          .intoArray(out, outAt + i);
    }
    return i;
  }

  private static int less(
      float[] a, int aAt, float[] b, int bAt, float[] out, int outAt, int length) {
    FloatVector zero = FloatVector.zero(SPECIES);
    int i = 0;
    for (; i <= length - WIDTH; i += WIDTH) {
      zero.blend(1f, load(a, aAt + i).compare(VectorOperators.LT, load(b, bAt + i)))
          .intoArray(out, outAt + i);
    }
    return i;
  }

  private static int lessOrEqual(
      float[] a, int aAt, float[] b, int bAt, float[] out, int outAt, int length) {
    FloatVector zero = FloatVector.zero(SPECIES);
    int i = 0;
    for (; i <= length - WIDTH; i += WIDTH) {
      zero.blend(1f, load(a, aAt + i).compare(VectorOperators.LE, load(b, bAt + i)))
          .intoArray(out, outAt + i);
    }
    return i;
  }

  private static int minimum(float[] a, int aAt, float b, float[] out, int outAt, int length) {
    int i = 0;
    for (; i <= length - WIDTH; i += WIDTH) {
      load(a, aAt + i).min(b).intoArray(out, outAt + i);
    }
    return i;
  }

  private static int maximum(float[] a, int aAt, float b, float[] out, int outAt, int length) {
    int i = 0;
    for (; i <= length - WIDTH; i += WIDTH) {
      load(a, aAt + i).max(b).intoArray(out, outAt + i);
    }
    return i;
  }

  private static int equal(float[] a, int aAt, float b, float[] out, int outAt, int length) {
    FloatVector zero = FloatVector.zero(SPECIES);
    int i = 0;
    for (; i <= length - WIDTH; i += WIDTH) {
      zero.blend(1f, load(a, aAt + i).compare(VectorOperators.EQ, b)).intoArray(out, outAt + i);
    }
    return i;
  }

  private static int unequal(float[] a, int aAt, float b, float[] out, int outAt, int length) {
    FloatVector zero = FloatVector.zero(SPECIES);
    int i = 0;
    for (; i <= length - WIDTH; i += WIDTH) {
      zero.blend(1f, load(a, aAt + i).compare(VectorOperators.NE, b)).intoArray(out, outAt + i);
    }
    return i;
  }

  private static int less(float[] a, int aAt, float b, float[] out, int outAt, int length) {
    FloatVector zero = FloatVector.zero(SPECIES);
    int i = 0;
    for (; i <= length - WIDTH; i += WIDTH) {
      zero.blend(1f, load(a, aAt + i).compare(VectorOperators.LT, b)).intoArray(out, outAt + i);
    }
    return i;
  }

  private static int lessOrEqual(float[] a, int aAt, float b, float[] out, int outAt, int length) {
    FloatVector zero = FloatVector.zero(SPECIES);
    int i = 0;
    for (; i <= length - WIDTH; i += WIDTH) {
      zero.blend(1f, load(a, aAt + i).compare(VectorOperators.LE, b)).intoArray(out, outAt + i);
    }
    return i;
  }

  private static int greater(float[] a, int aAt, float b, float[] out, int outAt, int length) {
    FloatVector zero = FloatVector.zero(SPECIES);
    int i = 0;
    for (; i <= length - WIDTH; i += WIDTH) {
      zero.blend(1f, load(a, aAt + i).compare(VectorOperators.GT, b)).intoArray(out, outAt + i);
    }
    return i;
  }

  private static int greaterOrEqual(
      float[] a, int aAt, float b, float[] out, int outAt, int length) {
    FloatVector zero = FloatVector.zero(SPECIES);
    int i = 0;
    for (; i <= length - WIDTH; i += WIDTH) {
      zero.blend(1f, load(a, aAt + i).compare(VectorOperators.GE, b)).intoArray(out, outAt + i);
    }
    return i;
  }

  private static FloatVector load(float[] values, int at) {
    return FloatVector.fromArray(SPECIES, values, at);
  }
}
