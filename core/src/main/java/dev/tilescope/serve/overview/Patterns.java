package dev.tilescope.serve.overview;

import dev.tilescope.analysis.Repeats;
import dev.tilescope.json.JsonWriter;
import dev.tilescope.serve.Answer;
import dev.tilescope.serve.OpenReport;
import dev.tilescope.serve.OperationColumns;
import dev.tilescope.serve.Request;
import dev.tilescope.serve.TensorColumns;
import dev.tilescope.serve.operations.Layers;
import java.util.Comparator;
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
    return Answer.json(json -> {
      json.beginObject();
      patterns.layers(json);
      patterns.tensors(json);
      json.endObject();
    });
  }

  /** The largest ones that a list folds, in the order of the run. */
  private void layers(JsonWriter json) {
    Layers.Found found = Layers.of(report, operations, true);
    json.name("layers").beginArray();
    found.folded().stream()
        .filter(run -> run.period() > 1)
        .sorted(
            Comparator.comparingInt((Repeats.Run run) -> run.period() * run.copies()).reversed())
        .limit(MOST_LAYERS)
        .sorted(Comparator.comparingInt(Repeats.Run::from))
        .forEach(run -> layer(json, found, run));
    json.endArray();
  }

  private void layer(JsonWriter json, Layers.Found found, Repeats.Run run) {
    int size = run.period() * run.copies();
    long nanos =
        IntStream.range(run.from(), run.from() + size)
            .mapToLong(i -> Math.max(0, operations.nanos(found.shown()[i])))
            .sum();
    int first = operations.id(found.shown()[run.from()]);
    json.beginObject()
        .field("id", first)
        .field("token", first + "x" + run.period())
        .field("copies", run.copies())
        .field("period", run.period())
        .field("nanos", nanos);
    json.name("names")
        .strings(
            IntStream.range(run.from(), run.from() + run.period())
                .map(i -> found.shown()[i])
                .filter(i -> !operations.frees(i))
                .mapToObj(operations::name)
                .distinct()
                .limit(5)
                .toList());
    json.endObject();
  }

  private void tensors(JsonWriter json) {
    TensorColumns tensors = TensorColumns.of(report, operations.rank());
    long wasted = 0;
    int late = 0;
    int fanOut = 0;
    int kept = 0;
    int unused = 0;
    for (int i = 0; i < tensors.size(); i++) {
      wasted += tensors.wasted(i);
      late += tensors.late(i) > 0 ? 1 : 0;
      fanOut += tensors.uses(i) > TensorList.HIGH_FAN_OUT ? 1 : 0;
      kept += tensors.neverFreed(i) ? 1 : 0;
      unused += tensors.uses(i) == 0 ? 1 : 0;
    }
    Map<String, Long> counts =
        Map.of(
            "all", (long) tensors.size(),
            "late", (long) late,
            "wasted", wasted,
            "fanOut", (long) fanOut,
            "neverFreed", (long) kept,
            "neverUsed", (long) unused);
    json.name("tensors").beginObject();
    counts.forEach(json::field);
    json.endObject();
  }
}
