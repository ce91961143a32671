package dev.tilescope.internal.store;

import java.io.Closeable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Rows of one table on their way to the writer: integers in one array, other values in another. */
final class RowBatch {
  /** Stands for SQL's NULL, because null means that the value is an integer. */
  static final Object NULL = new Object();

  private final Table table;
  private final int width;
  private final String command;
  private final @Nullable Closeable finished;
  private final String source;
  private final long[] integers;
  private Object @Nullable [] others;
  private int used;
  private long textChars;

  /**
   * @param source the report that the rows come from, for messages
   */
  RowBatch(Table table, int width, String source) {
    this(table, width, source, "", null);
  }

  private RowBatch(
      Table table, int width, String source, String command, @Nullable Closeable finished) {
    this.table = table;
    this.width = width;
    this.source = source;
    this.command = command;
    this.finished = finished;
    this.integers = new long[width * table.rowsPerStatement()];
  }

  /** Not rows but a statement, to be run in its turn. */
  static RowBatch command(String sql) {
    return new RowBatch(Table.DEVICES, 1, "", sql, null);
  }

  /** Not rows but what rows before it were read from, to be closed in its turn. */
  static RowBatch closing(Closeable finished) {
    return new RowBatch(Table.DEVICES, 1, "", "", finished);
  }

  /** The statement to run; empty if this holds rows. */
  String command() {
    return command;
  }

  /** What to close; null if this holds rows or a statement. */
  @Nullable Closeable finished() {
    return finished;
  }

  Table table() {
    return table;
  }

  String source() {
    return source;
  }

  /** Forgets the values of a row that is not complete. */
  void forgetUnfinished() {
    int complete = rows() * width;
    if (others != null) {
      Arrays.fill(others, complete, used, null);
    }
    used = complete;
  }

  int rows() {
    return used / width;
  }

  int width() {
    return width;
  }

  boolean isFull() {
    return used == integers.length || textChars > 1 << 20;
  }

  RowBatch add(long value) {
    integers[used++] = value;
    return this;
  }

  /** A text, number, truth value, bytes, part of a file, or null. */
  RowBatch add(@Nullable Object value) {
    switch (value) {
      case Long number -> integers[used] = number;
      case Boolean truth -> integers[used] = truth ? 1 : 0;
      case null -> other(NULL);
      default -> other(value);
    }
    used++;
    return this;
  }

  private void other(Object value) {
    if (others == null) {
      others = new Object[integers.length];
    }
    others[used] = value;
    if (value instanceof String text) {
      textChars += text.length();
    } else if (value instanceof byte[] bytes) {
      textChars += bytes.length;
    } else if (value instanceof FilePart part) {
      textChars += part.length();
    }
  }

  long integer(int at) {
    return integers[at];
  }

  /** What is not an integer; null if it is one. */
  @Nullable Object other(int at) {
    return others == null ? null : others[at];
  }
}
