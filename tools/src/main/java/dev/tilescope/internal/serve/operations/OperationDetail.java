package dev.tilescope.internal.serve.operations;

import dev.tilescope.analysis.DeviceOperationNames;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.CapturedGraph;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.data.RowObjects;
import dev.tilescope.internal.serve.data.Sources;
import dev.tilescope.internal.serve.data.TensorRow;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Endpoint;
import dev.tilescope.internal.serve.http.Refusal;
import dev.tilescope.internal.serve.http.Request;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** What is asked of one operation. Texts are cut to what a screen can show, and say so. */
final class OperationDetail {
  private static final int ARGUMENTS = 400;
  private static final int ARGUMENT_CHARS = 400;
  private static final int TENSORS = 200;
  private static final int TEXT_CHARS = 2_000;
  private static final int STACK_CHARS = 20_000;

  /** Stays under the largest answer even if each character takes four bytes. */
  private static final int LONG_CHARS = 240_000;

  private static final int MOST_RANGES = 64;
  private static final Pattern NUMBER = Pattern.compile("\\d{1,6}");

  private record Argument(String value, long chars) {}

  private OperationDetail() {}

  static void add(Map<String, Endpoint> table, Sources sources) {
    table.put("operation", request -> operation(sources.report(request), request));
    table.put("operation/argument", request -> argument(sources.report(request), request));
    table.put("operation/calls", request -> calls(sources.report(request), request));
    table.put("operation/source", request -> SourceText.of(sources.report(request), request));
  }

  /** {@code operation?id}: its head, tensors, arguments, errors and stack. */
  private static Answer operation(OpenReport report, Request request) {
    OperationColumns operations = OperationColumns.of(report, request);
    int id = request.integer("id");
    int index = operations.indexOf(id);
    if (index < 0) {
      throw Refusal.notFound(
          "there is no operation %d; the report has %,d".formatted(id, operations.size()));
    }
    return report.ask(database ->
        Answer.object(json -> {
          json.field("id", id).field("index", index);
          json.field("all", operations.size());
          json.field("name", name(database, id, operations.rank()));
          json.field("nanos", operations.nanos(index));
          operations.link(json, "previous", index - 1);
          operations.link(json, "next", index + 1);
          TensorRow.list(json, database, "input", id, operations.rank(), TENSORS);
          TensorRow.list(json, database, "output", id, operations.rank(), TENSORS);
          arguments(json, database, id, operations.rank());
          failures(json, database, id, operations.rank());
          stack(json, database, id, operations.rank());
        }));
  }

  private static String name(ReadOnlyDatabase database, int id, int rank) {
    return database
        .first(
            "SELECT substr(name, 1, %d) FROM operations WHERE operation_id = ? AND rank = ?"
                .formatted(TEXT_CHARS),
            row -> orEmpty(row, 1),
            id,
            rank)
        .orElse("");
  }

  private static void arguments(JsonWriter json, ReadOnlyDatabase database, int id, int rank) {
    RowObjects.write(
        json,
        "arguments",
        database,
        "SELECT coalesce(substr(name, 1, 200), '') AS name, coalesce(substr(value, 1, %d), '')"
                .formatted(ARGUMENT_CHARS)
            + " AS value, coalesce(length(value), 0) AS chars FROM operation_arguments"
            + " WHERE operation_id = ? AND rank = ? LIMIT "
            + ARGUMENTS,
        id,
        rank);
  }

  private static void failures(JsonWriter json, ReadOnlyDatabase database, int id, int rank) {
    RowObjects.write(
        json,
        "errors",
        database,
        "SELECT coalesce(substr(error_type, 1, 200), '') AS type, coalesce(substr(error_message,"
            + " 1, %1$d), '') AS message, coalesce(substr(stack_trace, 1, %1$d), '') AS stack"
                .formatted(STACK_CHARS)
            + " FROM errors WHERE operation_id = ? AND rank = ? LIMIT 10",
        id,
        rank);
  }

  private static void stack(JsonWriter json, ReadOnlyDatabase database, int id, int rank) {
    database.forEach(
        "SELECT substr(stack_trace, 1, %d), (SELECT substr(path, 1, %d) FROM source_files f"
                .formatted(STACK_CHARS, TEXT_CHARS)
            + " WHERE f.id = s.source_file_id) FROM stack_traces s"
            + " WHERE operation_id = ? AND rank = ? LIMIT 1",
        row -> {
          json.field("stack", orEmpty(row, 1));
          json.optional("sourcePath", row.getString(2));
        },
        id,
        rank);
  }

  static String orEmpty(ResultSet row, int column) throws SQLException {
    String text = row.getString(column);
    return text == null ? "" : text;
  }

  /** {@code operation/argument?id&at}: one argument, as much of it as fits an answer. */
  private static Answer argument(OpenReport report, Request request) {
    int rank = OperationColumns.rankOf(report, request);
    List<Argument> found =
        report.ask(database ->
            database.list(
                "SELECT substr(value, 1, %d), length(value)".formatted(LONG_CHARS)
                    + " FROM operation_arguments WHERE operation_id = ? AND rank = ?"
                    + " LIMIT 1 OFFSET ?",
                row -> new Argument(orEmpty(row, 1), row.getLong(2)),
                request.number("id"),
                rank,
                Math.max(0, request.number("at"))));
    if (found.isEmpty()) {
      throw Refusal.notFound(
          "operation %d has no argument %d".formatted(request.number("id"), request.number("at")));
    }
    return Answer.object(json ->
        json.field("value", found.getFirst().value()).field("chars", found.getFirst().chars()));
  }

  /** {@code operation/calls?id}: what it called, with what that did to memory, in order. */
  private static Answer calls(OpenReport report, Request request) {
    int rank = OperationColumns.rankOf(report, request);
    CapturedGraph graph =
        report.ask(database -> CapturedGraph.read(database, rank, request.number("id")));
    return Answer.object(json -> {
      json.field("recorded", graph.isRecorded());
      json.field("cut", graph.leftOut() > 0).field("damage", graph.damage());
      json.objects("rows", graph.rows(), row -> row(json, row));
    });
  }

  private static void row(JsonWriter json, CapturedGraph.Row row) {
    json.field("kind", row.kind().name().toLowerCase(Locale.ROOT)).field("depth", row.depth());
    switch (row.kind()) {
      case CALL ->
          json.field("name", row.name())
              .field("nanos", row.nanos())
              .field("device", DeviceOperationNames.contain(row.name()));
      case ERROR -> json.field("name", row.name());
      case CIRCULAR -> {
        memory(json, row);
        json.field("global", row.text("globally_allocated").equals("1"));
        json.array("cores", cores(row), json::value);
      }
      case ALLOCATE, FREE -> {
        memory(json, row);
        json.field("type", row.number("buffer_type", typeOf(row)));
        json.field("bankBytes", row.number("max_size_per_bank", -1));
      }
    }
  }

  private static void memory(JsonWriter json, CapturedGraph.Row row) {
    json.field("deviceId", row.number("device_id", 0))
        .field("address", row.number("address", -1))
        .field("bytes", row.number("size", -1));
  }

  /** Four numbers for each rectangle. */
  private static List<Long> cores(CapturedGraph.Row row) {
    return NUMBER
        .matcher(row.text("core_range_set"))
        .results()
        .limit(4L * MOST_RANGES)
        .map(digits -> Long.parseLong(digits.group()))
        .toList();
  }

  /** Older traces have only the word. */
  private static long typeOf(CapturedGraph.Row row) {
    return List.of("DRAM", "L1", "SYSTEM_MEMORY", "L1_SMALL", "TRACE").indexOf(row.text("type"));
  }
}
