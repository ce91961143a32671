package dev.tilescope.cli;

import dev.tilescope.export.VisibleText;
import java.nio.file.Path;

/** A path as one types it into a shell: in quotes if it holds a blank or another special sign. */
final class ShellWord {
  private ShellWord() {}

  static String of(Path path) {
    String text = VisibleText.of(path.toString());
    return text.matches("[\\p{L}\\p{N}_./:@%+=,-]+")
        ? text
        : "'" + text.replace("'", "'\\''") + "'";
  }
}
