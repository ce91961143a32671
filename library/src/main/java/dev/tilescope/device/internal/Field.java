package dev.tilescope.device.internal;

import dev.tilescope.model.Coded;
import dev.tilescope.model.Codes;
import org.jspecify.annotations.Nullable;

/**
 * A number in a command, which stands for a component of its record.
 *
 * @param name TT-Metal's
 * @param at the byte it begins in, counted from the command or from the entry
 * @param firstBit within that byte; not 0 only if it shares the byte
 * @param bits its width; less than 8 for flags
 * @param storedLess what is taken off before it is stored: 1 if there is no 0
 * @param choices the constants whose code it is; null for other numbers
 * @param loadAt of the 8 bytes of a command that hold all of it
 * @param shift of those 8 bytes
 * @param mask of what is left
 */
record Field(
    String name,
    int at,
    int firstBit,
    int bits,
    Range range,
    int storedLess,
    @Nullable Codes<?> choices,
    int loadAt,
    int shift,
    long mask)
    implements Part {
  Field(
      String name,
      int at,
      int firstBit,
      int bits,
      Range range,
      int storedLess,
      @Nullable Codes<?> choices) {
    int end = at + (firstBit + bits + Byte.SIZE - 1) / Byte.SIZE;
    int loadAt = Math.max(0, end - Long.BYTES);
    int shift = (at - loadAt) * Byte.SIZE + firstBit;
    long mask = bits == Long.SIZE ? -1 : (1L << bits) - 1;
    this(name, at, firstBit, bits, range, storedLess, choices, loadAt, shift, mask);
  }

  /** What the number may be. */
  record Range(long least, long most) {
    static final Range ALL = new Range(Long.MIN_VALUE, Long.MAX_VALUE);

    static Range ofBits(int bits) {
      return bits == Long.SIZE ? ALL : new Range(0, (1L << bits) - 1);
    }

    boolean holds(long number) {
      return number >= least && number <= most;
    }
  }

  /** Unsigned; 64 bits may be anything. */
  static Field number(String name, int at, int bits) {
    return new Field(name, at, 0, bits, Range.ofBits(bits), 0, null);
  }

  /** 32 bits as they are, for what is no number. */
  static Field word(String name, int at) {
    return new Field(name, at, 0, Integer.SIZE, Range.ALL, 0, null);
  }

  /** 1 or 0. */
  static Field flag(String name, int at, int bits) {
    return number(name, at, bits).within(0, 1);
  }

  /** The code of a constant. */
  static <E extends Enum<E> & Coded> Field choice(String name, int at, int bits, E[] choices) {
    Codes<E> codes = Codes.of(choices);
    return new Field(name, at, 0, bits, new Range(0, codes.most()), 0, codes);
  }

  Field fromBit(int bit) {
    return new Field(name, at, bit, bits, range, storedLess, choices);
  }

  Field within(long least, long most) {
    return new Field(name, at, firstBit, bits, new Range(least, most), storedLess, choices);
  }

  /** From 1 on, and stored from 0 on. */
  Field fromOne() {
    return new Field(name, at, firstBit, bits, new Range(1, range.most() + 1), 1, choices);
  }

  /** The same in an element of an array. */
  Field element(int index, int strideBytes) {
    int place = at + index * strideBytes;
    return new Field(name + "_" + index, place, firstBit, bits, range, storedLess, choices);
  }

  /** Behind its last byte. */
  int end() {
    return at + (firstBit + bits + Byte.SIZE - 1) / Byte.SIZE;
  }

  /** Which bits of a byte it has. */
  int bitsIn(int byteAt) {
    int shift = (byteAt - at) * Byte.SIZE;
    return shift < 0 || shift >= Long.SIZE ? 0 : (int) (mask << firstBit >>> shift) & 0xFF;
  }

  /** Whether its bits can hold what its range does not. */
  boolean isChecked() {
    return bits != Long.SIZE && range != Range.ALL && range.most() - range.least() < mask;
  }

  /** The same of a command, without asking for its width: entries may lie too near the end. */
  long readHeader(byte[] bytes, int command) {
    return (Words.bits64(bytes, command + loadAt) >>> shift & mask) + storedLess;
  }

  long read(byte[] bytes, int command) {
    int from = command + at;
    return switch (bits) {
      case Byte.SIZE -> Words.u8(bytes, from) + storedLess;
      case Short.SIZE -> Words.u16(bytes, from) + storedLess;
      case Integer.SIZE -> Words.u32(bytes, from);
      case Long.SIZE -> Words.bits64(bytes, from);
      default -> shared(bytes, from) >>> firstBit & (1 << bits) - 1;
    };
  }

  private int shared(byte[] bytes, int from) {
    return firstBit + bits <= Byte.SIZE ? Words.u8(bytes, from) : Words.u16(bytes, from);
  }

  /** Into bytes that are zero. */
  void write(byte[] to, int command, long value) {
    if (!range.holds(value)) {
      Fields.within(name, value, range.least(), range.most());
    }
    int from = command + at;
    switch (bits) {
      case Byte.SIZE -> Words.put8(to, from, (int) value - storedLess);
      case Short.SIZE -> Words.put16(to, from, (int) value - storedLess);
      case Integer.SIZE -> Words.put32(to, from, value);
      case Long.SIZE -> Words.put64(to, from, value);
      default -> share(to, from, (int) value << firstBit);
    }
  }

  private void share(byte[] to, int from, int shifted) {
    if (firstBit + bits <= Byte.SIZE) {
      Words.put8(to, from, Words.u8(to, from) | shifted);
    } else {
      Words.put16(to, from, Words.u16(to, from) | shifted);
    }
  }

  /**
   * @param entry the number of the entry, or {@link TableCheck#NO_ENTRY}
   */
  void check(Object code, int entry, byte[] bytes, int command) {
    long value = read(bytes, command);
    if (!range.holds(value)) {
      throw refused(code, entry, bytes, command, value);
    }
  }

  private CorruptCommandsException refused(
      Object code, int entry, byte[] bytes, int command, long value) {
    if (bits < Byte.SIZE) {
      return TableCheck.unknownFlags(code, entry, bytes, command + at);
    }
    String must =
        range.least() == 1 && range.most() == mask
            ? "not be 0"
            : (range.most() == 1
                    ? "be 0 or 1"
                    : "be %d to %d".formatted(range.least(), range.most()))
                + ", got "
                + value;
    return new CorruptCommandsException(
        command + at, name + " of " + TableCheck.named(code, entry) + " must " + must);
  }
}
