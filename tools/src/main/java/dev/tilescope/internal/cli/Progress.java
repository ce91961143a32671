package dev.tilescope.internal.cli;

import dev.tilescope.internal.words.VisibleText;
import java.io.PrintWriter;

/**
 * How far work is that takes longer than a second: one changing line on a terminal, and elsewhere a
 * line every few seconds, so that a log shows that something goes on.
 */
final class Progress implements AutoCloseable {
  private static final long SILENT_NANOS = 1_000_000_000L;

  private static final long REPEAT_NANOS = 100_000_000L;

  /** Where lines stay. */
  private static final long LINE_NANOS = 4_000_000_000L;

  private final PrintWriter out;
  private final boolean isTerminal;
  private final long startNanos = System.nanoTime();
  private final long lineNanos;
  private int shownChars;
  private long shownNanos;

  Progress(PrintWriter out) {
    this(out, StandardOutput.isWatched(), LINE_NANOS);
  }

  /**
   * @param lineNanos from one line to the next where it is no terminal
   */
  Progress(PrintWriter out, boolean isTerminal, long lineNanos) {
    this.out = out;
    this.isTerminal = isTerminal;
    this.lineNanos = lineNanos;
  }

  void step(String what, int done, int total) {
    long nanos = System.nanoTime() - startNanos;
    if (isDue(nanos, 0)) {
      show("%s %d/%d, %.1f s".formatted(what, done, total, nanos / 1e9));
    }
  }

  /** How far a file is, how fast, and how long it will take at that speed. */
  void bytes(String file, long done, long total) {
    long nanos = System.nanoTime() - startNanos;
    if (isDue(nanos, REPEAT_NANOS)) {
      double bytesPerSecond = done * 1e9 / nanos;
      show(
          "%s %d %%, %.0f MB/s, %.0f s left"
              .formatted(
                  VisibleText.of(file),
                  total == 0 ? 100 : done * 100 / total,
                  bytesPerSecond / 1e6,
                  bytesPerSecond == 0 ? 0 : (total - done) / bytesPerSecond));
    }
  }

  /**
   * @param repeatNanos on a terminal
   */
  private boolean isDue(long nanos, long repeatNanos) {
    boolean due =
        isTerminal
            ? nanos > SILENT_NANOS && nanos - shownNanos > repeatNanos
            : nanos - shownNanos > lineNanos;
    shownNanos = due ? nanos : shownNanos;
    return due;
  }

  private void show(String text) {
    if (!isTerminal) {
      out.println("tilescope: " + text);
      out.flush();
      return;
    }
    out.print("\r" + text + " ".repeat(Math.max(0, shownChars - text.length())));
    out.flush();
    shownChars = text.length();
  }

  /** Wipes the line. */
  @Override
  public void close() {
    if (shownChars > 0) {
      out.print("\r" + " ".repeat(shownChars) + "\r");
      out.flush();
    }
  }
}
