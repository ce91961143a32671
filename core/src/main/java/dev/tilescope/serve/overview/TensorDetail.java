package dev.tilescope.serve.overview;

import dev.tilescope.json.JsonWriter;
import dev.tilescope.serve.Answer;
import dev.tilescope.serve.OpenReport;
import dev.tilescope.serve.OperationColumns;
import dev.tilescope.serve.Refusal;
import dev.tilescope.serve.Request;
import dev.tilescope.serve.StackLines;
import dev.tilescope.serve.TensorColumns;
import dev.tilescope.store.ReadOnlyDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** {@code tensor?id=}: everything on one tensor. */
final class TensorDetail {
  private static final int MOST_CONSUMERS = 500;
  private static final int MOST_DEVICES = 256;
  private static final int MOST_NEIGHBOURS = 12;

  /** Who takes it, as which input. */
  private record Consumer(int operation, int input) {}

  /** Where it lies on one device. */
  private record Place(int device, long address) {}

  /** What a comparison with a golden tensor said. */
  private record Comparison(
      boolean local, long golden, boolean matches, double desiredPcc, double actualPcc) {}

  /** What the database has and columns do not. */
  private record Rest(
      @Nullable String memoryConfig,
      @Nullable String device,
      List<Consumer> consumers,
      List<Place> places,
      List<Comparison> comparisons) {}

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
    Rest rest = report.ask(database -> read(database, id, operations.rank()));
    TensorDetail detail = new TensorDetail(operations, tensors, index);
    Map<Integer, String> sources = StackLines.of(report, operations.rank(), detail.named(rest));
    return Answer.json(json -> detail.write(json, rest, sources));
  }

  private static Rest read(ReadOnlyDatabase database, long id, int rank) {
    List<String[]> texts =
        database.list(
            "SELECT substr(memory_config, 1, 4000), device_id FROM tensors"
                + " WHERE tensor_id = ? AND rank = ? LIMIT 1",
            row -> new String[] {row.getString(1), row.getString(2)},
            id,
            rank);
    return new Rest(
        texts.isEmpty() ? null : texts.getFirst()[0],
        texts.isEmpty() ? null : texts.getFirst()[1],
        consumers(database, id, rank),
        database.list(
            "SELECT device_id, address FROM device_tensors WHERE tensor_id = ? AND rank = ?"
                + " ORDER BY device_id LIMIT "
                + MOST_DEVICES,
            row -> new Place(row.getInt(1), row.getLong(2)),
            id,
            rank),
        comparisons(database, id, rank));
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

  private static List<Comparison> comparisons(ReadOnlyDatabase database, long id, int rank) {
    List<Comparison> found = new ArrayList<>();
    for (boolean local : new boolean[] {true, false}) {
      database.forEach(
          "SELECT golden_tensor_id, matches, desired_pcc, actual_pcc FROM "
              + (local ? "local" : "global")
              + "_tensor_comparison_records WHERE tensor_id = ? AND rank = ? LIMIT 10",
          row ->
              found.add(
                  new Comparison(
                      local,
                      row.getLong(1),
                      row.getInt(2) != 0,
                      row.getDouble(3),
                      row.getDouble(4))),
          id,
          rank);
    }
    return found;
  }

  /** Operations whose place in the source is shown. */
  private int[] named(Rest rest) {
    return IntStream.concat(
            IntStream.of(tensors.producer(index)),
            rest.consumers.stream().mapToInt(Consumer::operation))
        .distinct()
        .toArray();
  }

  private void write(JsonWriter json, Rest rest, Map<Integer, String> sources) {
    int last = operations.size() - 1;
    json.beginObject();
    TensorJson.fields(json, tensors, operations, index);
    json.field("firstOperation", last < 0 ? 0 : operations.id(0))
        .field("lastOperation", last < 0 ? 0 : operations.id(last));
    if (rest.memoryConfig != null) {
      json.field("memoryConfig", rest.memoryConfig);
    }
    if (rest.device != null) {
      json.field("device", rest.device);
    }
    String source = sources.get(tensors.producer(index));
    if (source != null) {
      json.field("producerSource", source);
    }
    consumers(json, rest.consumers, sources);
    places(json, rest.places);
    comparisons(json, rest.comparisons);
    neighbours(json);
    json.endObject();
  }

  private void consumers(JsonWriter json, List<Consumer> consumers, Map<Integer, String> sources) {
    json.name("consumers").beginArray();
    for (Consumer consumer : consumers) {
      int at = operations.indexOf(consumer.operation);
      json.beginObject()
          .field("id", consumer.operation)
          .field("input", consumer.input)
          .field("name", at < 0 ? "" : operations.name(at))
          .field("frees", at >= 0 && operations.frees(at));
      String source = sources.get(consumer.operation);
      if (source != null) {
        json.field("source", source);
      }
      json.endObject();
    }
    json.endArray();
  }

  private static void places(JsonWriter json, List<Place> places) {
    json.name("places").beginArray();
    for (Place place : places) {
      json.beginObject().field("device", place.device).field("address", place.address).endObject();
    }
    json.endArray();
  }

  private static void comparisons(JsonWriter json, List<Comparison> comparisons) {
    json.name("comparisons").beginArray();
    for (Comparison comparison : comparisons) {
      json.beginObject()
          .field("local", comparison.local)
          .field("golden", comparison.golden)
          .field("matches", comparison.matches)
          .field("desired", comparison.desiredPcc)
          .field("actual", comparison.actualPcc)
          .endObject();
    }
    json.endArray();
  }

  /** Others that stood at the same address of the same region: the same buffer, or its space. */
  private void neighbours(JsonWriter json) {
    json.name("sameAddress").beginArray();
    if (tensors.address(index) != TensorColumns.NONE) {
      IntStream.range(0, tensors.size())
          .filter(i -> i != index && tensors.address(i) == tensors.address(index))
          .filter(i -> tensors.region(i) == tensors.region(index))
          .boxed()
          .sorted(java.util.Comparator.comparingInt(this::distance))
          .limit(MOST_NEIGHBOURS)
          .sorted()
          .forEach(i -> {
            json.beginObject();
            TensorJson.fields(json, tensors, operations, i);
            json.endObject();
          });
    }
    json.endArray();
  }

  private int distance(int other) {
    return Math.abs(tensors.first(other) - tensors.first(index));
  }
}
