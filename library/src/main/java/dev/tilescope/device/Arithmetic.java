package dev.tilescope.device;

import dev.tilescope.model.TilescopeException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/** How a device computes the products of matrices. */
public enum Arithmetic {
  /** In float32, rounded once. */
  EXACT,

  /** With the passes and the accumulator that the compute kernel config names, as a board does. */
  BOARD;

  /** Names one for devices that were opened without. */
  public static final String VARIABLE = "TILESCOPE_ARITHMETIC";

  /** What the variable says; exact without it. */
  static Arithmetic fromEnvironment(Map<String, String> environment) {
    return named(VARIABLE, environment.getOrDefault(VARIABLE, ""));
  }

  /**
   * By its name in small letters; exact if it is empty.
   *
   * @param what names it in the error
   */
  public static Arithmetic named(String what, String name) {
    return Arrays.stream(values())
        .filter(each -> name.isEmpty() || each.text().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new TilescopeException(what + ": one of exact, board is needed, got \"" + name + "\""));
  }

  private String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
