package dev.tilescope.ops.internal.kernel;

import java.util.Random;

/** Slow and obvious double-precision answers, and inputs to ask about. */
final class Reference {
  private Reference() {}

  static float[] uniform(long seed, int length, float low, float high) {
    Random random = new Random(seed);
    float[] values = new float[length];
    for (int i = 0; i < length; i++) {
      values[i] = low + random.nextFloat() * (high - low);
    }
    return values;
  }

  /** Floats of any bit pattern: every exponent, subnormals, infinities, NaNs. */
  static float[] anyBits(long seed, int length) {
    Random random = new Random(seed);
    float[] values = new float[length];
    for (int i = 0; i < length; i++) {
      values[i] = Float.intBitsToFloat(random.nextInt());
    }
    return values;
  }

  static int volume(int... dims) {
    int volume = 1;
    for (int dim : dims) {
      volume *= dim;
    }
    return volume;
  }

  static int[] rowMajor(int... dims) {
    int[] strides = new int[dims.length];
    int stride = 1;
    for (int i = dims.length - 1; i >= 0; i--) {
      strides[i] = stride;
      stride *= dims[i];
    }
    return strides;
  }

  /** Strides that repeat a tensor of these dimensions wherever it has size 1. */
  static int[] broadcast(int... dims) {
    int[] strides = rowMajor(dims);
    for (int i = 0; i < dims.length; i++) {
      strides[i] = dims[i] == 1 ? 0 : strides[i];
    }
    return strides;
  }

  static int offset(int step, int[] dims, int[] strides) {
    int offset = 0;
    for (int i = dims.length - 1; i >= 0; i--) {
      offset += step % dims[i] * strides[i];
      step /= dims[i];
    }
    return offset;
  }

  /** Correct to the last bit: one operation in double is rounded innocently to float. */
  static float apply(BinaryKind kind, float a, float b) {
    return switch (kind) {
      case ADD -> (float) ((double) a + b);
      case SUBTRACT -> (float) ((double) a - b);
      case MULTIPLY -> (float) ((double) a * b);
      case DIVIDE -> (float) ((double) a / b);
      case MINIMUM -> a < b ? a : b;
      case MAXIMUM -> a < b ? b : a;
      case LT -> a < b ? 1 : 0;
      case GE -> a < b ? 0 : 1;
      default -> FloatBinary.apply(kind, a, b);
    };
  }

  static double gelu(double x) {
    return x < 0 ? x * erfc(-x / Math.sqrt(2)) / 2 : x * (1 - erfc(x / Math.sqrt(2)) / 2);
  }

  /** For z >= 0: the series of erf below 2, whose terms are all positive; above, the fraction. */
  static double erfc(double z) {
    return z < 2 ? 1 - erfSeries(z) : erfcFraction(z);
  }

  private static double erfSeries(double z) {
    double term = z;
    double sum = z;
    for (int n = 1; term > sum * 1e-18; n++) {
      term *= 2 * z * z / (2 * n + 1);
      sum += term;
    }
    return 2 / Math.sqrt(Math.PI) * Math.exp(-z * z) * sum;
  }

  private static double erfcFraction(double z) {
    double tail = z;
    for (int n = 200; n >= 1; n--) {
      tail = z + n / 2.0 / tail;
    }
    return Math.exp(-z * z) / Math.sqrt(Math.PI) / tail;
  }

  /** The nearest bfloat16 by distance; of two equally near, the one whose last bit is 0. */
  static int bfloat16(float value) {
    if (Float.isNaN(value)) {
      return 0x7FC0;
    }
    int below = Float.floatToRawIntBits(value) >>> 16;
    if (Float.isInfinite(value) || widened(below) == value) {
      return below;
    }
    double down = Math.abs(value - widened(below));
    double up = Math.abs(widened(below + 1) - value);
    return down < up || (down == up && (below & 1) == 0) ? below : below + 1;
  }

  /** In double, where the step above the greatest bfloat16 is 2^128 rather than infinity. */
  private static double widened(int bits) {
    double sign = (bits & 0x8000) == 0 ? 1 : -1;
    return (bits & 0x7FFF) == 0x7F80 ? sign * 0x1p128 : Float.intBitsToFloat(bits << 16);
  }
}
