package dev.tilescope.internal.io;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Work with channels and locks of files, which an interrupt of the program's thread would break
 * off: it is done by a thread that nobody interrupts, and the interrupt is kept for the program.
 */
public final class UninterruptedWork {
  /** Something that ends. */
  public interface Work<T> {
    T run() throws IOException;
  }

  private UninterruptedWork() {}

  /**
   * @param thread the name of the thread that does it
   */
  public static <T> T call(String thread, Work<T> work) throws IOException {
    FutureTask<T> task = new FutureTask<>(work::run);
    Thread.ofPlatform().name(thread).daemon().start(task);
    boolean isInterrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          isInterrupted = true;
        }
      }
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static IOException failure(@Nullable Throwable cause) {
    return switch (cause) {
      case IOException known -> known;
      case RuntimeException unchecked -> throw unchecked;
      case Error error -> throw error;
      case null, default -> new IOException(cause);
    };
  }
}
