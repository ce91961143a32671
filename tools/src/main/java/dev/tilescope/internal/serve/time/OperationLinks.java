package dev.tilescope.internal.serve.time;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which device operation of a report each row of another list is: both hold the same names in the
 * same order, though one may hold only a part of the other.
 *
 * @param offset of the rows among the device operations: the first row is number {@code offset}
 * @param count of rows that are linked, from row {@code max(0, -offset)} on
 * @param problem why none is, or null
 */
record OperationLinks(int offset, int count, @Nullable String problem) {
  /** A part that is shorter may lie somewhere by chance. */
  private static final int LEAST = 3;

  static OperationLinks of(List<String> rows, DeviceOperations known) {
    if (known.problem() != null) {
      return new OperationLinks(0, 0, known.problem());
    }
    List<String> names = known.names();
    if (rows.isEmpty()) {
      return new OperationLinks(0, 0, "there are no rows of device operations");
    }
    int same = same(rows, names, 0);
    if (same == Math.min(rows.size(), names.size())) {
      return new OperationLinks(0, same, null);
    }
    int within = only(rows, names);
    if (within >= 0) {
      return new OperationLinks(within, rows.size(), null);
    }
    int around = only(names, rows);
    if (around >= 0) {
      return new OperationLinks(-around, names.size(), null);
    }
    return new OperationLinks(
        0,
        0,
        "row %d is %s, but device operation %d of the report is %s: it is of another run"
            .formatted(same + 1, rows.get(same), same + 1, names.get(same)));
  }

  /** How many names agree from the beginning on. */
  private static int same(List<String> part, List<String> whole, int offset) {
    int most = Math.min(part.size(), whole.size() - offset);
    int i = 0;
    while (i < most && part.get(i).equals(whole.get(offset + i))) {
      i++;
    }
    return i;
  }

  /** The only place of one list in the other; negative if there is none or a choice. */
  private static int only(List<String> part, List<String> whole) {
    int found = -1;
    if (part.size() < LEAST) {
      return found;
    }
    for (int offset = 0; offset + part.size() <= whole.size(); offset++) {
      if (same(part, whole, offset) == part.size()) {
        if (found >= 0) {
          return -1;
        }
        found = offset;
      }
    }
    return found;
  }

  /** The place among device operations of a row, or -1. */
  int placeOf(int row) {
    int place = row + offset;
    int first = Math.max(0, -offset);
    return row >= first && row < first + count ? place : -1;
  }
}
