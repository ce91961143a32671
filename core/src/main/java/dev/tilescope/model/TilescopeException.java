package dev.tilescope.model;

import org.jspecify.annotations.Nullable;

/**
 * The one way Tilescope reports an error to its caller: what happened, actual against expected,
 * where, and what to do next, in a message meant to be read by a person.
 */
public class TilescopeException extends RuntimeException {
  public TilescopeException(String message) {
    super(message);
  }

  public TilescopeException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
