package dev.tilescope.internal.board;

/** What a row says that cannot be asked again. */
final class NotComparable extends RuntimeException {
  private static final long serialVersionUID = 1;

  NotComparable(String why) {
    super(why);
  }
}
