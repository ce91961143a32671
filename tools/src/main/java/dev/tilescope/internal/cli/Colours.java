package dev.tilescope.internal.cli;

import java.util.Map;

/** Whether to write colours: the one place that decides it. */
final class Colours {
  private Colours() {}

  /** Without a choice on the command line: for a person who did not refuse them. */
  static boolean wanted() {
    return wanted(false, false);
  }

  /**
   * What the command line says counts, else the environment.
   *
   * @param always {@code --color}
   * @param never {@code --no-color}, which is stronger
   */
  static boolean wanted(boolean always, boolean never) {
    return !never && (always || wanted(StandardOutput.isWatched(), System.getenv()));
  }

  /** {@code NO_COLOR} as no-color.org has it: set and not empty, whatever its value. */
  static boolean wanted(boolean isWatched, Map<String, String> environment) {
    return isWatched
        && environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !environment.getOrDefault("TERM", "").equals("dumb");
  }
}
