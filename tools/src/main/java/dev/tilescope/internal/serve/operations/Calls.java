package dev.tilescope.internal.serve.operations;

import dev.tilescope.analysis.DeviceOperationNames;
import dev.tilescope.internal.json.JsonException;
import dev.tilescope.internal.json.JsonReader;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import dev.tilescope.model.NodeKind;
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

  /** A larger part of a trace is not read for a list. */
  private static final int MAX_GRAPH_CHARS = 4_000_000;

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
    List<String> graphs =
        database.list(
            "SELECT captured_graph FROM captured_graph WHERE operation_id = ? AND rank = ?"
                + " AND length(captured_graph) <= %d LIMIT 1".formatted(MAX_GRAPH_CHARS),
            row -> row.getString(1),
            id,
            rank);
    return graphs.isEmpty() || graphs.getFirst() == null ? List.of() : parsed(graphs.getFirst());
  }

  static List<Line> parsed(String graph) {
    Walk walk = new Walk();
    try (JsonReader json = JsonReader.of(graph, "captured_graph")) {
      json.enterArray();
      while (json.nextElement() && walk.lines.size() < MAX_CALLS) {
        walk.take(CapturedGraph.Node.read(json));
      }
    } catch (JsonException e) {
      walk.lines.add(
          new Line.Note("This operation's part of the trace is damaged: " + e.getMessage()));
      return walk.lines;
    }
    if (walk.lines.size() >= MAX_CALLS) {
      walk.lines.add(new Line.Note("More calls: open the operation."));
    }
    return walk.lines;
  }

  /** Nodes come in the order of the trace: a call, what is in it, its end. */
  private static final class Walk {
    final List<Line> lines = new ArrayList<>();
    private final List<Integer> open = new ArrayList<>();

    void take(CapturedGraph.Node node) {
      if (node.kind() == NodeKind.FUNCTION_START) {
        String name = node.name();
        begin(name.substring(0, Math.min(MAX_TEXT, name.length())));
      } else if (node.kind() == NodeKind.FUNCTION_END) {
        end(node.nanos());
      }
    }

    /** The operation itself is the first call, at depth 0, and no line. */
    private void begin(String name) {
      int depth = open.size();
      open.add(depth == 0 ? -1 : lines.size());
      if (depth > 0) {
        lines.add(new Line.Call(name, depth, DeviceOperationNames.contain(name), -1));
      }
    }

    private void end(long nanos) {
      int line = open.isEmpty() ? -1 : open.removeLast();
      if (line >= 0
          && lines.get(line) instanceof Line.Call(String name, int depth, boolean device, long _)) {
        lines.set(line, new Line.Call(name, depth, device, nanos));
      }
    }
  }
}
