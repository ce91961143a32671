package dev.tilescope.tensor;

import dev.tilescope.model.TilescopeException;

/**
 * How tensors are printed: TT-NN's {@code set_printoptions}.
 *
 * @param precision digits after the point
 */
public record PrintOptions(Profile profile, Scientific scientific, int precision) {
  /** How much of a tensor is printed. */
  public enum Profile {
    /** No elements. */
    EMPTY,
    /** Two at each end of a dimension. */
    SHORT,
    /** All. */
    FULL
  }

  /** Whether numbers have exponents. */
  public enum Scientific {
    /** Where plain digits would not show all numbers that are not zero. */
    DEFAULT,
    ALWAYS,
    NEVER
  }

  public static final PrintOptions DEFAULT = new PrintOptions(Profile.SHORT, Scientific.DEFAULT, 4);

  private static volatile PrintOptions current = DEFAULT;

  private static final int MOST_DIGITS = 100;

  public PrintOptions {
    if (precision < 0 || precision > MOST_DIGITS) {
      throw new TilescopeException(
          "precision: 0 to %d digits are expected, got %d".formatted(MOST_DIGITS, precision));
    }
  }

  /** For all tensors of this process from now on. */
  public static void use(PrintOptions options) {
    current = options;
  }

  static PrintOptions current() {
    return current;
  }
}
