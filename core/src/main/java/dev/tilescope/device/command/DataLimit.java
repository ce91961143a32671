package dev.tilescope.device.command;

/** The most data that may lie behind a command, in bytes: no more than it says it writes. */
final class DataLimit {
  private DataLimit() {}

  static long linear(long lengthBytes) {
    return known(lengthBytes)
        ? Words.roundUp(lengthBytes, DispatchCommand.PACKED_ALIGNMENT_BYTES)
        : Integer.MAX_VALUE;
  }

  /** The length counts the command, too. */
  static long host(long lengthBytes) {
    return known(lengthBytes)
        ? Math.max(0, linear(lengthBytes) - DispatchCommand.SMALL_BYTES)
        : Integer.MAX_VALUE;
  }

  static long paged(long pageBytes, long pages) {
    return linear(pageBytes * pages);
  }

  static long words(long count) {
    return count * Integer.BYTES;
  }

  /** Unsigned lengths beyond what an array holds are no limit. */
  private static boolean known(long lengthBytes) {
    return lengthBytes >= 0 && lengthBytes < Integer.MAX_VALUE;
  }
}
