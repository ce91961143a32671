package dev.tilescope.profile.internal.table;

import java.math.BigDecimal;

/** A value in a row; its text is what files hold. */
public sealed interface Cell {
  String text();

  /** A count, nanoseconds or cycles. */
  record Whole(long value) implements Cell {
    @Override
    public String text() {
      return Long.toString(value);
    }
  }

  /**
   * Written as Python's {@code str()} does: the shortest digits that give the number back, with an
   * exponent only if it is far.
   */
  record Decimal(double value) implements Cell {
    @Override
    public String text() {
      BigDecimal digits = new BigDecimal(Double.toString(value)).stripTrailingZeros();
      double size = Math.abs(value);
      if (size > 0 && (size < 1e-4 || size >= 1e16)) {
        return scientific(digits);
      }
      String text = digits.toPlainString();
      return text.indexOf('.') < 0 ? text + ".0" : text;
    }

    private static String scientific(BigDecimal digits) {
      int exponent = digits.precision() - digits.scale() - 1;
      String mantissa = digits.movePointLeft(exponent).toPlainString();
      return "%se%s%02d".formatted(mantissa, exponent < 0 ? "-" : "+", Math.abs(exponent));
    }
  }

  /** A word, or a number that another program wrote in a way of its own. */
  record Text(String text) implements Cell {}
}
