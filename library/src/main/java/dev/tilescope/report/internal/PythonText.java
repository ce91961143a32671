package dev.tilescope.report.internal;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values as Python writes them: {@code json.dumps}, {@code str} and {@code repr}. */
public final class PythonText {
  private static final HexFormat HEX = HexFormat.of();
  private static final double PLAIN_FROM = 1e-4;
  private static final double PLAIN_BELOW = 1e16;

  private PythonText() {}

  /** {@code json.dumps(value)}: ASCII, a blank after each comma and colon. */
  public static String json(@Nullable Object value) {
    ByteSink out = new ByteSink();
    json(value, out);
    return out.toText();
  }

  /** The same, behind what is there already. */
  public static void json(@Nullable Object value, ByteSink out) {
    switch (value) {
      case null -> out.addAscii("null");
      case String text -> quote(text, out);
      case List<?> list -> jsonList(list, out);
      case Map<?, ?> map -> jsonMap(map, out);
      case Double number -> out.addAscii(number(number));
      default -> out.addAscii(value.toString());
    }
  }

  private static void jsonList(List<?> list, ByteSink out) {
    out.add('[');
    for (int i = 0; i < list.size(); i++) {
      if (i > 0) {
        out.addAscii(", ");
      }
      json(list.get(i), out);
    }
    out.add(']');
  }

  private static void jsonMap(Map<?, ?> map, ByteSink out) {
    out.add('{');
    boolean first = true;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (!first) {
        out.addAscii(", ");
      }
      first = false;
      quote(String.valueOf(entry.getKey()), out);
      out.addAscii(": ");
      json(entry.getValue(), out);
    }
    out.add('}');
  }

  /** The text between double quotes, everything but printable ASCII escaped. */
  static void quote(String text, ByteSink out) {
    out.add('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.addAscii("\\\"");
        case '\\' -> out.addAscii("\\\\");
        case '\n' -> out.addAscii("\\n");
        case '\r' -> out.addAscii("\\r");
        case '\t' -> out.addAscii("\\t");
        case '\b' -> out.addAscii("\\b");
        case '\f' -> out.addAscii("\\f");
        default -> {
          if (c >= ' ' && c <= '~') {
            out.add(c);
          } else {
            out.addAscii("\\u" + HEX.toHexDigits(c));
          }
        }
      }
    }
    out.add('"');
  }

  /** {@code str(value)}. */
  public static String str(@Nullable Object value) {
    return value instanceof String text ? text : repr(value);
  }

  private static String repr(@Nullable Object value) {
    StringBuilder out = new StringBuilder();
    repr(value, out);
    return out.toString();
  }

  private static void repr(@Nullable Object value, StringBuilder out) {
    switch (value) {
      case null -> out.append("None");
      case Boolean truth -> out.append(truth ? "True" : "False");
      case String text -> reprText(text, out);
      case Double number -> out.append(number(number));
      case List<?> list -> reprList(list, out);
      case Map<?, ?> map -> reprMap(map, out);
      default -> out.append(value);
    }
  }

  private static void reprList(List<?> list, StringBuilder out) {
    String separator = "[";
    for (Object element : list) {
      out.append(separator);
      repr(element, out);
      separator = ", ";
    }
    out.append(list.isEmpty() ? "[]" : "]");
  }

  private static void reprMap(Map<?, ?> map, StringBuilder out) {
    String separator = "{";
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.append(separator);
      repr(entry.getKey(), out);
      out.append(": ");
      repr(entry.getValue(), out);
      separator = ", ";
    }
    out.append(map.isEmpty() ? "{}" : "}");
  }

  private static void reprText(String text, StringBuilder out) {
    char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
    out.append(quote);
    text.codePoints().forEach(c -> reprChar(c, quote, out));
    out.append(quote);
  }

  private static void reprChar(int c, char quote, StringBuilder out) {
    switch (c) {
      case '\\' -> out.append("\\\\");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        if (c == quote) {
          out.append('\\').append(quote);
        } else if (printable(c)) {
          out.appendCodePoint(c);
        } else if (c < 0x100) {
          out.append("\\x").append(HEX.toHexDigits((byte) c));
        } else if (c < 0x10000) {
          out.append("\\u").append(HEX.toHexDigits((char) c));
        } else {
          out.append("\\U").append(HEX.toHexDigits(c));
        }
      }
    }
  }

  private static boolean printable(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      case Character.SPACE_SEPARATOR -> c == ' ';
      default -> true;
    };
  }

  /** The shortest digits that read back as the same number, with Python's choice of notation. */
  static String number(double value) {
    if (value == 0) {
      return 1 / value < 0 ? "-0.0" : "0.0";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "Infinity" : "-Infinity";
    }
    double size = Math.abs(value);
    BigDecimal digits = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    if (size >= PLAIN_FROM && size < PLAIN_BELOW) {
      String plain = digits.toPlainString();
      return plain.indexOf('.') < 0 ? plain + ".0" : plain;
    }
    return scientific(digits);
  }

  private static String scientific(BigDecimal value) {
    BigInteger unscaled = value.unscaledValue();
    String digits = unscaled.abs().toString();
    int exponent = digits.length() - 1 - value.scale();
    StringBuilder out =
        new StringBuilder(unscaled.signum() < 0 ? "-" : "").append(digits.charAt(0));
    if (digits.length() > 1) {
      out.append('.').append(digits, 1, digits.length());
    }
    out.append(exponent < 0 ? "e-" : "e+");
    return out.append(Math.abs(exponent) < 10 ? "0" : "").append(Math.abs(exponent)).toString();
  }
}
