package dev.tilescope.internal.serve.overview;

import dev.tilescope.device.ModelledTime;
import dev.tilescope.device.TimeBands;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.ModelledJson;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.data.OperationColumns.Total;
import dev.tilescope.internal.serve.data.RowObjects;
import dev.tilescope.internal.serve.graph.ClusterFile;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Request;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** {@code overview}: what ran, where time went, what failed, and what the report does not hold. */
final class Overview {
  private static final int MOST_NAMES = 12;
  private static final int MOST_ERRORS = 20;
  private static final int MOST_COMPARISONS = 10;

  private static final String COMPARISONS =
      "(SELECT 1 AS local, * FROM local_tensor_comparison_records"
          + " UNION ALL SELECT 0, * FROM global_tensor_comparison_records)";

  private static final String ERRORS =
      "SELECT operation_id AS id, coalesce(substr(operation_name, 1, 300), '') AS name,"
          + " coalesce(substr(error_type, 1, 100), '') AS type,"
          + " coalesce(substr(error_message, 1, 600), '') AS message,"
          + " EXISTS (SELECT 1 FROM operations o"
          + " WHERE o.operation_id = e.operation_id AND o.rank = e.rank) AS known"
          + " FROM errors e WHERE rank = ? LIMIT "
          + MOST_ERRORS;

  /** Those that differ most from their golden ones come first. */
  private static final String MISMATCHES =
      "SELECT tensor_id AS tensor, desired_pcc AS desired, actual_pcc AS actual, local FROM "
          + COMPARISONS
          + " WHERE rank = ? AND matches = 0 ORDER BY actual_pcc, local DESC, tensor_id LIMIT "
          + MOST_COMPARISONS;

  private final OpenReport report;
  private final OperationColumns operations;
  private final List<Integer> ranks;

  private Overview(OpenReport report, OperationColumns operations) {
    this.report = report;
    this.operations = operations;
    this.ranks = OperationColumns.ranks(report);
  }

  static Answer answer(OpenReport report, Request request) {
    OperationColumns operations = OperationColumns.of(report, request);
    Overview overview = new Overview(report, operations);
    return report.ask(database -> Answer.object(json -> overview.write(json, database)));
  }

  /** {@code ranks}: those of the report, for the choice in the head of the page. */
  static Answer ranks(OpenReport report) {
    return Answer.object(json -> {
      json.array("ranks", OperationColumns.ranks(report), json::value);
    });
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

  private void write(JsonWriter json, ReadOnlyDatabase database) {
    int rank = operations.rank();
    ReportFacts facts = ReportFacts.read(database, rank);
    List<Total> modelled = modelled(database, rank);
    TimeBands bands = database.timeBands();
    json.field("path", report.shown().toString())
        .field("name", String.valueOf(report.shown().getFileName()))
        .field("rank", rank);
    json.array("ranks", ranks, json::value);
    facts.write(json);
    json.field("operations", operations.size())
        .field("tensors", count(database, "tensors WHERE rank = ?"));
    json.field("architecture", ClusterFile.beside(report.database()).architecture());
    json.field(
        "deallocations", IntStream.range(0, operations.size()).filter(operations::frees).count());
    totals(json, "host", operations.totals(), _ -> {});
    totals(
        json,
        "modelled",
        modelled,
        total -> ModelledJson.write(json, bands.time(total.name(), total.nanos())));
    ModelledTime all =
        modelled.stream()
            .map(total -> bands.time(total.name(), total.nanos()))
            .reduce(ModelledTime.NONE, ModelledTime::plus);
    json.object("device", () -> ModelledJson.write(json, all));
    RowObjects.write(json, "errors", database, ERRORS, rank);
    json.object("comparisons", () -> comparisons(json, database));
    json.objects("caveats", Caveats.of(operations, facts), caveat -> caveat.write(json));
  }

  private long count(ReadOnlyDatabase database, String rows) {
    return database.number("SELECT count(*) FROM " + rows, operations.rank());
  }

  private void comparisons(JsonWriter json, ReadOnlyDatabase database) {
    json.field("all", count(database, COMPARISONS + " WHERE rank = ?"))
        .field("failed", count(database, COMPARISONS + " WHERE rank = ? AND matches = 0"));
    RowObjects.write(json, "rows", database, MISMATCHES, operations.rank());
  }

  private static void totals(
      JsonWriter json, String name, List<Total> totals, Consumer<Total> more) {
    json.object(
        name,
        () ->
            json.field("nanos", totals.stream().mapToLong(Total::nanos).sum())
                .field("names", totals.size())
                .objects(
                    "top",
                    totals.stream().limit(MOST_NAMES).toList(),
                    total -> {
                      total.write(json);
                      more.accept(total);
                    }));
  }
}
