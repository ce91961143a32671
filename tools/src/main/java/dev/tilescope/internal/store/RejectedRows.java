package dev.tilescope.internal.store;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Rows that the database refused and that were left out. */
final class RejectedRows {
  private static final int TOLD = 100;
  private static final int PRIMARY_CODE = 0xff;
  private static final int TOO_BIG = 18;
  private static final int CONSTRAINT = 19;
  private static final int MISMATCH = 20;

  private final Map<Table, Long> counts = new EnumMap<>(Table.class);
  private final List<String> told = new ArrayList<>();

  void add(RowBatch batch, SQLException e) {
    counts.merge(batch.table(), 1L, Long::sum);
    if (told.size() < TOLD) {
      told.add(message(batch, e));
    }
  }

  static boolean isAboutTheRow(SQLException e) {
    int code = e.getErrorCode() & PRIMARY_CODE;
    return code == TOO_BIG || code == CONSTRAINT || code == MISMATCH;
  }

  static String message(RowBatch batch, SQLException e) {
    boolean twice = (e.getErrorCode() & PRIMARY_CODE) == CONSTRAINT;
    return batch.source()
        + ": a row of "
        + batch.table().sqlName()
        + (twice
            ? " has the ids of another row there, and they must be unique"
            : " cannot be stored (" + e.getMessage() + ")");
  }

  long count(Table table) {
    return counts.getOrDefault(table, 0L);
  }

  long count() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The first ones, in words. */
  List<String> told() {
    return told;
  }
}
