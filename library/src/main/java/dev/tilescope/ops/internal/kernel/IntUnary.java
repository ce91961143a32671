package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.IntBinary.truth;

import dev.tilescope.model.TilescopeException;

/** Those functions of {@link UnaryKind} that integers have. Arithmetic wraps at 32 bits. */
final class IntUnary {
  private IntUnary() {}

  static void run(
      UnaryKind kind, Integers integers, int p, int q, int[] in, int[] out, int from, int to) {
    for (int i = from; i < to; i++) {
      out[i] = apply(kind, integers, in[i], p, q);
    }
  }

  static int apply(UnaryKind kind, Integers integers, int x, int p, int q) {
    int sign = integers.compare(x, 0);
    return switch (kind) {
      case IDENTITY -> x;
      case FILL -> p;
      case ABS -> sign < 0 ? -x : x;
      case NEG -> -x;
      case SIGN -> Integer.signum(sign);
      case SQUARE -> x * x;
      case ADD_UNARY_SFPU -> x + p;
      case SUB_UNARY_SFPU -> x - p;
      case MUL_UNARY_SFPU -> x * p;
      case RELU -> sign < 0 ? 0 : x;
      case RELU6 -> clamp(integers, x, 0, 6);
      case RELU_MAX -> clamp(integers, x, 0, integers.compare(p, 0) < 0 ? 0 : p);
      case RELU_MIN -> integers.compare(x, p) < 0 ? p : x;
      case CLAMP -> clamp(integers, x, p, q);
      case LOGICAL_NOT, EQZ -> truth(x == 0);
      case NEZ -> truth(x != 0);
      case GTZ -> truth(sign > 0);
      case GEZ -> truth(sign >= 0);
      case LTZ -> truth(sign < 0);
      case LEZ -> truth(sign <= 0);
      case BITWISE_NOT -> ~x;
      default -> throw refused(kind.name());
    };
  }

  static TilescopeException refused(String kind) {
    return new TilescopeException(
        kind + " is not defined on integers; convert the operands to float first");
  }

  private static int clamp(Integers integers, int x, int low, int high) {
    int raised = integers.compare(x, low) < 0 ? low : x;
    return integers.compare(raised, high) > 0 ? high : raised;
  }
}
