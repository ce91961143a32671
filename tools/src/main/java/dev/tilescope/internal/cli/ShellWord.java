package dev.tilescope.internal.cli;

import dev.tilescope.internal.words.VisibleText;
import java.nio.file.Path;

/** A word as one types it into a shell: in quotes if it holds a blank or another special sign. */
final class ShellWord {
  private ShellWord() {}

  static String of(Path path) {
    return of(path.toString());
  }

  static String of(String word) {
    String text = VisibleText.of(word);
    return text.matches("[\\p{L}\\p{N}_./:@%+=,-]+")
        ? text
        : "'" + text.replace("'", "'\\''") + "'";
  }
}
