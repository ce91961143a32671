package dev.tilescope.internal.store;

import dev.tilescope.model.TilescopeException;

/** A report of a version that is not read: upstream's importer passes such files over. */
final class OtherVersion extends TilescopeException {
  OtherVersion(String message) {
    super(message);
  }
}
