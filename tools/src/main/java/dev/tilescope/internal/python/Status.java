package dev.tilescope.internal.python;

/** How a request went: the byte that begins its answer. */
enum Status {
  /** A value follows. */
  OK,
  /** The text of a {@code RuntimeError} follows. */
  REFUSED,
  /**
   * The text of a {@code TypeError} follows: an argument is missing, unknown or of another type.
   */
  WRONG_TYPE
}
