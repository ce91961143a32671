package dev.tilescope.report.internal;

import dev.tilescope.model.TilescopeException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Numbers as Python's {@code int()} and {@code float()} take them from any value. */
public final class PythonNumbers {
  private static final Pattern INTEGER = Pattern.compile("[+-]?\\d(_?\\d)*");

  private PythonNumbers() {}

  /** {@code int(value)}. */
  public static long toLong(@Nullable Object value) {
    return switch (value) {
      case Long number -> number;
      case Boolean truth -> truth ? 1 : 0;
      case Double number -> number.longValue();
      case String text -> parse(text);
      case null, default -> throw notANumber(value);
    };
  }

  /** {@code float(value)}. */
  public static double toDouble(@Nullable Object value) {
    return switch (value) {
      case Double number -> number;
      case String text -> parseDouble(text);
      case null, default -> toLong(value);
    };
  }

  /** What Python's {@code if value} finds true. */
  public static boolean truthy(@Nullable Object value) {
    return switch (value) {
      case null -> false;
      case Boolean truth -> truth;
      case Long number -> number != 0;
      case Double number -> number != 0;
      case String text -> !text.isEmpty();
      case java.util.Collection<?> list -> !list.isEmpty();
      case java.util.Map<?, ?> map -> !map.isEmpty();
      default -> true;
    };
  }

  private static long parse(String text) {
    String trimmed = text.strip();
    if (!INTEGER.matcher(trimmed).matches()) {
      throw notANumber(text);
    }
    try {
      return Long.parseLong(trimmed.replace("_", ""));
    } catch (NumberFormatException e) {
      throw notANumber(text);
    }
  }

  private static double parseDouble(String text) {
    try {
      return Double.parseDouble(text.strip());
    } catch (NumberFormatException e) {
      throw notANumber(text);
    }
  }

  private static TilescopeException notANumber(@Nullable Object value) {
    String text = PythonText.str(value);
    return new TilescopeException(
        "expected a number of at most 64 bits, found "
            + (text.length() <= 60 ? text : text.substring(0, 60) + "..."));
  }
}
