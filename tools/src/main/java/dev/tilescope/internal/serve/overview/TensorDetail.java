package dev.tilescope.internal.serve.overview;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.data.RowObjects;
import dev.tilescope.internal.serve.data.StackLines;
import dev.tilescope.internal.serve.data.TensorColumns;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Refusal;
import dev.tilescope.internal.serve.http.Request;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** {@code tensor?id=}: everything on one tensor. */
final class TensorDetail {
  private static final int MOST_CONSUMERS = 500;
  private static final int MOST_DEVICES = 256;
  private static final int MOST_NEIGHBOURS = 12;

  /** Who takes it, as which input. */
  private record Consumer(int operation, int input) {}

  private final OperationColumns operations;
  private final TensorColumns tensors;
  private final int index;

  private TensorDetail(OperationColumns operations, TensorColumns tensors, int index) {
    this.operations = operations;
    this.tensors = tensors;
    this.index = index;
  }

  static Answer answer(OpenReport report, Request request) {
    OperationColumns operations = OperationColumns.of(report, request);
    TensorColumns tensors = TensorColumns.of(report, operations.rank());
    long id = request.number("id");
    int index = tensors.indexOf(id);
    if (index < 0) {
      throw Refusal.notFound(
          "the report has no tensor %d on rank %d; choose one of the list"
              .formatted(id, operations.rank()));
    }
    List<Consumer> consumers = report.ask(database -> consumers(database, id, operations.rank()));
    TensorDetail detail = new TensorDetail(operations, tensors, index);
    Map<Integer, String> sources =
        StackLines.of(report, operations.rank(), detail.named(consumers));
    return report.ask(
        database -> Answer.object(json -> detail.write(json, database, consumers, sources)));
  }

  private static List<Consumer> consumers(ReadOnlyDatabase database, long id, int rank) {
    return database.list(
        "SELECT operation_id, input_index FROM input_tensors WHERE tensor_id = ? AND rank = ?"
            + " ORDER BY operation_id, input_index LIMIT "
            + MOST_CONSUMERS,
        row -> new Consumer(row.getInt(1), row.getInt(2)),
        id,
        rank);
  }

  /** Operations whose place in the source is shown. */
  private int[] named(List<Consumer> consumers) {
    return IntStream.concat(
            IntStream.of(tensors.producer(index)), consumers.stream().mapToInt(Consumer::operation))
        .distinct()
        .toArray();
  }

  private void write(
      JsonWriter json,
      ReadOnlyDatabase database,
      List<Consumer> consumers,
      Map<Integer, String> sources) {
    int last = operations.size() - 1;
    TensorJson.fields(json, tensors, operations, index);
    json.field("firstOperation", last < 0 ? 0 : operations.id(0))
        .field("lastOperation", last < 0 ? 0 : operations.id(last));
    texts(json, database);
    json.optional("producerSource", sources.get(tensors.producer(index)));
    consumers(json, consumers, sources);
    places(json, database);
    comparisons(json, database);
    neighbours(json);
  }

  private void texts(JsonWriter json, ReadOnlyDatabase database) {
    database.forEach(
        "SELECT substr(memory_config, 1, 4000), device_id FROM tensors"
            + " WHERE tensor_id = ? AND rank = ? LIMIT 1",
        row -> {
          json.optional("memoryConfig", row.getString(1));
          json.optional("device", row.getString(2));
        },
        tensors.id(index),
        operations.rank());
  }

  private void consumers(JsonWriter json, List<Consumer> consumers, Map<Integer, String> sources) {
    json.objects(
        "consumers",
        consumers,
        consumer -> {
          int at = operations.indexOf(consumer.operation);
          json.field("id", consumer.operation)
              .field("input", consumer.input)
              .field("name", at < 0 ? "" : operations.name(at))
              .field("frees", at >= 0 && operations.frees(at));
          json.optional("source", sources.get(consumer.operation));
        });
  }

  private void places(JsonWriter json, ReadOnlyDatabase database) {
    RowObjects.write(
        json,
        "places",
        database,
        "SELECT device_id AS device, address FROM device_tensors WHERE tensor_id = ? AND rank = ?"
            + " ORDER BY device_id LIMIT "
            + MOST_DEVICES,
        tensors.id(index),
        operations.rank());
  }

  private void comparisons(JsonWriter json, ReadOnlyDatabase database) {
    String ofKind =
        "SELECT %d AS local, golden_tensor_id AS golden, matches, desired_pcc AS desired,"
            + " actual_pcc AS actual FROM %s_tensor_comparison_records"
            + " WHERE tensor_id = ?1 AND rank = ?2";
    RowObjects.write(
        json,
        "comparisons",
        database,
        ofKind.formatted(1, "local") + " UNION ALL " + ofKind.formatted(0, "global") + " LIMIT 20",
        tensors.id(index),
        operations.rank());
  }

  /** Others that stood at the same address of the same region: the same buffer, or its space. */
  private void neighbours(JsonWriter json) {
    json.name("sameAddress").beginArray();
    if (tensors.address(index) != TensorColumns.NONE) {
      IntStream.range(0, tensors.size())
          .filter(i -> i != index && tensors.address(i) == tensors.address(index))
          .filter(i -> tensors.region(i) == tensors.region(index))
          .boxed()
          .sorted(Comparator.comparingInt(this::distance))
          .limit(MOST_NEIGHBOURS)
          .sorted()
          .forEach(i -> json.object(() -> TensorJson.fields(json, tensors, operations, i)));
    }
    json.endArray();
  }

  private int distance(int other) {
    return Math.abs(tensors.first(other) - tensors.first(index));
  }
}
