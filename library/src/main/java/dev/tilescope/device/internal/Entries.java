package dev.tilescope.device.internal;

/**
 * Entries of one kind behind the fields of a command.
 *
 * @param longer 1 if they are as {@code table} says, 0 if they are as {@code brief} does
 */
record Entries(Field count, Table table, Table brief, Field longer) implements Part {
  Entries(Field count, Table table) {
    this(count, table, table, count);
  }

  /** At least one and up to so many, counted where most commands count theirs. */
  static Entries of(int most, Table table) {
    return new Entries(Field.number("count", 2, Short.SIZE).within(1, most), table);
  }

  Table tableAt(byte[] bytes, int command) {
    return brief != table && longer.readHeader(bytes, command) == 0 ? brief : table;
  }

  int countAt(byte[] bytes, int command) {
    return (int) count.readHeader(bytes, command);
  }

  /** Where an entry begins, counted from the first. */
  int offset(byte[] bytes, int command, int entry) {
    return entry * tableAt(bytes, command).fieldBytes();
  }

  int bytesAt(byte[] bytes, int command) {
    return offset(bytes, command, countAt(bytes, command));
  }

  void check(Object code, byte[] bytes, int command, int first) {
    TableCheck check = table.check();
    int entries = check.isNeeded() ? countAt(bytes, command) : 0;
    int at = first;
    for (int i = 0; i < entries; i++) {
      check.entry(code, i, bytes, at);
      at += table.fieldBytes();
    }
  }
}
