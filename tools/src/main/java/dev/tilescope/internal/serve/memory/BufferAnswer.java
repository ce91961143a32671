package dev.tilescope.internal.serve.memory;

import dev.tilescope.analysis.SetUpCalls;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Refusal;
import dev.tilescope.internal.serve.http.Request;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import java.util.List;

/** {@code memory/buffer?span}: everything about one buffer. */
final class BufferAnswer {
  private static final int CONSUMERS = 60;

  /** Texts of tensors are cut: a report may hold any. */
  private static final int LONGEST = 600;

  private BufferAnswer() {}

  static Answer of(OpenReport report, Request request) {
    OperationColumns operations = OperationColumns.of(report, request);
    Spans spans = MemoryEndpoints.spansOf(report, request);
    long asked = request.number("span");
    if (asked < 0 || asked >= spans.size()) {
      throw Refusal.notFound(
          "there is no buffer number %d; the report has %,d".formatted(asked, spans.size()));
    }
    int span = (int) asked;
    return report.ask(database ->
        Answer.object(json -> {
          place(json, spans, span);
          life(json, spans, span, operations);
          tensor(json, database, spans.tensor(span), operations.rank());
          users(json, database, spans.tensor(span), operations);
        }));
  }

  private static void tensor(JsonWriter json, ReadOnlyDatabase database, int tensor, int rank) {
    String cut = "coalesce(substr(%s, 1, " + LONGEST + "), '')";
    json.name("tensor");
    List<JsonWriter> written =
        database.list(
            "SELECT %s, %s, %s, %s FROM tensors WHERE tensor_id = ? AND rank = ? LIMIT 1"
                .formatted(
                    cut.formatted("shape"),
                    cut.formatted("dtype"),
                    cut.formatted("layout"),
                    cut.formatted("memory_config")),
            row ->
                json.beginObject()
                    .field("id", tensor)
                    .field("shape", row.getString(1))
                    .field("dtype", row.getString(2))
                    .field("layout", row.getString(3))
                    .field("memory", row.getString(4))
                    .endObject(),
            tensor,
            rank);
    if (written.isEmpty()) {
      json.nullValue();
    }
  }

  /** Who made the tensor first, and who takes it. */
  private static void users(
      JsonWriter json, ReadOnlyDatabase database, int tensor, OperationColumns operations) {
    long producer =
        database.number(
            "SELECT coalesce(min(operation_id), 0) FROM output_tensors"
                + " WHERE tensor_id = ? AND rank = ?",
            tensor,
            operations.rank());
    operations.link(json, "producer", operations.indexOf((int) producer));
    json.name("consumers").beginArray();
    database.forEach(
        "SELECT DISTINCT operation_id FROM input_tensors WHERE tensor_id = ?"
            + " AND rank = ? ORDER BY operation_id LIMIT "
            + CONSUMERS,
        row -> {
          int index = operations.indexOf(row.getInt(1));
          if (index >= 0) {
            operations.link(json, index);
          }
        },
        tensor,
        operations.rank());
    json.endArray();
  }

  private static void place(JsonWriter json, Spans spans, int span) {
    Spans.Region region = spans.regions().get(spans.regionOf(span));
    json.field("span", span)
        .field("device", region.deviceId())
        .field("type", region.type())
        .field("address", spans.address(span))
        .field("bankBytes", spans.bankBytes(span))
        .field("bytes", spans.bytes(span))
        .field("from", spans.from(span))
        .field("to", spans.to(span));
  }

  /** Late as {@code analysis.LateFrees} counts: steps of the program since its last use. */
  private static void life(JsonWriter json, Spans spans, int span, OperationColumns operations) {
    operations.link(json, "made", spans.first(span));
    operations.link(json, "lastUse", spans.lastUse(span));
    boolean freed = spans.freed(span) != Spans.NEVER;
    operations.link(json, "freed", freed ? spans.freed(span) : Spans.NONE);
    json.field(
        "lateOperations",
        isNeverLate(spans, span, operations) ? 0 : steps(spans, span, operations));
  }

  /** Of which nothing is known, the caller's own, and weights. */
  static boolean isNeverLate(Spans spans, int span, OperationColumns operations) {
    int first = spans.first(span);
    if (spans.lastUse(span) == Spans.NONE) {
      return true;
    }
    boolean isKept = spans.freed(span) > operations.lastWorking();
    return isKept
        && (first == Spans.NONE
            || spans.isMadeBetween(span)
            || SetUpCalls.contain(operations.name(first)));
  }

  private static int steps(Spans spans, int span, OperationColumns operations) {
    int end = Math.min(spans.freed(span), spans.operations() - 1);
    int steps = 0;
    for (int i = spans.lastUse(span) + 1; i <= end; i++) {
      steps += operations.frees(i) ? 0 : 1;
    }
    return steps;
  }
}
