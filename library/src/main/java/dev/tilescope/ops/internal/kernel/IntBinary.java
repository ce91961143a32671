package dev.tilescope.ops.internal.kernel;

import dev.tilescope.ops.internal.kernel.Broadcast.Run;

/**
 * Those functions of {@link BinaryKind} that integers have, on one run of elements. Arithmetic
 * wraps at 32 bits and never fails.
 */
final class IntBinary {
  private IntBinary() {}

  static void run(BinaryKind kind, Integers integers, int[] a, int[] b, int[] out, Run run) {
    switch (kind) {
      case ADD, SUBTRACT -> {
        int sign = kind == BinaryKind.ADD ? 1 : -1;
        for (int i = 0; i < run.length; i++) {
          out[run.outAt + i] = a[run.aAt + i * run.aStep] + sign * b[run.bAt + i * run.bStep];
        }
      }
      case MULTIPLY -> {
        for (int i = 0; i < run.length; i++) {
          out[run.outAt + i] = a[run.aAt + i * run.aStep] * b[run.bAt + i * run.bStep];
        }
      }
      default -> {
        for (int i = 0; i < run.length; i++) {
          out[run.outAt + i] =
              apply(kind, integers, a[run.aAt + i * run.aStep], b[run.bAt + i * run.bStep]);
        }
      }
    }
  }

  static int apply(BinaryKind kind, Integers integers, int a, int b) {
    return switch (kind) {
      case ADD -> a + b;
      case SUBTRACT -> a - b;
      case MULTIPLY -> a * b;
      case RSUB -> b - a;
      case SQUARED_DIFFERENCE -> (a - b) * (a - b);
      case MINIMUM -> integers.compare(a, b) < 0 ? a : b;
      case MAXIMUM -> integers.compare(a, b) > 0 ? a : b;
      case EQ -> truth(a == b);
      case NE -> truth(a != b);
      case LT -> truth(integers.compare(a, b) < 0);
      case LE -> truth(integers.compare(a, b) <= 0);
      case GT -> truth(integers.compare(a, b) > 0);
      case GE -> truth(integers.compare(a, b) >= 0);
      case LOGICAL_AND -> truth(a != 0 && b != 0);
      case LOGICAL_OR -> truth(a != 0 || b != 0);
      case LOGICAL_XOR -> truth(a != 0 ^ b != 0);
      case POW -> integers.pow(a, b);
      case REMAINDER -> b == 0 ? a : integers.remainder(a, b);
      case FMOD -> b == 0 ? a : integers.fmod(a, b);
      case FLOOR_DIV -> b == 0 ? -1 : integers.floorDiv(a, b);
      case TRUNC_DIV -> b == 0 ? -1 : integers.truncDiv(a, b);
      case BITWISE_AND -> a & b;
      case BITWISE_OR -> a | b;
      case BITWISE_XOR -> a ^ b;
      case LEFT_SHIFT -> inRange(b) ? a << b : 0;
      case RIGHT_SHIFT -> integers.shiftRight(a, inRange(b) ? b : Integer.SIZE);
      case LOGICAL_RIGHT_SHIFT -> inRange(b) ? a >>> b : 0;
      case GCD -> gcd(integers, a, b);
      case LCM -> a == 0 || b == 0 ? 0 : lcm(integers, a, b);
      case DIVIDE,
          DIV_NO_NAN,
          LDEXP,
          LOGADDEXP,
          LOGADDEXP2,
          BIAS_GELU,
          HYPOT,
          ATAN2,
          XLOGY,
          NEXTAFTER,
          PRELU ->
          throw IntUnary.refused(kind.name());
    };
  }

  static int truth(boolean answer) {
    return answer ? 1 : 0;
  }

  private static boolean inRange(int shift) {
    return shift >= 0 && shift < Integer.SIZE;
  }

  private static int gcd(Integers integers, int a, int b) {
    long x = Math.abs(integers.widened(a));
    long y = Math.abs(integers.widened(b));
    while (y != 0) {
      long rest = x % y;
      x = y;
      y = rest;
    }
    return (int) x;
  }

  private static int lcm(Integers integers, int a, int b) {
    long divisor = Integer.toUnsignedLong(gcd(integers, a, b));
    return (int) (Math.abs(integers.widened(a)) / divisor * Math.abs(integers.widened(b)));
  }
}
