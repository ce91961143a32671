package dev.tilescope.replay;

import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Flag;
import dev.tilescope.replay.Recorded.Nothing;
import dev.tilescope.replay.Recorded.Numeral;
import dev.tilescope.replay.Recorded.Sequence;
import dev.tilescope.replay.Recorded.Text;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Recorded values exactly as Python's {@code json.dumps(value, sort_keys=True)} prints them, since
 * hashes of configurations are taken of that text: keys in order of code points, {@code ", "} and
 * {@code ": "}, everything beyond ASCII escaped, floats as {@code repr} has them. {@link #indented}
 * is the same with {@code indent=2}.
 */
final class PythonJson {
  /** {@code repr} uses an exponent from here on. */
  private static final int FIRST_LARGE_EXPONENT = 16;

  private static final int LAST_SMALL_EXPONENT = -5;

  private final StringBuilder out = new StringBuilder();
  private final boolean indenting;
  private int depth;

  private PythonJson(boolean indenting) {
    this.indenting = indenting;
  }

  static String of(Recorded value) {
    return new PythonJson(false).append(value);
  }

  static String indented(Recorded value) {
    return new PythonJson(true).append(value);
  }

  private String append(Recorded value) {
    write(value);
    return out.toString();
  }

  private void write(Recorded value) {
    switch (value) {
      case Nothing _ -> out.append("null");
      case Flag(boolean flag) -> out.append(flag);
      case Numeral(String text) -> out.append(number(text));
      case Text(String text) -> quote(text);
      case Sequence(List<Recorded> items) -> writeItems(items);
      case Fields fields -> writeFields(fields);
    }
  }

  private void writeItems(List<Recorded> items) {
    out.append('[');
    depth++;
    for (int i = 0; i < items.size(); i++) {
      separate(i);
      write(items.get(i));
    }
    close(items.isEmpty(), ']');
  }

  private void writeFields(Fields fields) {
    TreeMap<String, Recorded> sorted = new TreeMap<>(PythonJson::compareCodePoints);
    sorted.putAll(fields.values());
    out.append('{');
    depth++;
    int written = 0;
    for (Map.Entry<String, Recorded> field : sorted.entrySet()) {
      separate(written++);
      quote(field.getKey());
      out.append(": ");
      write(field.getValue());
    }
    close(sorted.isEmpty(), '}');
  }

  private void separate(int before) {
    if (indenting) {
      out.append(before == 0 ? "\n" : ",\n").append("  ".repeat(depth));
    } else if (before > 0) {
      out.append(", ");
    }
  }

  private void close(boolean empty, char bracket) {
    depth--;
    if (indenting && !empty) {
      out.append('\n').append("  ".repeat(depth));
    }
    out.append(bracket);
  }

  private void quote(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        case '\f' -> out.append("\\f");
        case '\b' -> out.append("\\b");
        default ->
            out.append(c < ' ' || c > '~' ? "\\u%04x".formatted((int) c) : String.valueOf(c));
      }
    }
    out.append('"');
  }

  /** A number of a file as Python prints it after reading it. */
  static String number(String text) {
    if (new Numeral(text).isWhole()) {
      return text.equals("-0") ? "0" : text;
    }
    double value = Double.parseDouble(text);
    return Double.isFinite(value) ? repr(value) : nonFinite(value);
  }

  private static String nonFinite(double value) {
    return Double.isNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
  }

  /** The fewest digits that give the same float. */
  private static String repr(double value) {
    if (value == 0) {
      return 1 / value < 0 ? "-0.0" : "0.0";
    }
    BigDecimal shortest = shortest(value);
    int exponent = shortest.precision() - shortest.scale() - 1;
    if (exponent > LAST_SMALL_EXPONENT && exponent < FIRST_LARGE_EXPONENT) {
      String plain = shortest.toPlainString();
      return plain.contains(".") ? plain : plain + ".0";
    }
    BigInteger unscaled = shortest.unscaledValue();
    String digits = unscaled.abs().toString();
    return (unscaled.signum() < 0 ? "-" : "")
        + digits.charAt(0)
        + (digits.length() == 1 ? "" : "." + digits.substring(1))
        + "e%c%02d".formatted(exponent < 0 ? '-' : '+', Math.abs(exponent));
  }

  /** Java gives two digits where one is enough but another pair is closer: 4.9E-324 for 5e-324. */
  private static BigDecimal shortest(double value) {
    BigDecimal exact = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    if (exact.precision() == 2) {
      BigDecimal one = exact.round(new MathContext(1)).stripTrailingZeros();
      return one.doubleValue() == value ? one : exact;
    }
    return exact;
  }

  /** Java's own order is that of UTF-16, which puts pairs of surrogates before U+E000. */
  static int compareCodePoints(String a, String b) {
    int at = 0;
    while (at < a.length() && at < b.length() && a.charAt(at) == b.charAt(at)) {
      at++;
    }
    if (at == a.length() || at == b.length()) {
      return Integer.compare(a.length(), b.length());
    }
    boolean inPair =
        at > 0
            && Character.isHighSurrogate(a.charAt(at - 1))
            && (Character.isLowSurrogate(a.charAt(at)) || Character.isLowSurrogate(b.charAt(at)));
    int from = inPair ? at - 1 : at;
    return Integer.compare(a.codePointAt(from), b.codePointAt(from));
  }
}
