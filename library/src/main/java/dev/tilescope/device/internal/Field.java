package dev.tilescope.device.internal;

import java.util.function.LongFunction;

/**
 * A number in a command, and the component of its record that it stands for.
 *
 * @param name TT-Metal's
 * @param at the byte it begins in, counted from the command or from the entry
 * @param firstBit within that byte; not 0 only if it shares the byte
 * @param bits its width; less than 8 for flags
 * @param storedLess what is taken off before it is stored: 1 if there is no 0
 * @param component what the number stands for; a long for an int, too
 */
record Field(
    String name,
    int at,
    int firstBit,
    int bits,
    Range range,
    int storedLess,
    LongFunction<?> component)
    implements Part {

  /**
   * What the number may be.
   *
   * @param rule what it must, for messages
   */
  record Range(long least, long most, String rule) {
    static final Range ALL = new Range(Long.MIN_VALUE, Long.MAX_VALUE, "be anything");

    static Range of(long least, long most) {
      return new Range(
          least,
          most,
          most == 1 ? "be 0 or 1, got %d" : "be " + least + " to " + most + ", got %d");
    }

    static Range ofBits(int bits) {
      return bits == Long.SIZE ? ALL : of(0, (1L << bits) - 1);
    }

    boolean holds(long number) {
      return number >= least && number <= most;
    }
  }

  /** Unsigned; 64 bits may be anything. */
  static Field number(String name, int at, int bits) {
    return new Field(name, at, 0, bits, Range.ofBits(bits), 0, Long::valueOf);
  }

  /** 32 bits as they are, for what is no number. */
  static Field word(String name, int at) {
    return new Field(name, at, 0, Integer.SIZE, Range.ALL, 0, Long::valueOf);
  }

  /** 1 or 0. */
  static Field flag(String name, int at, int bits) {
    return new Field(name, at, 0, bits, Range.of(0, 1), 0, number -> number != 0);
  }

  /** The ordinal of a constant. */
  static <E extends Enum<E>> Field choice(String name, int at, int bits, Class<E> choices) {
    E[] all = choices.getEnumConstants();
    Range range = Range.of(0, all.length - 1);
    return new Field(name, at, 0, bits, range, 0, number -> all[(int) number]);
  }

  /** A number that stands for a component of another kind. */
  Field as(LongFunction<?> ofNumber) {
    return new Field(name, at, firstBit, bits, range, storedLess, ofNumber);
  }

  Field fromBit(int bit) {
    return new Field(name, at, bit, bits, range, storedLess, component);
  }

  Field within(long least, long most) {
    return new Field(name, at, firstBit, bits, Range.of(least, most), storedLess, component);
  }

  Field notZero() {
    Range positive = new Range(1, range.most(), "not be 0");
    return new Field(name, at, firstBit, bits, positive, storedLess, component);
  }

  /** From 1 on, and stored from 0 on. */
  Field fromOne() {
    Range shifted = Range.of(1, range.most() + 1);
    return new Field(name, at, firstBit, bits, shifted, 1, component);
  }

  /** Behind its last byte. */
  int end() {
    return at + (firstBit + bits + Byte.SIZE - 1) / Byte.SIZE;
  }

  /** Which bits of a byte it has. */
  int bitsIn(int byteAt) {
    long mask = (bits == Long.SIZE ? -1 : (1L << bits) - 1) << firstBit;
    int shift = (byteAt - at) * Byte.SIZE;
    return shift < 0 || shift >= Long.SIZE ? 0 : (int) (mask >>> shift) & 0xFF;
  }

  /** Whether its bits can hold what its range does not. */
  boolean isChecked() {
    return bits < Integer.SIZE
        ? range.most() - range.least() < (1L << bits) - 1
        : range != Range.ALL && !range.equals(Range.ofBits(bits));
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

  @Override
  public Object component(byte[] from, Place place) {
    return component.apply(read(from, place.at()));
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
      throw bits < Byte.SIZE
          ? TableCheck.unknownFlags(code, entry, bytes, command + at)
          : new CorruptCommandsException(
              command + at,
              (name + " of " + TableCheck.named(code, entry) + " must " + range.rule())
                  .formatted(value));
    }
  }
}
