package dev.tilescope.internal.serve.overview;

import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import java.util.ArrayList;
import java.util.List;

/**
 * Arguments with a text in their values, from the first operation on, until enough are found or
 * time is over.
 *
 * @param partial not all was looked at
 */
record ArgumentSearch(List<Argument> found, boolean partial) {
  private static final long MILLIS = 90;
  private static final int OPERATIONS_AT_ONCE = 1_000;

  /** An argument of an operation, its value cut around what was found. */
  record Argument(int operation, String name, String value) {}

  static ArgumentSearch of(OpenReport report, OperationColumns operations, String text, int most) {
    long end = System.nanoTime() + MILLIS * 1_000_000;
    List<Argument> found = new ArrayList<>();
    int next = 0;
    while (next < operations.size() && found.size() < most && System.nanoTime() < end) {
      int to = Math.min(operations.size(), next + OPERATIONS_AT_ONCE) - 1;
      found.addAll(
          in(
              report,
              operations,
              operations.id(next),
              operations.id(to),
              text,
              most - found.size()));
      next = to + 1;
    }
    return new ArgumentSearch(found, next < operations.size() && found.size() < most);
  }

  private static List<Argument> in(
      OpenReport report, OperationColumns operations, int first, int last, String text, int most) {
    return report.ask(database ->
        database.list(
            "SELECT operation_id, substr(name, 1, 80),"
                + " substr(value, max(1, instr(lower(substr(value, 1, 2000)), ?1) - 20), 160)"
                + " FROM operation_arguments WHERE operation_id BETWEEN ?2 AND ?3 AND rank = ?4"
                + " AND instr(lower(substr(value, 1, 2000)), ?1) > 0 LIMIT "
                + most,
            row ->
                new Argument(
                    row.getInt(1),
                    String.valueOf(row.getString(2)),
                    String.valueOf(row.getString(3))),
            text,
            first,
            last,
            operations.rank()));
  }
}
