package dev.tilescope.internal.python;

import dev.tilescope.model.TilescopeException;

/** What Python is told of a failure. */
final class Refusal {
  private Refusal() {}

  /** Our own errors speak for themselves; others are bugs, and where they happened is said too. */
  static String text(Throwable failure) {
    String message = failure.getMessage();
    if (failure instanceof TilescopeException || failure instanceof WrongType) {
      return String.valueOf(message);
    }
    StackTraceElement[] stack = failure.getStackTrace();
    return "%s%s%s"
        .formatted(
            failure.getClass().getName(),
            message == null ? "" : ": " + message,
            stack.length == 0 ? "" : " (at " + stack[0] + ")");
  }
}
