package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.VectorMath.SPECIES;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Functions of one element in vectors: those that cost no more than reading memory. Each loop does
 * as many whole vectors of its range as there are, and returns where it stopped. A function without
 * a loop here or in {@link VectorMath} or {@link VectorExponentials} stops at once.
 */
final class VectorUnary {
  private static final int WIDTH = SPECIES.length();

  private VectorUnary() {}

  static int run(UnaryKind kind, float p, float q, float[] in, float[] out, int from, int to) {
    return switch (kind) {
      case IDENTITY -> copy(in, out, from, to);
      case ABS -> abs(in, out, from, to);
      case NEG -> neg(in, out, from, to);
      case SQUARE -> square(in, out, from, to);
      case RECIPROCAL -> reciprocal(in, out, from, to);
      case SQRT -> sqrt(in, out, from, to);
      case RSQRT -> rsqrt(in, out, from, to);
      case RELU -> atLeast(in, 0f, out, from, to);
      case RELU_MIN -> atLeast(in, p, out, from, to);
      case RELU6 -> clamp(in, 0f, 6f, out, from, to);
      case RELU_MAX -> clamp(in, 0f, Math.max(p, 0f), out, from, to);
      case CLAMP, HARDTANH -> clamp(in, p, q, out, from, to);
      case LEAKY_RELU -> leakyRelu(in, p, out, from, to);
      case EXP -> VectorExponentials.shiftedExp(in, 0f, out, from, to);
      case GELU -> VectorExponentials.gelu(in, out, from, to);
      case GELU_APPROX -> VectorExponentials.geluApprox(in, out, from, to);
      case SIGMOID -> VectorExponentials.sigmoid(in, out, from, to);
      case SILU -> VectorExponentials.silu(in, out, from, to);
      case TANH -> VectorExponentials.tanh(in, out, from, to);
      case ERF -> VectorExponentials.erf(in, out, from, to);
      case LOG -> VectorMath.log(in, out, from, to);
      default -> from;
    };
  }

  private static int copy(float[] in, float[] out, int from, int to) {
    System.arraycopy(in, from, out, from, to - from);
    return to;
  }

  private static int abs(float[] in, float[] out, int from, int to) {
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      load(in, i).abs().intoArray(out, i);
    }
    return i;
  }

  private static int neg(float[] in, float[] out, int from, int to) {
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      load(in, i).neg().intoArray(out, i);
    }
    return i;
  }

  private static int square(float[] in, float[] out, int from, int to) {
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      FloatVector x = load(in, i);
      x.mul(x).intoArray(out, i);
    }
    return i;
  }

  private static int reciprocal(float[] in, float[] out, int from, int to) {
    FloatVector one = FloatVector.broadcast(SPECIES, 1f);
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      one.div(load(in, i)).intoArray(out, i);
    }
    return i;
  }

  private static int sqrt(float[] in, float[] out, int from, int to) {
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      load(in, i).sqrt().intoArray(out, i);
    }
    return i;
  }

  private static int rsqrt(float[] in, float[] out, int from, int to) {
    FloatVector one = FloatVector.broadcast(SPECIES, 1f);
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      one.div(load(in, i).sqrt()).intoArray(out, i);
    }
    return i;
  }

  private static int atLeast(float[] in, float low, float[] out, int from, int to) {
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      load(in, i).max(low).intoArray(out, i);
    }
    return i;
  }

  private static int clamp(float[] in, float low, float high, float[] out, int from, int to) {
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      load(in, i).max(low).min(high).intoArray(out, i);
    }
    return i;
  }

  private static int leakyRelu(float[] in, float slope, float[] out, int from, int to) {
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      FloatVector x = load(in, i);
      x.mul(slope).blend(x, x.compare(VectorOperators.GT, 0f)).intoArray(out, i);
    }
    return i;
  }

  private static FloatVector load(float[] values, int at) {
    return FloatVector.fromArray(SPECIES, values, at);
  }
}
