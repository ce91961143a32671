package dev.tilescope.device.internal;

/** What the bytes of a command say about one component of its record. */
sealed interface Part permits Field, Constant, Entries, Tail {
  /**
   * Where a command that is to be read lies.
   *
   * @param at its first byte
   * @param entriesAt behind its fields
   * @param tailAt behind its entries
   * @param end behind its last byte
   */
  record Place(int at, int entriesAt, int tailAt, int end) {}

  Object component(byte[] from, Place place);
}
