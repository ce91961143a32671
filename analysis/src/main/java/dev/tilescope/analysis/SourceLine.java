package dev.tilescope.analysis;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where a call stands in the source: the innermost frame of its stack. */
public record SourceLine(String file, long line) {
  private static final Pattern FRAME =
      Pattern.compile(
          "^\\s*File \"([^\"]+)\", line (\\d{1,18})", Pattern.MULTILINE | Pattern.UNIX_LINES);

  /** Null if the stack has no such frame. */
  public static @Nullable SourceLine of(String stack) {
    Matcher frame = FRAME.matcher(stack);
    return frame.find() ? new SourceLine(frame.group(1), Long.parseLong(frame.group(2))) : null;
  }

  /** Of the stack, as {@code file.py:31}; empty if it has no such frame. */
  public static String textOf(String stack) {
    SourceLine line = of(stack);
    return line == null ? "" : line.toString();
  }

  /** {@code file.py:31}. */
  @Override
  public String toString() {
    return file + ":" + line;
  }
}
