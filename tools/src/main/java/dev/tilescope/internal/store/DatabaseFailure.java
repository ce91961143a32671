package dev.tilescope.internal.store;

import dev.tilescope.model.TilescopeException;

/** The database cannot be written: no way around any part of the input helps. */
final class DatabaseFailure extends TilescopeException {
  DatabaseFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
