package dev.tilescope.device.internal;

import java.util.List;

/** The most data that may lie behind a command, in bytes: no more than it says it writes. */
enum DataLimit {
  /** The command says how long its data is, and nothing else. */
  NONE,
  /** {@code length}. */
  LENGTH("length"),
  /** {@code length}, which counts the fields, too. */
  LENGTH_WITH_FIELDS("length"),
  /** {@code pages} of {@code page_size}. */
  PAGES("pages", "page_size"),
  /** {@code count} words. */
  WORDS("count"),
  /** The {@code length} of each entry, up to a multiple of {@code alignment}. */
  ENTRIES("alignment", "length");

  /** What says it: fields of the command, or of its entries. */
  final List<String> names;

  DataLimit(String... names) {
    this.names = List.of(names);
  }

  long mostBytes(Table table, byte[] bytes, int at) {
    List<Field> by = table.limits();
    return switch (this) {
      case NONE -> Integer.MAX_VALUE;
      case LENGTH -> padded(by.get(0).readHeader(bytes, at), 0);
      case LENGTH_WITH_FIELDS -> padded(by.get(0).readHeader(bytes, at), table.headerBytes());
      case PAGES -> padded(by.get(0).readHeader(bytes, at) * by.get(1).readHeader(bytes, at), 0);
      case WORDS -> by.get(0).readHeader(bytes, at) * Integer.BYTES;
      case ENTRIES -> ofEntries(table, by.get(1), (int) by.get(0).readHeader(bytes, at), bytes, at);
    };
  }

  /** Unsigned lengths beyond what an array holds are no limit. */
  private static long padded(long lengthBytes, int fieldBytes) {
    return lengthBytes >= 0 && lengthBytes < Integer.MAX_VALUE
        ? Math.max(0, Words.roundUp(lengthBytes, Table.UNIT_BYTES) - fieldBytes)
        : Integer.MAX_VALUE;
  }

  private static long ofEntries(Table table, Field length, int alignment, byte[] bytes, int at) {
    Entries entries = table.requireEntries();
    int count = entries.countAt(bytes, at);
    int entryBytes = entries.table().fieldBytes();
    int entry = at + table.headerBytes();
    long most = 0;
    for (int i = 0; i < count; i++) {
      most += Words.roundUp(length.read(bytes, entry), alignment);
      entry += entryBytes;
    }
    return most;
  }
}
