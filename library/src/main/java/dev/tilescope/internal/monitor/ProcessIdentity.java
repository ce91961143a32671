package dev.tilescope.internal.monitor;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which process a file is of; also the file's name, so that a file that cannot be read is known to
 * be dead too.
 *
 * @param startMark see {@link Processes#startMark}
 * @param space see {@link Processes#space}
 */
public record ProcessIdentity(long pid, long startMark, long space) {
  public static final String SUFFIX = ".mem";

  private static final Pattern NAME =
      Pattern.compile("(\\d{1,18})-(\\d{1,18})-(\\d{1,18})" + Pattern.quote(SUFFIX));

  static ProcessIdentity ofThis(Processes processes) {
    long pid = ProcessHandle.current().pid();
    return new ProcessIdentity(pid, processes.startMark(pid), processes.space());
  }

  public static @Nullable ProcessIdentity ofFileName(String name) {
    Matcher matcher = NAME.matcher(name);
    return matcher.matches()
        ? new ProcessIdentity(
            Long.parseLong(matcher.group(1)),
            Long.parseLong(matcher.group(2)),
            Long.parseLong(matcher.group(3)))
        : null;
  }

  public String fileName() {
    return pid + "-" + startMark + "-" + space + SUFFIX;
  }

  /** False where that cannot be known, as from another container. */
  public boolean hasEnded(Processes processes) {
    return space == processes.space() && processes.startMark(pid) != startMark;
  }
}
