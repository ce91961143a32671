package dev.tilescope.internal.timeline;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a program's zone says in its text of which program it is: {@code id:1024}, or of a replay
 * {@code id:1024 trace:0 replay:3}.
 *
 * @param operation the number of its call, as reports count them; -1 if the text says none
 * @param trace the metal trace; -1 if it is none of one
 * @param replay of the trace; -1 if it is none
 */
public record ProgramId(long operation, long trace, long replay) {
  public static final ProgramId UNKNOWN = new ProgramId(-1, -1, -1);

  private static final Pattern TEXT =
      Pattern.compile("id:(\\d{1,18})(?: trace:(\\d{1,9}) replay:(\\d{1,9}))?");

  static ProgramId of(long operation) {
    return new ProgramId(operation, -1, -1);
  }

  public static ProgramId parse(String text) {
    Matcher id = TEXT.matcher(text);
    if (!id.matches()) {
      return UNKNOWN;
    }
    long operation = Long.parseLong(id.group(1));
    return id.group(2) == null
        ? of(operation)
        : new ProgramId(operation, Long.parseLong(id.group(2)), Long.parseLong(id.group(3)));
  }

  @Override
  public String toString() {
    return "id:" + operation + (trace < 0 ? "" : " trace:" + trace + " replay:" + replay);
  }
}
