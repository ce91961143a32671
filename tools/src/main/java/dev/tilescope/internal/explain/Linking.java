package dev.tilescope.internal.explain;

import dev.tilescope.internal.links.Links;
import dev.tilescope.internal.perf.PerfRow;
import dev.tilescope.internal.perf.PerfTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Gives rows of a CSV the operations, nodes and source lines of a report's programs. */
final class Linking {
  private final Links links;
  private final Map<Integer, Integer> indexOfRow = new HashMap<>();
  private final List<Work> captured;

  Linking(PerfTable table, Captured report) {
    List<PerfRow> rows = table.rows();
    for (int i = 0; i < rows.size(); i++) {
      indexOfRow.put(rows.get(i).id(), i);
    }
    links = Links.of(PerfTable.ran(rows), report.ran());
    captured = report.works();
  }

  Links links() {
    return links;
  }

  List<Work> linked(List<Work> rows) {
    return links.problem() == null ? rows.stream().map(this::linked).toList() : rows;
  }

  private Work linked(Work row) {
    int target = links.target(indexOfRow.getOrDefault(row.row().id(), 0));
    if (target < 0) {
      return row;
    }
    Work found = captured.get(target);
    Place place = found.place();
    return new Work(
        row.operation(),
        new Place(row.place().row(), place.operation(), place.node(), place.name(), place.source()),
        found.inputs(),
        found.output());
  }
}
