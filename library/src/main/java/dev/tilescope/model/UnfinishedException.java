package dev.tilescope.model;

/**
 * An operation was given up before it ended: it left no result, and nobody knows how far it was.
 */
public class UnfinishedException extends TilescopeException {
  public UnfinishedException(String message) {
    super(message);
  }
}
