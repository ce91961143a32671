package dev.tilescope.internal.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A terminal that shows one text after the other in the same place: each is written over the one
 * before, so nothing flickers. Cursor and line wrapping are as before when it is closed, also by
 * Ctrl-C.
 */
final class MonitorScreen implements AutoCloseable {
  private static final String BEGIN = "\u001b[?25l\u001b[?7l\u001b[2J";
  private static final String HOME = "\u001b[H";
  private static final String CLEAR_LINE = "\u001b[K\n";
  private static final String CLEAR_REST = "\u001b[J";
  private static final String END = "\u001b[?7h\u001b[?25h";

  private final PrintWriter out;
  private final Thread atExit;

  private MonitorScreen(PrintWriter out) {
    this.out = out;
    this.atExit = Thread.ofPlatform().unstarted(this::restore);
  }

  static MonitorScreen open(PrintWriter out) {
    MonitorScreen screen = new MonitorScreen(out);
    Runtime.getRuntime().addShutdownHook(screen.atExit);
    out.print(BEGIN);
    return screen;
  }

  void show(List<String> lines) {
    StringBuilder text = new StringBuilder(HOME);
    fitting(lines, rows()).forEach(line -> text.append(line).append(CLEAR_LINE));
    out.print(text.append(CLEAR_REST));
    out.flush();
  }

  /**
   * @param rows of the terminal; 0 if that is not known
   */
  static List<String> fitting(List<String> lines, int rows) {
    // The cursor is left on a row of its own.
    int room = rows - 2;
    if (rows == 0 || lines.size() <= room + 1) {
      return lines;
    }
    int shown = Math.max(1, room);
    return Stream.concat(
            lines.stream().limit(shown),
            Stream.of(
                "... and %d more lines: enlarge the window, or choose with -d"
                    .formatted(lines.size() - shown)))
        .toList();
  }

  /** Java does not know; {@code stty} does. */
  private static int rows() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(Path.of("/dev/tty").toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String size =
          new String(stty.getInputStream().readNBytes(64), StandardCharsets.US_ASCII).strip();
      return size.matches("\\d{1,5} \\d{1,5}") ? Integer.parseInt(size.split(" ", -1)[0]) : 0;
    } catch (IOException _) {
      return 0;
    }
  }

  private void restore() {
    out.print(END);
    out.flush();
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(atExit);
    restore();
  }
}
