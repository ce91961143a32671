package dev.tilescope.internal.cli;

import dev.tilescope.internal.links.Links;
import dev.tilescope.internal.links.ReportOperations;
import dev.tilescope.internal.perf.PerfCsv;
import dev.tilescope.internal.perf.PerfOperation;
import dev.tilescope.internal.perf.PerfReport;
import dev.tilescope.internal.perf.PerfRow;
import dev.tilescope.internal.perf.PerfTable;
import dev.tilescope.model.Report;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which operation of a report each row of a performance report is.
 *
 * @param byRow by a row's id
 * @param problem why they seem to be of different runs; null if they do not
 */
record RowOperations(Map<Integer, Found> byRow, @Nullable String problem) {
  static final RowOperations NONE = new RowOperations(Map.of(), null);

  /**
   * @param id 0 if the row is none
   * @param name as the program called it
   * @param link how sure that is, and why
   */
  record Found(int id, String name, String link) {}

  static RowOperations of(PerfReport performance, Report report) {
    List<PerfRow> rows =
        performance.operations().stream()
            .map(PerfOperation::row)
            .filter(PerfRow::isDeviceOperation)
            .toList();
    ReportOperations operations = ReportOperations.of(report.trace());
    Links links = Links.of(PerfTable.ran(rows), operations.ran());
    Map<Integer, Found> byRow = new HashMap<>();
    for (int i = 0; i < rows.size(); i++) {
      int target = links.target(i);
      String name = target < 0 ? "" : operations.calls().get(target).path().getFirst();
      int id = target < 0 ? 0 : operations.number(target);
      byRow.put(rows.get(i).id(), new Found(id, name, links.words(i)));
    }
    return new RowOperations(byRow, links.problem());
  }

  /** Columns of a CSV; none without a report. */
  PerfCsv.More columns() {
    return this == NONE
        ? PerfCsv.More.NONE
        : new PerfCsv.More(List.of("Operation", "Operation Name", "Link"), this::cells);
  }

  private List<String> cells(PerfRow row) {
    Found found = byRow.get(row.id());
    return found == null
        ? List.of("", "", "")
        : List.of(found.id == 0 ? "" : Integer.toString(found.id), found.name, found.link);
  }
}
