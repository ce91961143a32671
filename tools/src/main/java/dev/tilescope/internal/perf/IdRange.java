package dev.tilescope.internal.perf;

import dev.tilescope.model.TilescopeException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rows from one id to another, both included. */
public record IdRange(int first, int last) {
  private static final Pattern FORM = Pattern.compile("(\\d{0,9})-(\\d{0,9})");

  /** Reads {@code 5-10}, {@code 31-} or {@code -12}; commas between digits are skipped. */
  public static IdRange parse(String text) {
    Matcher form = FORM.matcher(text.replace(",", ""));
    if (!form.matches() || form.group().equals("-")) {
      throw new TilescopeException(
          "'" + text + "' is no range of ids; write START-END, START- or -END, such as 5-10");
    }
    int first = form.group(1).isEmpty() ? 0 : Integer.parseInt(form.group(1));
    int last = form.group(2).isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(form.group(2));
    if (first > last) {
      throw new TilescopeException(
          "'"
              + text
              + "' is no range of ids: it ends before it begins; write "
              + last
              + "-"
              + first);
    }
    return new IdRange(first, last);
  }

  boolean contains(int id) {
    return first <= id && id <= last;
  }
}
