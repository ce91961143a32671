package dev.tilescope.device.internal;

import org.jspecify.annotations.Nullable;

/**
 * How far a command reaches, in plain numbers, so that a walk over a trace finds it in a few steps
 * without a jump: fields, then so many entries, or so many bytes, as a number in the fields says.
 *
 * @param headerBytes of the fields
 * @param unitMask 1 less than what the tail begins at a multiple of
 * @param loadAt of the word with the number; see {@link Field#loadAt}
 * @param mask of the number; 0 if there is none
 * @param eachBytes what each of the counted takes
 * @param moreBytes how much more if a bit of the first word is set
 * @param moreShift of that bit
 */
record Sizing(
    int headerBytes,
    int unitMask,
    int loadAt,
    int shift,
    long mask,
    long least,
    long most,
    int eachBytes,
    int moreBytes,
    int moreShift) {
  /** Without a number: nothing is counted. */
  private static final Field NONE = Field.number("", 0, 0);

  static Sizing of(
      int headerBytes, @Nullable Field size, @Nullable Entries entries, @Nullable Tail tail) {
    Field number = size == null ? NONE : size;
    int each = entries == null ? 1 : entries.brief().fieldBytes();
    Field longer = entries == null ? NONE : entries.longer();
    return new Sizing(
        headerBytes,
        tail == null || tail.length() != null ? 0 : Table.UNIT_BYTES - 1,
        number.loadAt(),
        number.shift(),
        number.mask(),
        number.range().least(),
        number.range().most(),
        each,
        entries == null ? 0 : entries.table().fieldBytes() - each,
        longer.at() * Byte.SIZE + longer.firstBit());
  }

  private long number(byte[] bytes, int at) {
    return Words.bits64(bytes, at + loadAt) >>> shift & mask;
  }

  boolean isSound(byte[] bytes, int at) {
    long number = number(bytes, at);
    return number >= least && number <= most;
  }

  /** Where the tail of a sound command begins; where it ends if the number is its length. */
  int tailAt(byte[] bytes, int at) {
    int each = eachBytes + moreBytes * (int) (Words.bits64(bytes, at) >>> moreShift & 1);
    int end = headerBytes + (int) number(bytes, at) * each;
    return end + unitMask & ~unitMask;
  }
}
