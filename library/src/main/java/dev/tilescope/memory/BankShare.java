package dev.tilescope.memory;

/** How much of a buffer lies in one bank, for traces that do not say. */
public final class BankShare {
  private BankShare() {}

  /**
   * @param said what the trace says; negative if nothing
   * @param bytes of the whole buffer
   * @param pageBytes 0 or less if unknown
   * @param parts banks that an interleaved buffer is spread over, or cores that hold shards; 0 or
   *     less if unknown
   * @param isFromBefore whether it stood there before the capture: such a node says little, and
   *     where even the number of banks is not known it counts as nothing, where others count whole
   */
  public static long of(long said, long bytes, long pageBytes, long parts, boolean isFromBefore) {
    if (said >= 0) {
      return said;
    }
    if (parts <= 0 || bytes <= 0) {
      return isFromBefore ? 0 : Math.max(0, bytes);
    }
    return pageBytes <= 0
        ? Math.ceilDiv(bytes, parts)
        : Math.ceilDiv(bytes / pageBytes, parts) * pageBytes;
  }
}
