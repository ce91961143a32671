package dev.tilescope.device.internal;

import java.util.Objects;

/** The most data that may lie behind a command, in bytes: no more than it says it writes. */
enum DataLimit {
  /** The command says how long its data is, and nothing else. */
  NONE,
  /** {@code length}. */
  LENGTH,
  /** {@code length}, which counts the fields, too. */
  LENGTH_WITH_FIELDS,
  /** {@code pages} of {@code page_size}. */
  PAGES,
  /** {@code count} words. */
  WORDS,
  /** The {@code length} of each entry, up to a multiple of {@code alignment}. */
  ENTRIES;

  long mostBytes(Table table, byte[] bytes, int at) {
    return switch (this) {
      case NONE -> Integer.MAX_VALUE;
      case LENGTH -> padded(table.read("length", bytes, at), 0);
      case LENGTH_WITH_FIELDS -> padded(table.read("length", bytes, at), table.headerBytes());
      case PAGES -> padded(table.read("page_size", bytes, at) * table.read("pages", bytes, at), 0);
      case WORDS -> table.read("count", bytes, at) * Integer.BYTES;
      case ENTRIES -> ofEntries(table, bytes, at);
    };
  }

  /** Unsigned lengths beyond what an array holds are no limit. */
  private static long padded(long lengthBytes, int fieldBytes) {
    return lengthBytes >= 0 && lengthBytes < Integer.MAX_VALUE
        ? Math.max(0, Words.roundUp(lengthBytes, Table.UNIT_BYTES) - fieldBytes)
        : Integer.MAX_VALUE;
  }

  private static long ofEntries(Table table, byte[] bytes, int at) {
    Entries entries = Objects.requireNonNull(table.entries());
    Field length = entries.table().field("length");
    int alignment = (int) table.read("alignment", bytes, at);
    int count = entries.countAt(bytes, at);
    int entry = at + table.headerBytes();
    long most = 0;
    for (int i = 0; i < count; i++) {
      most += Words.roundUp(length.read(bytes, entry), alignment);
      entry += entries.table().fieldBytes();
    }
    return most;
  }
}
