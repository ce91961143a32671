package dev.tilescope.internal.python;

import org.jspecify.annotations.Nullable;

/** What Python gave is not of the type that is taken: a {@code TypeError}. */
final class WrongType extends RuntimeException {
  private static final long serialVersionUID = 1;

  WrongType(@Nullable String message, Throwable cause) {
    super(message, cause);
  }

  WrongType(String message) {
    super(message);
  }
}
