package dev.tilescope.internal.cli;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What paints output, or leaves it as it is: the one place that decides it.
 *
 * @param areWanted whether anything is painted
 */
record Colours(boolean areWanted) {
  /** Without a choice on the command line: for a person who did not refuse them. */
  static Colours ofTerminal() {
    return chosen(false, false);
  }

  /**
   * What the command line says counts, else the environment.
   *
   * @param always {@code --color}
   * @param never {@code --no-color}, which is stronger
   */
  static Colours chosen(boolean always, boolean never) {
    return new Colours(!never && (always || suit(StandardOutput.isWatched(), System.getenv())));
  }

  /** {@code NO_COLOR} as no-color.org has it: set and not empty, whatever its value. */
  static boolean suit(boolean isWatched, Map<String, String> environment) {
    return isWatched
        && environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !environment.getOrDefault("TERM", "").equals("dumb");
  }

  String paint(@Nullable Colour colour, String text) {
    return areWanted && colour != null && !text.isBlank() ? colour.paint(text) : text;
  }
}
