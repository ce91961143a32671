package dev.tilescope.internal.serve.operations;

import dev.tilescope.analysis.DeviceOperationNames;
import dev.tilescope.internal.serve.data.CapturedGraph;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import java.util.ArrayList;
import java.util.List;

/**
 * What lies under one operation in the list: its arguments, and the calls inside it from its part
 * of the trace. Both end at a limit, and the last line then says so.
 */
final class Calls {
  private static final int MAX_CALLS = 150;
  private static final int MAX_ARGUMENTS = 60;
  private static final int MAX_TEXT = 400;

  /** A line under an operation. */
  sealed interface Line {
    record Argument(String name, String value) implements Line {}

    /**
     * @param depth 1 for what the operation calls itself
     * @param isDevice a device operation, as a performance report names it
     * @param nanos on the host; -1 if the trace does not say
     */
    record Call(String name, int depth, boolean isDevice, long nanos) implements Line {}

    record Note(String text) implements Line {}
  }

  private Calls() {}

  static List<Line> of(OpenReport report, int rank, int id) {
    return report.ask(database -> read(database, rank, id));
  }

  private static List<Line> read(ReadOnlyDatabase database, int rank, int id) {
    List<Line> lines = new ArrayList<>(arguments(database, rank, id));
    lines.addAll(calls(database, rank, id));
    if (lines.isEmpty()) {
      lines.add(
          new Line.Note("The report has neither arguments of this operation nor calls inside it."));
    }
    return lines;
  }

  private static List<Line> arguments(ReadOnlyDatabase database, int rank, int id) {
    List<Line> lines =
        database.list(
            "SELECT substr(name, 1, 80), substr(value, 1, %d) FROM operation_arguments"
                    .formatted(MAX_TEXT)
                + " WHERE operation_id = ? AND rank = ? LIMIT %d".formatted(MAX_ARGUMENTS + 1),
            row ->
                new Line.Argument(
                    String.valueOf(row.getString(1)), String.valueOf(row.getString(2))),
            id,
            rank);
    if (lines.size() > MAX_ARGUMENTS) {
      lines.set(MAX_ARGUMENTS, new Line.Note("More arguments: open the operation."));
    }
    return lines;
  }

  private static List<Line> calls(ReadOnlyDatabase database, int rank, int id) {
    CapturedGraph graph = CapturedGraph.read(database, rank, id);
    List<Line> lines = new ArrayList<>();
    graph.rows().stream()
        .filter(row -> row.kind() == CapturedGraph.Kind.CALL && row.depth() > 0)
        .limit(MAX_CALLS + 1L)
        .forEach(row ->
            lines.add(
                new Line.Call(
                    row.name(),
                    row.depth(),
                    DeviceOperationNames.contain(row.name()),
                    row.nanos())));
    if (lines.size() > MAX_CALLS) {
      lines.set(MAX_CALLS, new Line.Note("More calls: open the operation."));
    } else if (!graph.damage().isEmpty()) {
      lines.add(new Line.Note("This operation's part of the trace is damaged: " + graph.damage()));
    }
    return lines;
  }
}
