package dev.tilescope.dist;

import java.io.IOException;
import java.util.List;

/** Programs of the system and of the JDK. */
final class Command {
  private Command() {}

  /** Fails the build if the program fails; it says why itself. */
  static void run(List<String> words) throws IOException, InterruptedException {
    int code = new ProcessBuilder(words).inheritIO().start().waitFor();
    if (code != 0) {
      throw new IOException("exit code " + code + " of " + String.join(" ", words));
    }
  }
}
