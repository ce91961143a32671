package dev.tilescope.device.internal;

import java.util.ArrayList;
import java.util.List;

/**
 * The numbers of a command or of an entry one by one, in the order of its table; then what lies
 * behind them. Of bytes that have been checked.
 */
final class Values {
  private final Table table;
  private final byte[] from;
  private int at;
  private final int end;
  private int next;
  private int entries;

  /**
   * @param end of the command
   */
  Values(Table table, byte[] from, int at, int end) {
    this.table = table;
    this.from = from;
    this.at = at;
    this.end = end;
  }

  /** Of something that nothing lies behind. */
  Values(Table table, byte[] from, int at) {
    this(table, from, at, at);
  }

  long number() {
    return table.fields().get(next++).read(from, at);
  }

  int integer() {
    return (int) number();
  }

  boolean flag() {
    return number() != 0;
  }

  List<Long> numbers(int count) {
    List<Long> all = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      all.add(number());
    }
    return all;
  }

  List<Integer> integers(int count) {
    List<Integer> all = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      all.add(integer());
    }
    return all;
  }

  /** The entries, of which {@link #nextEntry} goes to the first. */
  Values entries() {
    Entries behind = table.requireEntries();
    Table each = behind.tableAt(from, at);
    Values in = new Values(each, from, at + table.headerBytes() - each.fieldBytes());
    in.entries = behind.countAt(from, at);
    return in;
  }

  /** Of the entries that are still to come. */
  int count() {
    return entries;
  }

  boolean nextEntry() {
    at += table.fieldBytes();
    next = 0;
    return entries-- > 0;
  }

  /** What lies behind fields and entries. */
  Blob data() {
    int begin = at + table.tailAt(from, at);
    return Blob.copyOf(from, begin, end - begin);
  }

  DispatchCommand payload() {
    return DispatchCode.read(from, at + table.headerBytes(), end);
  }
}
