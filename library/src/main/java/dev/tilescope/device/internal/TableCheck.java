package dev.tilescope.device.internal;

import java.util.ArrayList;
import java.util.List;

/**
 * What the bytes of a command must be, as far as its fields can hold anything else. Allocates
 * nothing unless they are not.
 */
final class TableCheck {
  static final int NO_ENTRY = -1;

  /** Bits of a byte of flags that no field has. */
  private record Spare(int at, int bits) {}

  private final Spare[] spares;
  private final Field[] values;
  private final Field[] sizes;

  private TableCheck(Spare[] spares, Field[] values, Field[] sizes) {
    this.spares = spares;
    this.values = values;
    this.sizes = sizes;
  }

  /**
   * @param sizes counts and lengths, which say how far the command reaches
   */
  static TableCheck of(List<Field> values, List<Field> sizes) {
    List<Spare> spares = new ArrayList<>();
    int end = values.stream().mapToInt(Field::end).max().orElse(0);
    for (int at = 0; at < end; at++) {
      int used = 0;
      for (Field field : values) {
        used |= field.bitsIn(at);
      }
      if (used != 0 && used != 0xFF) {
        spares.add(new Spare(at, ~used & 0xFF));
      }
    }
    return new TableCheck(
        spares.toArray(Spare[]::new),
        values.stream().filter(Field::isChecked).toArray(Field[]::new),
        sizes.toArray(Field[]::new));
  }

  /** Whether there are values that the fields can hold, but must not. */
  boolean isNeeded() {
    return spares.length + values.length > 0;
  }

  /**
   * @param entry the number of the entry, or {@link #NO_ENTRY}
   */
  void values(Object code, int entry, byte[] bytes, int at) {
    for (Spare spare : spares) {
      if ((bytes[at + spare.at] & spare.bits) != 0) {
        throw unknownFlags(code, entry, bytes, at + spare.at);
      }
    }
    for (Field field : values) {
      field.check(code, entry, bytes, at);
    }
  }

  void sizes(Object code, byte[] bytes, int at) {
    for (Field field : sizes) {
      field.check(code, NO_ENTRY, bytes, at);
    }
  }

  /** Whether bytes are a command of this table, as long as its carrier says. */
  static void payload(Object code, Table table, byte[] bytes, int at, int lengthBytes) {
    TableCheck check = table.check();
    boolean isFixed = table.entries() == null && table.tail() == null;
    if (isFixed) {
      requireSize(code, at, lengthBytes, table.headerBytes(), table.headerBytes());
    }
    check.values(code, NO_ENTRY, bytes, at);
    if (isFixed) {
      return;
    }
    check.sizes(code, bytes, at);
    int tailAt = table.tailAt(bytes, at);
    if (table.tail() instanceof Tail.Data data) {
      requireSize(code, at, lengthBytes, tailAt, Integer.MAX_VALUE);
      if (table.entries() != null) {
        table.entries().check(code, bytes, at, at + table.headerBytes());
      }
      requireData(code, at, lengthBytes - tailAt, data.limit().mostBytes(table, bytes, at));
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
