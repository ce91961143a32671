package dev.tilescope.internal.cli;

import dev.tilescope.model.TilescopeException;
import java.io.BufferedOutputStream;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Standard output that says when it fails. A {@link PrintStream} swallows errors: a command piped
 * into {@code head} would compute on for nobody, and a full disk would pass for success.
 *
 * <p>A reader that went away ends the command with {@link Closed}, any other error with {@link
 * Unwritable}; neither is an {@link IOException}, which the print stream above would swallow.
 */
final class StandardOutput extends OutputStream {
  private static final int BUFFER_BYTES = 1 << 16;

  /** The reader of our output has gone. */
  static final class Closed extends RuntimeException {
    Closed(IOException cause) {
      super(cause);
    }
  }

  /** Output was lost. */
  static final class Unwritable extends TilescopeException {
    Unwritable(IOException cause) {
      super(
          "standard output cannot be written, so part of it is lost: " + cause.getMessage(), cause);
    }
  }

  private final OutputStream target;

  StandardOutput(OutputStream target) {
    this.target = target;
  }

  /**
   * The process's own: each line at once for a person, in the terminal's characters; in large
   * blocks of UTF-8 for a file or a pipe.
   */
  static PrintStream ofProcess() {
    OutputStream file =
        new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER_BYTES);
    Charset charset = isWatched() ? System.out.charset() : StandardCharsets.UTF_8;
    return new PrintStream(new StandardOutput(file), isWatched(), charset);
  }

  /** Whether a person sees each line as it comes, so that lines must not wait in a buffer. */
  static boolean isWatched() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  @Override
  public void write(int b) {
    attempt(() -> target.write(b));
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    attempt(() -> target.write(bytes, offset, length));
  }

  @Override
  public void flush() {
    attempt(target::flush);
  }

  private interface Action {
    void run() throws IOException;
  }

  private static void attempt(Action action) {
    try {
      action.run();
    } catch (IOException e) {
      throw isClosedPipe(e) ? new Closed(e) : new Unwritable(e);
    }
  }

  /** The JDK has no type for EPIPE, only the system's text. */
  private static boolean isClosedPipe(IOException e) {
    String message = e.getMessage();
    return message != null && message.contains("Broken pipe");
  }
}
