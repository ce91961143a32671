package dev.tilescope.internal.cli;

import dev.tilescope.internal.words.VisibleText;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Standard output where a terminal shows it. Text from files acts on nothing there: what would move
 * the cursor, recolour or reorder lines is shown as {@link VisibleText} shows it, also in output
 * that is exact in a pipe or a file. Only the characters below the blank pass, which the screens of
 * our own commands use; whoever prints text from files that may hold them asks {@link #visible}.
 */
final class TerminalOutput extends PrintWriter {
  TerminalOutput(Writer terminal) {
    super(new Visible(terminal), true);
  }

  /** A text from a file, as it may be printed: exact, or harmless if a terminal shows it. */
  static String visible(String text, PrintWriter out) {
    return out instanceof TerminalOutput ? VisibleText.of(text) : text;
  }

  /** Whether a terminal shows what this process prints, wherever its input comes from. */
  static boolean isShown() {
    return StandardOutput.isWatched() || isTerminal(Path.of("/proc/self/fd/1"));
  }

  private static boolean isTerminal(Path descriptor) {
    try {
      String leadsTo = Files.readSymbolicLink(descriptor).toString();
      return leadsTo.startsWith("/dev/pts/")
          || leadsTo.startsWith("/dev/tty")
          || leadsTo.equals("/dev/console");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  private static final class Visible extends FilterWriter {
    Visible(Writer out) {
      super(out);
    }

    @Override
    public void write(int c) throws IOException {
      // The halves of a pair come one by one, and none of them acts without the other.
      if (c < ' ' || c == '\u007f' || Character.isSurrogate((char) c) || !VisibleText.acts(c)) {
        out.write(c);
      } else {
        out.write(VisibleText.of(Character.toString(c)));
      }
    }

    @Override
    public void write(char[] characters, int offset, int length) throws IOException {
      for (int i = offset; i < offset + length; i++) {
        write(characters[i]);
      }
    }

    @Override
    public void write(String text, int offset, int length) throws IOException {
      for (int i = offset; i < offset + length; i++) {
        write(text.charAt(i));
      }
    }
  }
}
