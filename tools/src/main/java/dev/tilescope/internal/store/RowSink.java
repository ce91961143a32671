package dev.tilescope.internal.store;

import dev.tilescope.model.TilescopeException;
import java.io.Closeable;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects rows and hands full batches to the writer. One thread. */
final class RowSink {
  private final DatabaseWriter writer;
  private final boolean withSize;
  private final RowBatch[] open = new RowBatch[Table.values().length];
  private final Map<Table, Long> written = new EnumMap<>(Table.class);

  private final Map<Table, Long> before = new EnumMap<>(Table.class);
  private String source = "";

  RowSink(DatabaseWriter writer, boolean withSize) {
    this.writer = writer;
    this.withSize = withSize;
    forgetAll();
  }

  private void forgetAll() {
    for (Table table : Table.values()) {
      open[table.ordinal()] = new RowBatch(table, table.width(withSize), source);
    }
  }

  /** Rows from here on come from this report. */
  void source(Path report) {
    flush();
    source = report.toString();
    forgetAll();
  }

  /** Forgets rows that were begun and not completed. */
  void forgetUnfinished() {
    for (RowBatch batch : open) {
      batch.forgetUnfinished();
    }
  }

  /** Where the next row of a table goes: add as many values as it has columns. */
  RowBatch row(Table table) {
    RowBatch batch = open[table.ordinal()];
    if (batch.isFull()) {
      flush(table);
      batch = open[table.ordinal()];
    }
    return batch;
  }

  void flush() {
    for (Table table : Table.values()) {
      flush(table);
    }
  }

  /** Closes what rows are read from when all rows so far are inserted. */
  void closeInTurn(Closeable finished) {
    flush(Table.FILES);
    writer.write(RowBatch.closing(finished));
  }

  private void flush(Table table) {
    RowBatch batch = open[table.ordinal()];
    if (batch.rows() > 0) {
      open[table.ordinal()] = new RowBatch(table, batch.width(), source);
      written.merge(table, (long) batch.rows(), Long::sum);
      writer.write(batch);
    }
  }

  /** Begins rows that may have to be taken back. */
  void begin() {
    flush();
    writer.write(RowBatch.command("SAVEPOINT part"));
    before.clear();
    before.putAll(written);
  }

  /** Keeps the rows since {@link #begin}. */
  void keep() {
    flush();
    writer.write(RowBatch.command("RELEASE part"));
  }

  /** Takes back the rows since {@link #begin}. */
  void takeBack() {
    forgetAll();
    written.clear();
    written.putAll(before);
    writer.write(RowBatch.command("ROLLBACK TO part"));
    writer.write(RowBatch.command("RELEASE part"));
  }

  /** Rows handed over so far. */
  long count(Table table) {
    return written.getOrDefault(table, 0L) + open[table.ordinal()].rows();
  }

  boolean withSize() {
    return withSize;
  }

  /** The field of a JSON object if it is there (NULL if it is null), else 0. */
  static Object orZero(Map<?, ? extends @Nullable Object> fields, String key) {
    return fields.containsKey(key) ? orNull(fields, key) : (Object) 0L;
  }

  /** The field, NULL if it is null or missing. */
  static Object orNull(Map<?, ? extends @Nullable Object> fields, String key) {
    return scalar(fields.get(key), key);
  }

  /** A value for a column: lists and objects have no place in one. */
  static Object scalar(@Nullable Object value, String what) {
    if (value instanceof Iterable<?> || value instanceof Map<?, ?>) {
      throw new TilescopeException(what + " is a list or an object, expected a text or a number");
    }
    if (value instanceof BigInteger big) {
      throw new TilescopeException(what + " is " + big + ", expected at most 64 bits");
    }
    return value == null ? RowBatch.NULL : value;
  }
}
