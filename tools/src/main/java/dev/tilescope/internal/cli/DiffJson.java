package dev.tilescope.internal.cli;

import dev.tilescope.analysis.Layers.Group;
import dev.tilescope.analysis.OperationNumbers;
import dev.tilescope.device.ModelledTime;
import dev.tilescope.device.TimeBands;
import dev.tilescope.diff.Limit.Exceeded;
import dev.tilescope.diff.Measures;
import dev.tilescope.diff.ReportDiff;
import dev.tilescope.diff.ReportDiff.Change;
import dev.tilescope.diff.ReportDiff.Changed;
import dev.tilescope.diff.ReportDiff.DeviceTotals;
import dev.tilescope.diff.ReportDiff.Pair;
import dev.tilescope.diff.ReportDiff.TensorForm;
import dev.tilescope.diff.ReportDiff.Totals;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.times.TimeDiff;
import dev.tilescope.internal.times.TimesJson;
import java.io.Writer;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A diff as one JSON object.
 *
 * <pre>
 * {same, before: totals, after: totals, removed: [operation], added: [operation],
 *  changed: [{before: operation, after: operation, changes: [change]}],
 *  pairs: [{before: measured, after: measured}], exceeded: [{limit, where, before, after}],
 *  performance: what TimesJson writes, if both have performance CSVs}
 * of CSVs alone it is that, with exceeded and
 *  pairs: [{name, rows_before, rows_after, confidence, link}]
 * operation --> {operation_id, counter, path}; the id is its number, 0 for a helper's call
 * change --> {kind: argument | inputs | outputs | memory | inside, ...}
 * </pre>
 */
final class DiffJson {
  private final JsonWriter json;
  private final DiffNumbers numbers;

  private DiffJson(JsonWriter json, DiffNumbers numbers) {
    this.json = json;
    this.numbers = numbers;
  }

  /**
   * @param times of the runs in which the reports were made, or null
   */
  static void of(
      ReportDiff diff,
      DiffNumbers numbers,
      @Nullable TimeDiff times,
      List<Exceeded> exceeded,
      Writer out) {
    try (JsonWriter json = JsonWriter.pretty(out)) {
      new DiffJson(json, numbers).write(diff, times, exceeded);
    }
  }

  /** Of performance CSVs alone. */
  static void ofTimes(TimeDiff times, List<Exceeded> exceeded, Writer out) {
    try (JsonWriter json = JsonWriter.pretty(out)) {
      json.beginObject();
      TimesJson.write(times, json);
      TimesJson.writePairs(times, json);
      json.array("exceeded", exceeded, e -> exceeded(json, e)).endObject();
    }
  }

  private void write(ReportDiff diff, @Nullable TimeDiff times, List<Exceeded> exceeded) {
    json.beginObject().field("same", diff.isSame());
    json.name("before");
    totals(diff.before(), numbers.timeBefore());
    json.name("after");
    totals(diff.after(), numbers.timeAfter());
    array("removed", diff.removed(), o -> operation(o, numbers.before()));
    array("added", diff.added(), o -> operation(o, numbers.after()));
    array("changed", diff.changed(), this::changed);
    array("pairs", diff.pairs(), this::pair);
    json.name("in_layers").beginArray();
    inLayers("removed", diff.byLayer().removed(), o -> o, numbers.before());
    inLayers("added", diff.byLayer().added(), o -> o, numbers.after());
    inLayers("changed", diff.byLayer().changed(), Changed::after, numbers.after());
    json.endArray();
    if (times != null) {
      json.name("performance").beginObject();
      TimesJson.write(times, json);
      json.endObject();
    }
    array("exceeded", exceeded, e -> exceeded(json, e));
    json.endObject();
  }

  /** Only what happened in several equal layers: the rest is told above. */
  private <T> void inLayers(
      String kind,
      List<Group<T>> groups,
      Function<T, Operation> call,
      OperationNumbers itsNumbers) {
    for (Group<T> group : groups) {
      if (group.things().size() > 1) {
        List<Operation> calls = group.things().stream().map(call).toList();
        json.beginObject()
            .field("kind", kind)
            .field("layers", group.layers())
            .name("path")
            .strings(calls.getFirst().path());
        array("operation_ids", calls, o -> json.value(itsNumbers.of(o)));
        array("counters", calls, o -> json.value(o.start().counter()));
        json.endObject();
      }
    }
  }

  private interface Element<T> {
    void write(T value);
  }

  private <T> void array(String name, List<T> values, Element<T> element) {
    json.array(name, values, element::write);
  }

  private void totals(Totals totals, ModelledTime time) {
    json.beginObject()
        .field("operations", totals.operations())
        .field("all_operations", totals.allOperations())
        .field("host_nanos", totals.hostNanos())
        .field("modelled_nanos", totals.deviceNanos())
        .field("modelled_low_nanos", time.lowNanos())
        .field("modelled_high_nanos", time.highNanos());
    array("devices", totals.devices(), this::device);
    json.endObject();
  }

  private void device(DeviceTotals device) {
    json.beginObject()
        .field("device_id", device.deviceId())
        .field("l1_bytes_per_core", device.memory().l1BytesPerCore())
        .field("l1_headroom_bytes", device.memory().l1HeadroomBytes())
        .field("dram_bytes_per_bank", device.memory().dramBytesPerBank())
        .object(
            "as_ttnn_counts",
            () ->
                json.field("peak_l1_bytes", device.peakL1Bytes())
                    .field("peak_dram_bytes", device.peakDramBytes()))
        .endObject();
  }

  private void operation(Operation operation, OperationNumbers itsNumbers) {
    json.beginObject()
        .field("operation_id", itsNumbers.of(operation))
        .field("counter", operation.start().counter())
        .name("path")
        .strings(operation.path())
        .endObject();
  }

  private void changed(Changed changed) {
    json.beginObject().name("before");
    operation(changed.before(), numbers.before());
    json.name("after");
    operation(changed.after(), numbers.after());
    array("changes", changed.changes(), this::change);
    json.endObject();
  }

  private void change(Change change) {
    json.beginObject();
    switch (change) {
      case Change.Argument a -> {
        json.field("kind", "argument").field("index", a.index());
        text("before", a.before());
        text("after", a.after());
      }
      case Change.Inputs i -> forms("inputs", i.before(), i.after());
      case Change.Outputs o -> forms("outputs", o.before(), o.after());
      case Change.Memory m -> {
        json.field("kind", "memory");
        measures("before", m.before(), numbers.bandsBefore());
        measures("after", m.after(), numbers.bandsAfter());
      }
      case Change.Inside _ -> json.field("kind", "inside");
    }
    json.endObject();
  }

  private void forms(String kind, List<TensorForm> before, List<TensorForm> after) {
    json.field("kind", kind);
    json.name("before").strings(before.stream().map(TensorForm::toString).toList());
    json.name("after").strings(after.stream().map(TensorForm::toString).toList());
  }

  private void text(String name, @Nullable String value) {
    json.name(name);
    if (value == null) {
      json.nullValue();
    } else {
      json.value(value);
    }
  }

  private void pair(Pair pair) {
    json.beginObject()
        .field("name", pair.after().name())
        .field("operation_id_before", numbers.before().of(pair.before()))
        .field("operation_id_after", numbers.after().of(pair.after()))
        .field("counter_before", pair.before().start().counter())
        .field("counter_after", pair.after().start().counter());
    measures("before", pair.measuresBefore(), numbers.bandsBefore());
    measures("after", pair.measuresAfter(), numbers.bandsAfter());
    json.endObject();
  }

  private void measures(String name, Measures measures, TimeBands bands) {
    ModelledTime time = bands.time(measures.modelledNanos());
    json.name(name)
        .beginObject()
        .field("l1_bytes", measures.l1Bytes())
        .field("dram_bytes", measures.dramBytes())
        .field("buffers", measures.buffers())
        .field("program_bytes", measures.programBytes())
        .field("host_nanos", measures.hostNanos())
        .field("modelled_nanos", time.nanos())
        .field("modelled_low_nanos", time.lowNanos())
        .field("modelled_high_nanos", time.highNanos())
        .endObject();
  }

  static void exceeded(JsonWriter json, Exceeded exceeded) {
    json.beginObject()
        .field("limit", exceeded.limit().text())
        .field("where", exceeded.reading().where())
        .field("before", exceeded.reading().before())
        .field("after", exceeded.reading().after())
        .endObject();
  }
}
