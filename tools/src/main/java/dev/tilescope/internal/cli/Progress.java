package dev.tilescope.internal.cli;

import dev.tilescope.internal.words.VisibleText;
import java.io.PrintWriter;

/**
 * One changing line on a terminal, for work that takes longer than a second. Silent in pipes and
 * before that second is over.
 */
final class Progress implements AutoCloseable {
  private static final long SILENT_NANOS = 1_000_000_000L;

  private static final long REPEAT_NANOS = 100_000_000L;

  private final PrintWriter out;
  private final boolean visible;
  private final long startNanos = System.nanoTime();
  private int shownChars;
  private long shownNanos;

  Progress(PrintWriter out) {
    this.out = out;
    this.visible = System.console() != null && System.console().isTerminal();
  }

  void step(String what, int done, int total) {
    long nanos = System.nanoTime() - startNanos;
    if (visible && nanos > SILENT_NANOS) {
      show("%s %d/%d, %.1f s".formatted(what, done, total, nanos / 1e9));
    }
  }

  /** How far a file is, how fast, and how long it will take at that speed. */
  void bytes(String file, long done, long total) {
    long nanos = System.nanoTime() - startNanos;
    if (visible && nanos > SILENT_NANOS && nanos - shownNanos > REPEAT_NANOS) {
      shownNanos = nanos;
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

  private void show(String text) {
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
