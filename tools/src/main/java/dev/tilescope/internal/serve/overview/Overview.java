package dev.tilescope.internal.serve.overview;

import dev.tilescope.device.ModelledTime;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.ModelledJson;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.data.OperationColumns.Total;
import dev.tilescope.internal.serve.graph.ClusterFile;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Request;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** {@code overview}: what ran, where time went, what failed, and what the report does not hold. */
final class Overview {
  private static final int MOST_NAMES = 12;
  private static final int MOST_ERRORS = 20;
  private static final int MOST_COMPARISONS = 10;

  /** A row of table {@code errors}. */
  private record Failure(int operation, String name, String type, String message) {}

  /** A tensor that differs from its golden one. */
  private record Mismatch(long tensor, double desiredPcc, double actualPcc, boolean local) {}

  /** What the database was asked. */
  private record Rows(
      ReportFacts facts,
      List<Total> modelled,
      List<Failure> failures,
      List<Mismatch> mismatches,
      long comparisons,
      long tensors) {}

  private final OpenReport report;
  private final OperationColumns operations;

  private Overview(OpenReport report, OperationColumns operations) {
    this.report = report;
    this.operations = operations;
  }

  static Answer answer(OpenReport report, Request request) {
    OperationColumns operations = OperationColumns.of(report, request);
    Overview overview = new Overview(report, operations);
    Rows rows = report.ask(database -> overview.read(database));
    return Answer.json(json -> overview.write(json, rows));
  }

  /** {@code ranks}: those of the report, for the choice in the head of the page. */
  static Answer ranks(OpenReport report) {
    return Answer.json(json -> {
      json.beginObject();
      json.array("ranks", OperationColumns.ranks(report), json::value);
      json.endObject();
    });
  }

  private Rows read(ReadOnlyDatabase database) {
    int rank = operations.rank();
    return new Rows(
        ReportFacts.read(database, rank),
        modelled(database, rank),
        failures(database, rank),
        mismatches(database, rank),
        database.number("SELECT count(*) FROM local_tensor_comparison_records WHERE rank = ?", rank)
            + database.number(
                "SELECT count(*) FROM global_tensor_comparison_records WHERE rank = ?", rank),
        database.number("SELECT count(*) FROM tensors WHERE rank = ?", rank));
  }

  private static List<Total> modelled(ReadOnlyDatabase database, int rank) {
    if (!database.hasRows("tilescope_device_operations", rank)) {
      return List.of();
    }
    return database.list(
        "SELECT substr(name, 1, 300), count(*), sum(modelled_nanos) AS nanos"
            + " FROM tilescope_device_operations WHERE rank = ? AND modelled_nanos > 0"
            + " GROUP BY name ORDER BY nanos DESC",
        row -> new Total(String.valueOf(row.getString(1)), row.getInt(2), row.getLong(3)),
        rank);
  }

  private static List<Failure> failures(ReadOnlyDatabase database, int rank) {
    return database.list(
        "SELECT operation_id, substr(operation_name, 1, 300), substr(error_type, 1, 100),"
            + " substr(error_message, 1, 600) FROM errors WHERE rank = ? LIMIT "
            + MOST_ERRORS,
        row ->
            new Failure(
                row.getInt(1),
                String.valueOf(row.getString(2)),
                String.valueOf(row.getString(3)),
                String.valueOf(row.getString(4))),
        rank);
  }

  private static List<Mismatch> mismatches(ReadOnlyDatabase database, int rank) {
    List<Mismatch> found = new ArrayList<>();
    for (boolean local : new boolean[] {true, false}) {
      database.forEach(
          "SELECT tensor_id, desired_pcc, actual_pcc FROM "
              + (local ? "local" : "global")
              + "_tensor_comparison_records WHERE rank = ? AND matches = 0 ORDER BY tensor_id"
              + " LIMIT 1000",
          row -> found.add(new Mismatch(row.getLong(1), row.getDouble(2), row.getDouble(3), local)),
          rank);
    }
    return found;
  }

  private void write(JsonWriter json, Rows rows) {
    json.beginObject()
        .field("path", report.shown().toString())
        .field("name", String.valueOf(report.shown().getFileName()))
        .field("rank", operations.rank());
    json.array("ranks", OperationColumns.ranks(report), json::value);
    rows.facts.write(json);
    json.field("operations", operations.size()).field("tensors", rows.tensors);
    json.field("architecture", ClusterFile.beside(report.database()).architecture());
    json.field(
        "deallocations", IntStream.range(0, operations.size()).filter(operations::frees).count());
    totals(json, "host", operations.totals());
    totals(json, "modelled", rows.modelled);
    json.name("device").beginObject();
    ModelledJson.write(
        json,
        rows.modelled.stream()
            .map(Overview::modelled)
            .reduce(ModelledTime.NONE, ModelledTime::plus));
    json.endObject();
    failures(json, rows.failures);
    mismatches(json, rows);
    json.array("caveats", Caveats.of(operations, rows.facts), caveat -> caveat.write(json));
    json.endObject();
  }

  private static void totals(JsonWriter json, String name, List<Total> totals) {
    json.name(name)
        .beginObject()
        .field("nanos", totals.stream().mapToLong(Total::nanos).sum())
        .field("names", totals.size());
    json.array("top", totals.stream().limit(MOST_NAMES).toList(), total -> total.write(json));
    json.endObject();
  }

  private static ModelledTime modelled(Total total) {
    return ModelledTime.of(total.name(), total.nanos());
  }

  private void failures(JsonWriter json, List<Failure> failures) {
    json.name("errors").beginArray();
    for (Failure failure : failures) {
      json.beginObject()
          .field("known", operations.indexOf(failure.operation) >= 0)
          .field("id", failure.operation)
          .field("name", failure.name)
          .field("type", failure.type)
          .field("message", failure.message)
          .endObject();
    }
    json.endArray();
  }

  private static void mismatches(JsonWriter json, Rows rows) {
    json.name("comparisons")
        .beginObject()
        .field("all", rows.comparisons)
        .field("failed", rows.mismatches.size());
    json.name("rows").beginArray();
    rows.mismatches.stream()
        .sorted(Comparator.comparingDouble(Mismatch::actualPcc))
        .limit(MOST_COMPARISONS)
        .forEach(mismatch ->
            json.beginObject()
                .field("tensor", mismatch.tensor)
                .field("desired", mismatch.desiredPcc)
                .field("actual", mismatch.actualPcc)
                .field("local", mismatch.local)
                .endObject());
    json.endArray().endObject();
  }
}
