package dev.tilescope.device.internal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the bytes of a command must be, as far as its fields can hold anything else, and how far
 * they reach. Whoever walks over a trace asks this of every command, so {@link #isSound} takes a
 * few steps for any table, and allocates nothing; what is wrong with bytes that are not sound is
 * then found field by field.
 *
 * @param values those that can hold what they must not
 * @param zerosFirst bits of the first word of a command that are 0 in all sound ones
 * @param size the count of entries, or the length of a tail
 */
record TableCheck(
    Spare[] spares,
    Field[] values,
    long zerosFirst,
    long zerosSecond,
    Ranges ranges,
    Sizing sizing,
    @Nullable Field size) {
  static final int NO_ENTRY = -1;

  /** Bits of a byte of flags that no field has. */
  record Spare(int at, int bits) {}

  /**
   * Limits of fields in the first word, all held in one step. What is added to a field carries into
   * the bit above it if its number is too large, or, where 0 is too small, if it is not.
   *
   * @param bits of the fields
   * @param added to each of them
   * @param carries the bits above them
   * @param wanted those that must be set
   */
  record Ranges(long bits, long added, long carries, long wanted) {
    static Ranges of(List<Field> fields) {
      Ranges all = new Ranges(0, 0, 0, 0);
      for (Field field : fields) {
        all = all.with(field);
      }
      return all;
    }

    private Ranges with(Field field) {
      int shift = field.at() * Byte.SIZE + field.firstBit();
      long carry = field.mask() + 1 << shift;
      long least = field.range().least();
      boolean isFromZero = least == 0;
      boolean isKnown = isFromZero || least == 1 && field.range().most() == field.mask();
      if (!isKnown || field.end() >= Long.BYTES || ((bits | carries) & carry) != 0) {
        throw new AssertionError(field + " needs a check of its own");
      }
      long add = isFromZero ? field.mask() - field.range().most() : field.mask();
      return new Ranges(
          bits | field.mask() << shift,
          added | add << shift,
          carries | carry,
          isFromZero ? wanted : wanted | carry);
    }

    long wrong(long word) {
      return ((word & bits) + added ^ wanted) & carries;
    }
  }

  /**
   * @param values all fields but the size
   * @param size the count of entries or the length of a tail, which says how far the command
   *     reaches
   */
  static TableCheck of(List<Field> values, @Nullable Field size, Sizing sizing) {
    long[] zeros = new long[2];
    List<Field> checked = new ArrayList<>();
    List<Field> ranged = new ArrayList<>();
    for (Field field : values) {
      if (field.isChecked()) {
        checked.add(field);
        int surplus = surplusBits(field);
        if (surplus == 0) {
          ranged.add(field);
        } else {
          zero(zeros, field.at(), surplus);
        }
      }
    }
    List<Spare> spares = spares(values);
    for (Spare spare : spares) {
      zero(zeros, spare.at, spare.bits);
    }
    return new TableCheck(
        spares.toArray(new Spare[0]),
        checked.toArray(new Field[0]),
        zeros[0],
        zeros[1],
        Ranges.of(ranged),
        sizing,
        size);
  }

  /**
   * Bits of a field's byte that no number in its range has; 0 if the range is no matter of bits.
   */
  private static int surplusBits(Field field) {
    long most = field.range().most();
    boolean isMask = field.range().least() == 0 && (most & most + 1) == 0;
    return isMask && field.end() == field.at() + 1
        ? field.bitsIn(field.at()) & ~((int) most << field.firstBit())
        : 0;
  }

  private static List<Spare> spares(List<Field> values) {
    List<Spare> spares = new ArrayList<>();
    int end = Table.end(values);
    for (int at = 0; at < end; at++) {
      int used = 0;
      for (Field field : values) {
        used |= field.bitsIn(at);
      }
      if (used != 0 && used != 0xFF) {
        spares.add(new Spare(at, ~used & 0xFF));
      }
    }
    return spares;
  }

  private static void zero(long[] words, int at, int bits) {
    words[at / Long.BYTES] |= (long) bits << at % Long.BYTES * Byte.SIZE;
  }

  /** Whether the fields hold what they may; not whether all that they announce is there. */
  boolean isSound(byte[] bytes, int at) {
    long first = Words.bits64(bytes, at);
    long second = Words.bits64(bytes, at + Long.BYTES);
    long wrong = first & zerosFirst | second & zerosSecond | ranges.wrong(first);
    return wrong == 0 && sizing.isSound(bytes, at);
  }

  /** Says what is wrong with a command that is not sound. */
  void explain(Object code, byte[] bytes, int at) {
    if (size != null) {
      size.check(code, NO_ENTRY, bytes, at);
    }
    entry(code, NO_ENTRY, bytes, at);
    throw new AssertionError(code + " is sound");
  }

  /** Whether there are values that the fields can hold, but must not. */
  boolean isNeeded() {
    return spares.length + values.length > 0;
  }

  /**
   * @param entry its number, or {@link #NO_ENTRY}
   */
  void entry(Object code, int entry, byte[] bytes, int at) {
    for (Spare spare : spares) {
      if ((bytes[at + spare.at] & spare.bits) != 0) {
        throw unknownFlags(code, entry, bytes, at + spare.at);
      }
    }
    for (Field field : values) {
      field.check(code, entry, bytes, at);
    }
  }

  /** Whether bytes are a command of this table, as long as its carrier says. */
  static void payload(Object code, Table table, byte[] bytes, int at, int lengthBytes) {
    TableCheck check = table.check();
    if (!check.isSound(bytes, at)) {
      check.explain(code, bytes, at);
    }
    int tailAt = check.sizing.tailAt(bytes, at);
    if (table.tail() instanceof Tail.Data data) {
      requireSize(code, at, lengthBytes, tailAt, Integer.MAX_VALUE);
      if (table.entries() != null) {
        table.entries().check(code, bytes, at, at + table.headerBytes());
      }
      if (lengthBytes > tailAt) {
        requireData(code, at, lengthBytes - tailAt, data.limit().mostBytes(table, bytes, at));
      }
    } else {
      long size =
          table.tail() instanceof Tail.Blobs blobs ? tailAt + blobs.bytesAt(bytes, at) : tailAt;
      requireSize(code, at, lengthBytes, size, size);
    }
  }

  private static void requireSize(Object code, int at, int lengthBytes, long least, long most) {
    if (lengthBytes < least || lengthBytes > most) {
      throw new CorruptCommandsException(
          at, "%s takes %d bytes, its carrier has %d".formatted(code, least, lengthBytes));
    }
  }

  private static void requireData(Object code, int at, int dataBytes, long mostBytes) {
    if (dataBytes > mostBytes) {
      throw new CorruptCommandsException(
          at,
          "%s says that it writes at most %d bytes, but %d lie behind it"
              .formatted(code, mostBytes, dataBytes));
    }
  }

  static CorruptCommandsException unknownFlags(Object code, int entry, byte[] bytes, int at) {
    return new CorruptCommandsException(
        at,
        "flags of %s are 0x%02x, which none has"
            .formatted(named(code, entry), Words.u8(bytes, at)));
  }

  static String named(Object code, int entry) {
    return (entry == NO_ENTRY ? "a " : "part " + entry + " of a ") + code;
  }
}
