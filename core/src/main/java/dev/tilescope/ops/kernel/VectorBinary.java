package dev.tilescope.ops.kernel;

import static dev.tilescope.ops.kernel.VectorMath.SPECIES;

import jdk.incubator.vector.FloatVector;

/**
 * Arithmetic of arrays and scalars in vectors. One loop for each kind and combination, spelled out:
 * the operation must be a constant of the compiled loop, or every vector is boxed.
 */
final class VectorBinary {
  private static final int WIDTH = SPECIES.length();

  private VectorBinary() {}

  static void arrays(
      BinaryKind kind, float[] a, int aAt, float[] b, int bAt, float[] out, int outAt, int length) {
    switch (kind) {
      case ADD -> add(a, aAt, b, bAt, out, outAt, length);
      case SUBTRACT -> subtract(a, aAt, b, bAt, out, outAt, length);
      case MULTIPLY -> multiply(a, aAt, b, bAt, out, outAt, length);
      case DIVIDE -> divide(a, aAt, b, bAt, out, outAt, length);
    }
  }

  static void arrayAndScalar(
      BinaryKind kind, float[] a, int aAt, float b, float[] out, int outAt, int length) {
    switch (kind) {
      case ADD -> add(a, aAt, b, out, outAt, length);
      case SUBTRACT -> subtract(a, aAt, b, out, outAt, length);
      case MULTIPLY -> multiply(a, aAt, b, out, outAt, length);
      case DIVIDE -> divide(a, aAt, b, out, outAt, length);
    }
  }

  static void scalarAndArray(
      BinaryKind kind, float a, float[] b, int bAt, float[] out, int outAt, int length) {
    switch (kind) {
      case ADD -> add(b, bAt, a, out, outAt, length);
      case SUBTRACT -> subtract(a, b, bAt, out, outAt, length);
      case MULTIPLY -> multiply(b, bAt, a, out, outAt, length);
      case DIVIDE -> divide(a, b, bAt, out, outAt, length);
    }
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

  private static FloatVector load(float[] values, int at) {
    return FloatVector.fromArray(SPECIES, values, at);
  }
}
