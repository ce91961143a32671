package dev.tilescope.ops.internal.kernel;

/**
 * Plain loops over the functions of one element. The ones that networks use most have loops of
 * their own, into which the compiler can put the function; the others share one.
 */
final class ScalarUnary {
  private ScalarUnary() {}

  static void run(UnaryKind kind, float p, float q, float[] in, float[] out, int from, int to) {
    switch (kind) {
      case RELU -> relu(in, out, from, to);
      case SQRT -> sqrt(in, out, from, to);
      case EXP -> exp(in, out, from, to);
      case TANH -> tanh(in, out, from, to);
      case SIGMOID -> sigmoid(in, out, from, to);
      case SILU -> silu(in, out, from, to);
      case GELU -> gelu(in, out, from, to);
      case GELU_APPROX -> geluApprox(in, out, from, to);
      default -> any(kind, p, q, in, out, from, to);
    }
  }

  private static void any(
      UnaryKind kind, float p, float q, float[] in, float[] out, int from, int to) {
    for (int i = from; i < to; i++) {
      out[i] = FloatUnary.apply(kind, in[i], p, q);
    }
  }

  private static void relu(float[] in, float[] out, int from, int to) {
    for (int i = from; i < to; i++) {
      out[i] = Math.max(in[i], 0f);
    }
  }

  private static void sqrt(float[] in, float[] out, int from, int to) {
    for (int i = from; i < to; i++) {
      out[i] = (float) Math.sqrt(in[i]);
    }
  }

  private static void exp(float[] in, float[] out, int from, int to) {
    for (int i = from; i < to; i++) {
      out[i] = FloatMath.exp(in[i]);
    }
  }

  private static void tanh(float[] in, float[] out, int from, int to) {
    for (int i = from; i < to; i++) {
      out[i] = FloatMath.tanh(in[i]);
    }
  }

  private static void sigmoid(float[] in, float[] out, int from, int to) {
    for (int i = from; i < to; i++) {
      out[i] = FloatMath.sigmoid(in[i]);
    }
  }

  private static void silu(float[] in, float[] out, int from, int to) {
    for (int i = from; i < to; i++) {
      out[i] = FloatMath.silu(in[i]);
    }
  }

  private static void gelu(float[] in, float[] out, int from, int to) {
    for (int i = from; i < to; i++) {
      out[i] = FloatMath.gelu(in[i]);
    }
  }

  private static void geluApprox(float[] in, float[] out, int from, int to) {
    for (int i = from; i < to; i++) {
      out[i] = FloatMath.geluApprox(in[i]);
    }
  }
}
