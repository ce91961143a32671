package dev.tilescope.internal.export;

import dev.tilescope.internal.words.VisibleText;
import java.io.IOException;
import java.util.Locale;

/**
 * Writes SVG elements. Text and attribute values are escaped here and nowhere else, so no name from
 * a file can become markup; coordinates have two decimals at most.
 */
final class SvgWriter {
  private final Appendable out;

  SvgWriter(Appendable out) {
    this.out = out;
  }

  /** Writes markup as it is: only for text that is ours. */
  SvgWriter raw(String markup) throws IOException {
    out.append(markup);
    return this;
  }

  /** Attributes come in pairs of name and value; numbers are shortened. */
  SvgWriter open(String element, Object... attributes) throws IOException {
    tag(element, attributes);
    return raw(">");
  }

  SvgWriter close(String element) throws IOException {
    return raw("</" + element + ">\n");
  }

  SvgWriter empty(String element, Object... attributes) throws IOException {
    tag(element, attributes);
    return raw("/>\n");
  }

  /** An element that shows a text when the pointer rests on it. */
  SvgWriter titled(String element, String title, Object... attributes) throws IOException {
    open(element, attributes).open("title").text(title).raw("</title>");
    return close(element);
  }

  SvgWriter words(String text, double x, double y, Object... attributes) throws IOException {
    tag("text", "x", x, "y", y);
    attributes(attributes);
    return raw(">").text(text).close("text");
  }

  SvgWriter text(String text) throws IOException {
    return raw(escaped(text));
  }

  private void tag(String element, Object... attributes) throws IOException {
    out.append('<').append(element);
    attributes(attributes);
  }

  private void attributes(Object... attributes) throws IOException {
    for (int i = 0; i < attributes.length; i += 2) {
      out.append(' ').append(attributes[i].toString()).append("=\"");
      out.append(value(attributes[i + 1])).append('"');
    }
  }

  private static String value(Object value) {
    return value instanceof Double number ? number(number) : escaped(value.toString());
  }

  static String number(double value) {
    String text = String.format(Locale.ROOT, "%.2f", value);
    int end = text.length();
    while (text.charAt(end - 1) == '0') {
      end--;
    }
    return text.substring(0, text.charAt(end - 1) == '.' ? end - 1 : end);
  }

  /** Control characters, which XML forbids even escaped, show as VisibleText shows them. */
  private static String escaped(String text) {
    StringBuilder safe = new StringBuilder(text.length() + 16);
    text.lines()
        .forEach(line -> safe.append(safe.isEmpty() ? "" : "\n").append(VisibleText.of(line)));
    return safe.toString()
        .replace('\uFFFE', '\uFFFD')
        .replace('\uFFFF', '\uFFFD')
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
