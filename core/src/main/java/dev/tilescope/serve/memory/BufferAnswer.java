package dev.tilescope.serve.memory;

import dev.tilescope.analysis.SetUpCalls;
import dev.tilescope.json.JsonWriter;
import dev.tilescope.serve.Answer;
import dev.tilescope.serve.OpenReport;
import dev.tilescope.serve.OperationColumns;
import dev.tilescope.serve.Refusal;
import dev.tilescope.serve.Request;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code memory/buffer?span}: everything about one buffer. */
final class BufferAnswer {
  private static final int CONSUMERS = 60;

  /** What only the database knows. */
  private record Found(@Nullable TensorWords tensor, int producer, List<Integer> consumers) {}

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
    Found found = find(report, operations.rank(), spans.tensor(span));
    return Answer.json(json -> {
      json.beginObject();
      place(json, spans, span);
      life(json, spans, span, operations);
      json.name("tensor");
      TensorWords.write(json, found.tensor());
      TensorWords.operation(json, "producer", operations, operations.indexOf(found.producer()));
      json.name("consumers").beginArray();
      found.consumers().forEach(id -> consumer(json, operations, id));
      json.endArray().endObject();
    });
  }

  private static Found find(OpenReport report, int rank, int tensor) {
    if (tensor == Spans.NONE) {
      return new Found(null, 0, List.of());
    }
    return report.ask(database ->
        new Found(
            TensorWords.of(database, rank, tensor),
            (int)
                database.number(
                    "SELECT coalesce(min(operation_id), 0) FROM output_tensors"
                        + " WHERE tensor_id = ? AND rank = ?",
                    tensor,
                    rank),
            database.list(
                "SELECT DISTINCT operation_id FROM input_tensors WHERE tensor_id = ?"
                    + " AND rank = ? ORDER BY operation_id LIMIT "
                    + CONSUMERS,
                row -> row.getInt(1),
                tensor,
                rank)));
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
    TensorWords.operation(json, "made", operations, spans.first(span));
    TensorWords.operation(json, "lastUse", operations, spans.lastUse(span));
    boolean freed = spans.freed(span) != Spans.NEVER;
    TensorWords.operation(json, "freed", operations, freed ? spans.freed(span) : Spans.NONE);
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

  private static void consumer(JsonWriter json, OperationColumns operations, int id) {
    int index = operations.indexOf(id);
    if (index >= 0) {
      json.beginObject()
          .field("id", id)
          .field("index", index)
          .field("name", operations.name(index))
          .endObject();
    }
  }
}
