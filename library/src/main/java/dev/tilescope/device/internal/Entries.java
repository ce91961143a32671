package dev.tilescope.device.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

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

  private Table tableAt(byte[] bytes, int command) {
    return longer.read(bytes, command) == 0 ? brief : table;
  }

  int countAt(byte[] bytes, int command) {
    return (int) count.read(bytes, command);
  }

  /** Where an entry begins, counted from the first. */
  int offset(byte[] bytes, int command, int entry) {
    return entry * tableAt(bytes, command).fieldBytes();
  }

  int bytesAt(byte[] bytes, int command) {
    return offset(bytes, command, countAt(bytes, command));
  }

  /** A field of every entry. */
  LongStream numbers(String field, byte[] bytes, int command, int first) {
    return IntStream.range(0, countAt(bytes, command))
        .mapToLong(i -> table.read(field, bytes, first + offset(bytes, command, i)));
  }

  void check(Object code, byte[] bytes, int command, int first) {
    int entries = table.check().isNeeded() ? countAt(bytes, command) : 0;
    for (int i = 0; i < entries; i++) {
      table.check().values(code, i, bytes, first + i * table.fieldBytes());
    }
  }

  @Override
  public List<Object> component(byte[] from, Place place) {
    Table each = tableAt(from, place.at());
    int entries = countAt(from, place.at());
    List<Object> all = new ArrayList<>(entries);
    for (int i = 0; i < entries; i++) {
      int at = place.entriesAt() + i * each.fieldBytes();
      all.add(each.read(from, at, at));
    }
    return all;
  }
}
