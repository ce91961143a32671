package dev.tilescope.internal.serve.compare;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.MemoryLevels;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Refusal;
import dev.tilescope.internal.serve.http.Request;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import java.util.List;

/**
 * {@code compare/pair?row}: both operations of a row in full. Arguments and tensors come as lines
 * of two values, the first report's and the second's, and whether they differ.
 */
final class PairDetails {
  private static final int MAX_LINES = 64;
  private static final int MAX_VALUE = 1_500;

  private record Line(String name, String value) {
    static final Line NONE = new Line("", "");
  }

  private record Parts(List<Line> arguments, List<Line> inputs, List<Line> outputs) {
    static final Parts NONE = new Parts(List.of(), List.of(), List.of());
  }

  private PairDetails() {}

  static Answer of(OpenReport before, OpenReport after, Comparison comparison, Request request) {
    long row = request.number("row");
    if (row < 0 || row >= comparison.rows()) {
      throw Refusal.notFound(
          "the comparison has %,d rows and no row %d".formatted(comparison.rows(), row));
    }
    int at = (int) row;
    Parts a = parts(before, comparison.before(), comparison.first(at));
    Parts b = parts(after, comparison.after(), comparison.second(at));
    return Answer.object(json -> {
      json.field("row", row)
          .field("name", comparison.name(at))
          .field("kind", CompareEndpoints.word(comparison.kind(at)))
          .field("nanosA", comparison.firstNanos(at))
          .field("nanosB", comparison.secondNanos(at))
          .field("a", CompareEndpoints.id(comparison.before(), comparison.first(at)))
          .field("b", CompareEndpoints.id(comparison.after(), comparison.second(at)));
      memory(json, comparison, at);
      arguments(json, comparison, at, a.arguments, b.arguments);
      lines(json, "inputs", a.inputs, b.inputs);
      lines(json, "outputs", a.outputs, b.outputs);
    });
  }

  private static void memory(JsonWriter json, Comparison comparison, int row) {
    json.objects(
        "memory",
        List.of(MemoryLevels.L1, MemoryLevels.DRAM),
        type -> {
          json.field("type", type);
          memory(json, "A", comparison.before(), comparison.first(row), type);
          memory(json, "B", comparison.after(), comparison.second(row), type);
        });
  }

  private static void memory(
      JsonWriter json, String which, Side side, int operation, int bufferType) {
    if (operation >= 0) {
      json.field("used" + which, side.level(bufferType, operation))
          .field("added" + which, side.added(bufferType, operation));
    }
  }

  private static Parts parts(OpenReport report, Side side, int operation) {
    if (operation < 0) {
      return Parts.NONE;
    }
    int id = side.operations().id(operation);
    int rank = side.operations().rank();
    return report.ask(database ->
        new Parts(
            arguments(database, id, rank),
            tensors(database, "input", id, rank),
            tensors(database, "output", id, rank)));
  }

  private static List<Line> arguments(ReadOnlyDatabase database, int id, int rank) {
    return database.list(
        "SELECT coalesce(substr(name, 1, 200), ''), coalesce(substr(value, 1, ?), '')"
            + " FROM operation_arguments"
            + " WHERE operation_id = ? AND rank = ? LIMIT ?",
        row -> new Line(row.getString(1), row.getString(2)),
        MAX_VALUE,
        id,
        rank,
        MAX_LINES);
  }

  private static List<Line> tensors(ReadOnlyDatabase database, String side, int id, int rank) {
    return database.list(
        """
        SELECT coalesce(substr(t.shape, 1, 200) || ' ' || substr(t.dtype, 1, 60) || ' ' ||
          substr(t.layout, 1, 60) || ' ' || substr(coalesce(t.memory_config, ''), 1, ?), '')
        FROM %s_tensors s JOIN tensors t ON t.tensor_id = s.tensor_id AND t.rank = s.rank
        WHERE s.operation_id = ? AND s.rank = ? ORDER BY s.%s_index LIMIT ?
        """
            .formatted(side, side),
        row -> new Line("", row.getString(1)),
        MAX_VALUE,
        id,
        rank,
        MAX_LINES);
  }

  /** What does not compare is listed one after the other. */
  private static void arguments(
      JsonWriter json, Comparison comparison, int row, List<Line> a, List<Line> b) {
    boolean isPair = comparison.first(row) >= 0 && comparison.second(row) >= 0;
    boolean compared = !isPair || comparison.comparesArguments(row);
    json.field("argumentsCompared", compared);
    if (compared) {
      lines(json, "arguments", a, b);
    } else {
      json.name("arguments").beginArray();
      a.forEach(line -> line(json, line.name, line.value, "", false));
      b.forEach(line -> line(json, line.name, "", line.value, false));
      json.endArray();
    }
  }

  /** By place, and under the first one's name unless only the second has it. */
  private static void lines(JsonWriter json, String name, List<Line> a, List<Line> b) {
    json.name(name).beginArray();
    for (int i = 0; i < Math.max(a.size(), b.size()); i++) {
      Line was = i < a.size() ? a.get(i) : Line.NONE;
      Line is = i < b.size() ? b.get(i) : Line.NONE;
      String shown = i < a.size() ? was.name : is.name;
      line(json, shown, was.value, is.value, differs(was, is));
    }
    json.endArray();
  }

  private static void line(JsonWriter json, String name, String a, String b, boolean differs) {
    json.object(
        () -> json.field("name", name).field("a", a).field("b", b).field("differs", differs));
  }

  private static boolean differs(Line was, Line is) {
    return !was.name.equals(is.name)
        || !Side.withoutRunDetails(was.value).equals(Side.withoutRunDetails(is.value));
  }
}
