package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.FloatUnary.truth;

/**
 * The functions of {@link BinaryKind} on two floats. What is not plain arithmetic is computed in
 * double and rounded once.
 */
final class FloatBinary {
  private FloatBinary() {}

  /** One line for each function, so it is as long as there are functions. */
  static float apply(BinaryKind kind, float a, float b) {
    return switch (kind) {
      case ADD -> a + b;
      case SUBTRACT -> a - b;
      case MULTIPLY -> a * b;
      case DIVIDE -> a / b;
      case RSUB -> b - a;
      case SQUARED_DIFFERENCE -> (a - b) * (a - b);
      case MINIMUM -> Math.min(a, b);
      case MAXIMUM -> Math.max(a, b);

      case EQ -> truth(a == b);
      case NE -> truth(a != b);
      case LT -> truth(a < b);
      case LE -> truth(a <= b);
      case GT -> truth(a > b);
      case GE -> truth(a >= b);
      case LOGICAL_AND -> truth(a != 0 && b != 0);
      case LOGICAL_OR -> truth(a != 0 || b != 0);
      case LOGICAL_XOR -> truth(a != 0 ^ b != 0);

      case POW -> (float) DoubleMath.pow(a, b);
      case REMAINDER -> remainder(a, b);
      case FMOD -> a % b;
      case FLOOR_DIV -> floorDiv(a, b);
      case DIV_NO_NAN -> b == 0 ? 0f : a / b;
      case LDEXP -> (float) (a * Math.pow(2, b));
      case LOGADDEXP -> (float) DoubleMath.logAddExp(a, b);
      case LOGADDEXP2 -> (float) DoubleMath.logAddExp2(a, b);
      case BIAS_GELU -> FloatMath.gelu(a + b);
      case HYPOT -> (float) DoubleMath.hypot(a, b);
      case ATAN2 -> (float) Math.atan2(a, b);
      case XLOGY -> (float) DoubleMath.xLogY(a, b);
      case NEXTAFTER -> Math.nextAfter(a, b);
      case PRELU -> a > 0 ? a : a * b;

      case TRUNC_DIV,
          BITWISE_AND,
          BITWISE_OR,
          BITWISE_XOR,
          LEFT_SHIFT,
          RIGHT_SHIFT,
          LOGICAL_RIGHT_SHIFT,
          GCD,
          LCM ->
          throw FloatUnary.refused(kind.name());
    };
  }

  private static float remainder(float a, float b) {
    float rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
  }

  /** From the exact remainder, since a / b may round up to the next integer. */
  private static float floorDiv(float a, float b) {
    if (b == 0 || Float.isInfinite(a)) {
      return a / b;
    }
    double rest = a % b;
    double quotient = ((double) a - rest) / b;
    if (rest != 0 && (rest < 0) != (b < 0)) {
      quotient -= 1;
    }
    return quotient == 0 ? Math.copySign(0f, a / b) : (float) Math.rint(quotient);
  }
}
