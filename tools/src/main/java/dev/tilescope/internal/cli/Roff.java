package dev.tilescope.internal.cli;

import java.util.List;
import java.util.Locale;

/** A manual page as it grows, in the language of {@code man}. */
final class Roff {
  private final StringBuilder page = new StringBuilder();

  /** The first line of a page. */
  Roff title(String name, String date, String source) {
    return line(".TH \"%s\" 1 \"%s\" \"%s\" \"Tilescope\"", upper(name), date, source);
  }

  private static String upper(String name) {
    return escaped(name.toUpperCase(Locale.ROOT));
  }

  Roff section(String title) {
    return line(".SH %s", title);
  }

  /** Lines that are filled into one paragraph, but where one is empty or indented. */
  Roff paragraph(List<String> lines) {
    line(".PP");
    lines.forEach(line -> text(line));
    return this;
  }

  /** An entry of a list: what is defined in bold, and below it what it means. */
  Roff entry(String term, List<String> meaning) {
    line(".TP").line("\\fB%s\\fR", escaped(term));
    meaning.forEach(this::text);
    return this;
  }

  /** Lines that stay as they are. */
  Roff verbatim(List<String> lines) {
    line(".PP").line(".nf");
    lines.forEach(this::text);
    return line(".fi");
  }

  Roff text(String text) {
    if (text.isBlank()) {
      return line(".PP");
    }
    String safe = escaped(text);
    return line("%s", safe.startsWith(".") || safe.startsWith("'") ? "\\&" + safe : safe);
  }

  private Roff line(String format, Object... values) {
    page.append(String.format(format, values)).append('\n');
    return this;
  }

  /** A hyphen would break lines and cannot be searched for; a minus is what is typed. */
  private static String escaped(String text) {
    return text.replace("\\", "\\e").replace("-", "\\-").replace("\"", "\\(dq");
  }

  @Override
  public String toString() {
    return page.toString();
  }
}
