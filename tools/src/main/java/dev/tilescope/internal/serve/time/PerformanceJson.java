package dev.tilescope.internal.serve.time;

import dev.tilescope.device.ModelledTime;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.perf.Fidelity;
import dev.tilescope.internal.perf.MatmulAdvice;
import dev.tilescope.internal.perf.ModelledBand;
import dev.tilescope.internal.perf.PerfOperation;
import dev.tilescope.internal.perf.PerfRow;
import dev.tilescope.internal.perf.PerfTensor;
import dev.tilescope.internal.perf.StackedReport;
import dev.tilescope.internal.serve.data.ModelledJson;
import dev.tilescope.internal.serve.data.Words;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Lines and sums of a performance report, for the page. What a file does not say is left out. */
final class PerformanceJson {
  private static final int MAX_NAME = 300;
  private static final int MAX_ATTRIBUTES = 20_000;

  private PerformanceJson() {}

  static void row(JsonWriter json, PerfOperation operation) {
    PerfRow row = operation.row();
    json.field("id", row.id())
        .field("kind", kind(operation))
        .field("bound", operation.bound().toString())
        .field("name", Words.cut(operation.name(), MAX_NAME))
        .field("raw", Words.cut(row.opCode(), MAX_NAME))
        .field("category", operation.category().toString())
        .field("fidelity", Words.cut(operation.fidelity(), MAX_NAME));
    number(json, "total", operation.totalPercent());
    json.optional("device", row.device());
    number(json, "time", operation.timeMicros());
    band(json, List.of(row), operation.timeMicros());
    number(json, "gap", operation.gapMicros());
    json.optional("cores", operation.cores());
    number(json, "dram", operation.dramGigabytes());
    number(json, "dramPercent", operation.dramPercent());
    number(json, "flops", operation.teraflops());
    number(json, "flopsPercent", operation.flopsPercent());
    number(json, "call", row.globalCallCount());
    json.optional("innerBlock", operation.innerBlockTiles());
    json.optional("subblockH", operation.subblockHeightTiles());
    json.optional("subblockW", operation.subblockWidthTiles());
    text(json, "in0Type", row.input0().dataType());
    text(json, "in1Type", row.input1().dataType());
    text(json, "outType", row.output0().dataType());
    text(json, "in0Memory", row.input0().memory());
    json.field("dramSharded", operation.isDramSharded());
    text(json, "verdict", verdict(operation));
    json.field("advice", MatmulAdvice.of(operation).size());
  }

  /** What a board may take for what is modelled, as other times of the page have it. */
  static void band(JsonWriter json, List<PerfRow> rows, double micros) {
    ModelledBand band = ModelledBand.of(rows);
    if (band != null && micros > 0) {
      ModelledJson.write(
          json,
          new ModelledTime(
              Math.round(micros * 1e3),
              Math.round(micros * 1e3 * band.low()),
              Math.round(micros * 1e3 * band.high())));
    }
  }

  static String kind(PerfOperation operation) {
    return operation.isSignpost() ? "signpost" : operation.isHost() ? "host" : "device";
  }

  /** Only of operations whose fidelity is judged. */
  private static @Nullable String verdict(PerfOperation operation) {
    boolean judged = operation.isMatmul() || operation.name().contains("OptimizedConvNew");
    return judged && operation.row().mathFidelity() != null
        ? Fidelity.of(operation).verdict().name().toLowerCase(Locale.ROOT)
        : null;
  }

  /** What a row's own view has beyond the table. */
  static void details(JsonWriter json, PerfOperation operation) {
    PerfRow row = operation.row();
    json.object("row", () -> row(json, operation));
    json.name("advice").strings(MatmulAdvice.of(operation));
    json.field("attributes", Words.cut(row.attributes(), MAX_ATTRIBUTES));
    json.name("tensors").beginArray();
    tensor(json, "Input 0", row.input0());
    tensor(json, "Input 1", row.input1());
    tensor(json, "Output 0", row.output0());
    json.endArray();
  }

  private static void tensor(JsonWriter json, String name, PerfTensor tensor) {
    if (Double.isNaN(tensor.x()) && tensor.memory() == null) {
      return;
    }
    json.beginObject().field("name", name).name("shape").beginArray();
    for (double side : new double[] {tensor.w(), tensor.z(), tensor.y(), tensor.x()}) {
      if (Double.isNaN(side)) {
        json.nullValue();
      } else {
        json.value(Math.round(side));
      }
    }
    json.endArray();
    text(json, "type", tensor.dataType());
    text(json, "memory", tensor.memory());
    json.endObject();
  }

  static void group(JsonWriter json, StackedReport.Group group) {
    json.field("name", Words.cut(group.name(), MAX_NAME))
        .field("percent", group.percent())
        .field("time", group.timeMicros())
        .field("count", group.count())
        .field("category", group.category().toString());
    json.optional("device", group.device());
    number(json, "flopsMin", group.flopsMin());
    number(json, "flopsMax", group.flopsMax());
    number(json, "flopsMean", group.flopsMean());
    number(json, "flopsDeviation", group.flopsDeviation());
    number(json, "flopsWeightedMean", group.flopsWeightedMean());
  }

  /** Operations as columns, for charts: short, since there may be thousands. */
  static void columns(JsonWriter json, List<PerfOperation> operations) {
    json.name("rows").beginArray();
    for (PerfOperation operation : operations) {
      json.beginArray().value(operation.row().id()).value(Words.cut(kindName(operation), 60));
      rounded(json, operation.timeMicros());
      rounded(json, operation.gapMicros());
      Integer cores = operation.cores();
      rounded(json, cores == null ? Double.NaN : cores);
      rounded(json, operation.dramPercent());
      rounded(json, operation.flopsPercent());
      json.endArray();
    }
    json.endArray();
  }

  private static void rounded(JsonWriter json, double number) {
    if (Double.isFinite(number)) {
      json.value(Math.round(number * 1000) / 1000.0);
    } else {
      json.nullValue();
    }
  }

  private static void number(JsonWriter json, String name, double number) {
    if (Double.isFinite(number)) {
      json.field(name, number);
    }
  }

  private static void text(JsonWriter json, String name, @Nullable String text) {
    if (text != null) {
      json.field(name, Words.cut(text, MAX_NAME));
    }
  }

  /** The name without size and configuration. */
  private static String kindName(PerfOperation operation) {
    String name = operation.name().strip();
    int space = name.indexOf(' ');
    return space < 0 ? name : name.substring(0, space);
  }
}
