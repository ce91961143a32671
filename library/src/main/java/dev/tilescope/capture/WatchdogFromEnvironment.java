package dev.tilescope.capture;

import dev.tilescope.internal.track.AutoStart;
import dev.tilescope.model.Notice;
import dev.tilescope.model.TilescopeException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Watches a program that knows nothing of it.
 *
 * <pre>
 * TILESCOPE_WATCHDOG_SECONDS=30  how long nothing may happen; 0 is off
 * TILESCOPE_WATCHDOG_DIR=DIR     where reports go; tilescope-watchdog without it
 * TILESCOPE_WATCHDOG_KEEP=1      the program is left running
 * </pre>
 */
public final class WatchdogFromEnvironment implements AutoStart {
  public static final String SECONDS = "TILESCOPE_WATCHDOG_SECONDS";
  public static final String DIRECTORY = "TILESCOPE_WATCHDOG_DIR";
  public static final String KEEP = "TILESCOPE_WATCHDOG_KEEP";
  public static final Path DEFAULT_DIRECTORY = Path.of("tilescope-watchdog");

  private static final double NANOS_PER_SECOND = 1e9;

  @Override
  public void startIfAsked() {
    try {
      Watchdog.Options asked = asked(System.getenv());
      if (asked != null) {
        Watchdog.start(asked);
      }
    } catch (TilescopeException e) {
      Notice.print("the program is not watched: " + e.getMessage());
    }
  }

  /** What the variables ask for; null for nothing. */
  static Watchdog.@Nullable Options asked(Map<String, String> environment) {
    double seconds = seconds(environment.getOrDefault(SECONDS, "0").strip());
    String directory = environment.getOrDefault(DIRECTORY, "");
    String keep = environment.getOrDefault(KEEP, "0").strip();
    return seconds == 0
        ? null
        : new Watchdog.Options(
            (long) Math.ceil(seconds * NANOS_PER_SECOND),
            directory.isBlank() ? DEFAULT_DIRECTORY : Path.of(directory),
            !keep.isEmpty() && !keep.equals("0"));
  }

  private static double seconds(String text) {
    double seconds = Double.NaN;
    try {
      seconds = text.isEmpty() ? 0 : Double.parseDouble(text);
    } catch (NumberFormatException _) {
      // Said below, as of any other value that is none.
    }
    if (!(seconds >= 0 && seconds < 1e9)) {
      throw new TilescopeException(
          SECONDS + ": a number of seconds is expected, got \"" + text + "\"");
    }
    return seconds;
  }
}
