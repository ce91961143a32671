package dev.tilescope.internal.serve.data;

import dev.tilescope.analysis.SourceLine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where in the source operations were called: the first line of their stacks, {@code file:line}.
 */
public final class StackLines {
  /** Enough of a stack to hold its first line, whatever the folder. */
  static final int CHARS = 600;

  private static final int MOST_AT_ONCE = 500;

  private StackLines() {}

  /** Of some operations, by their ids. Those without a stack are left out. */
  public static Map<Integer, String> of(OpenReport report, int rank, int[] ids) {
    Map<Integer, String> lines = new HashMap<>();
    for (int from = 0; from < ids.length; from += MOST_AT_ONCE) {
      read(report, rank, ids, from, Math.min(ids.length, from + MOST_AT_ONCE), lines);
    }
    return lines;
  }

  private static void read(
      OpenReport report, int rank, int[] ids, int from, int to, Map<Integer, String> lines) {
    List<Object> bound = new ArrayList<>();
    for (int i = from; i < to; i++) {
      bound.add(ids[i]);
    }
    String places = "?,".repeat(bound.size());
    bound.add(rank);
    String sql =
        "SELECT operation_id, substr(stack_trace, 1, %d) FROM stack_traces WHERE operation_id IN (%s)"
            .formatted(CHARS, places.substring(0, places.length() - 1));
    report.ask(database -> {
      database.forEach(
          sql + " AND rank = ?",
          row -> {
            String line = first(row.getString(2));
            if (line != null) {
              lines.put(row.getInt(1), line);
            }
          },
          bound.toArray());
      return true;
    });
  }

  /** {@code file.py:31} of a stack; null if it has no such line. */
  static @Nullable String first(@Nullable String stack) {
    SourceLine line = stack == null ? null : SourceLine.of(stack);
    return line == null ? null : line.toString();
  }
}
