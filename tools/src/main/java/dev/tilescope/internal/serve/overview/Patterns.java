package dev.tilescope.internal.serve.overview;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.tilescope.analysis.Layers;
import dev.tilescope.analysis.Layers.Section;
import dev.tilescope.device.ModelledTime;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.CostColumns;
import dev.tilescope.internal.serve.data.ModelledJson;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.data.TensorColumns;
import dev.tilescope.internal.serve.graph.FlowColumns;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Request;
import dev.tilescope.internal.serve.overview.TensorList.Only;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * {@code overview-patterns}: repeated layers, and tensors worth a look. All tensors have to be read
 * for it, so the rest of the overview does not wait for this.
 */
final class Patterns {
  private static final int MOST_LAYERS = 6;

  private final OpenReport report;
  private final OperationColumns operations;

  private Patterns(OpenReport report, OperationColumns operations) {
    this.report = report;
    this.operations = operations;
  }

  static Answer answer(OpenReport report, Request request) {
    Patterns patterns = new Patterns(report, OperationColumns.of(report, request));
    return Answer.object(json -> {
      patterns.setUp(json);
      patterns.layers(json);
      patterns.tensors(json);
    });
  }

  /** What it took to make or bring in weights and inputs, apart from what the model took. */
  private void setUp(JsonWriter json) {
    CostColumns costs = CostColumns.of(report, operations);
    BitSet bringing = new BitSet();
    FlowColumns.of(report, operations.rank()).layers().sections().stream()
        .filter(section -> section.kind() == Layers.Kind.SET_UP)
        .forEach(section -> bringing.set(section.from(), section.to()));
    json.name("setUp").beginObject();
    json.field("operations", bringing.cardinality());
    json.field(
        "hostNanos", bringing.stream().mapToLong(i -> Math.max(0, operations.nanos(i))).sum());
    ModelledJson.write(
        json,
        bringing.stream().mapToObj(costs::modelled).reduce(ModelledTime.NONE, ModelledTime::plus));
    json.endObject();
  }

  /** Those that hold most operations, in the order of the run; equal ones are one. */
  private void layers(JsonWriter json) {
    Map<Integer, List<Section>> equal =
        FlowColumns.of(report, operations.rank()).layers().sections().stream()
            .filter(section -> section.kind() == Layers.Kind.LAYERS)
            .collect(groupingBy(Section::block, LinkedHashMap::new, toList()));
    json.name("layers").beginArray();
    equal.values().stream()
        .sorted(Comparator.comparingInt(Patterns::size).reversed())
        .limit(MOST_LAYERS)
        .sorted(Comparator.comparingInt(list -> list.getFirst().from()))
        .forEach(list -> layer(json, list));
    json.endArray();
  }

  private static int size(List<Section> equal) {
    return equal.stream().mapToInt(section -> section.to() - section.from()).sum();
  }

  private void layer(JsonWriter json, List<Section> equal) {
    Section first = equal.getFirst();
    int id = operations.id(first.from());
    long nanos =
        equal.stream()
            .flatMapToInt(section -> IntStream.range(section.from(), section.to()))
            .mapToLong(i -> Math.max(0, operations.nanos(i)))
            .sum();
    json.beginObject()
        .field("id", id)
        .field("token", id + "x" + first.period())
        .field("name", first.name())
        .field("copies", equal.stream().mapToInt(Section::copies).sum())
        .field("stretches", equal.size())
        .field("period", first.period())
        .field("operations", size(equal))
        .field("nanos", nanos);
    json.name("names")
        .strings(
            IntStream.range(first.from(), first.starts()[1])
                .filter(i -> !operations.frees(i))
                .mapToObj(operations::name)
                .distinct()
                .limit(5)
                .toList());
    json.endObject();
  }

  private void tensors(JsonWriter json) {
    TensorColumns tensors = TensorColumns.of(report, operations.rank());
    TensorList list = new TensorList(operations, tensors);
    Map<String, Long> counts =
        Map.of(
            "all", list.count(Only.ALL),
            "late", list.count(Only.LATE),
            "wasted", IntStream.range(0, tensors.size()).mapToLong(tensors::wasted).sum(),
            "fanOut", list.count(Only.FAN_OUT),
            "neverFreed", list.count(Only.NEVER_FREED),
            "neverUsed", list.count(Only.NEVER_USED));
    json.object("tensors", () -> counts.forEach(json::field));
  }
}
