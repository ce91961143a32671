package dev.tilescope.tracy.live;

import java.util.function.Consumer;

/**
 * What is wrong with peers, for the user of the program. Anybody on the machine can connect as
 * often as they like, so after a few lines there is only a count.
 */
final class Complaints {
  private static final int MOST = 3;

  private final Consumer<String> log;
  private int said;
  private long unsaid;

  Complaints(Consumer<String> log) {
    this.log = log;
  }

  synchronized void say(String line) {
    if (said == MOST) {
      unsaid++;
      return;
    }
    said++;
    log.accept(said < MOST ? line : line + " (more complaints of this kind are only counted)");
  }

  /** What was not said, as a number. */
  synchronized void sum() {
    if (unsaid > 0) {
      log.accept("%,d more connections to the Tracy port were turned away".formatted(unsaid));
      unsaid = 0;
    }
  }
}
