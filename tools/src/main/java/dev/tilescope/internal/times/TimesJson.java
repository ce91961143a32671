package dev.tilescope.internal.times;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.perf.ModelledBand;
import dev.tilescope.internal.times.TimeDiff.Pair;
import java.util.List;

/**
 * What became slower or faster, as one JSON object.
 *
 * <pre>
 * {before: side, after: side, total: change, slower: [pair], faster: [pair], alike: n,
 *  removed: [operation], added: [operation]}
 * side --> {files, operations, run_nanos: [...], band_low, band_high}; the band of modelled times
 * change --> {before_nanos, after_nanos, change_nanos, change_percent, noise_nanos,
 *             larger_than_noise}; the noise if it is known
 * pair --> a change with {name, row_before, row_after, confidence, link, causes}
 * </pre>
 */
public final class TimesJson {
  private final JsonWriter json;

  private TimesJson(JsonWriter json) {
    this.json = json;
  }

  /** Writes the fields into an object that is open. */
  public static void write(TimeDiff diff, JsonWriter json) {
    new TimesJson(json).write(diff);
  }

  /** All pairs, also those that took as long, as the field {@code pairs}. */
  public static void writePairs(TimeDiff diff, JsonWriter json) {
    new TimesJson(json).pairs(diff.pairs());
  }

  private void pairs(List<Pair> pairs) {
    json.array(
        "pairs",
        pairs,
        pair -> {
          json.beginObject().field("name", pair.after().ran().name());
          json.array("rows_before", pair.before().rows(), json::value);
          json.array("rows_after", pair.after().rows(), json::value);
          json.field("confidence", pair.confidence()).field("link", pair.link().reason());
          json.endObject();
        });
  }

  private void write(TimeDiff diff) {
    json.name("before");
    side(diff.before());
    json.name("after");
    side(diff.after());
    json.name("total").beginObject();
    change(diff.total());
    json.endObject();
    List<Pair> slower = diff.slower();
    List<Pair> faster = diff.faster();
    json.array("slower", slower, this::pair);
    json.array("faster", faster, this::pair);
    json.field("alike", diff.pairs().size() - slower.size() - faster.size());
    json.array("removed", diff.removed(), this::call);
    json.array("added", diff.added(), this::call);
  }

  private void side(SideTimes side) {
    json.beginObject()
        .name("files")
        .strings(side.runs().stream().map(run -> run.file().toString()).toList())
        .field("operations", side.calls().size());
    json.array("run_nanos", side.total().nanos(), json::value);
    ModelledBand band = side.runs().getFirst().band();
    if (band != null) {
      json.field("band_low", band.low()).field("band_high", band.high());
    }
    json.endObject();
  }

  private void change(Change change) {
    json.field("before_nanos", change.before().median())
        .field("after_nanos", change.after().median())
        .field("change_nanos", change.nanos());
    if (Double.isFinite(change.percent())) {
      json.field("change_percent", change.percent());
    }
    if (change.isNoiseKnown()) {
      json.field("noise_nanos", change.noiseNanos())
          .field("larger_than_noise", change.isLargerThanNoise());
    }
  }

  private void pair(Pair pair) {
    json.beginObject()
        .field("name", pair.after().ran().name())
        .field("row_before", pair.before().row().id())
        .field("row_after", pair.after().row().id());
    change(pair.change());
    json.field("confidence", pair.confidence());
    json.field("link", pair.link().reason()).name("causes").strings(pair.causes()).endObject();
  }

  private void call(TimedCall call) {
    json.beginObject().field("name", call.ran().name()).field("row", call.row().id());
    double median = call.nanos().median();
    if (!Double.isNaN(median)) {
      json.field("nanos", median);
    }
    json.endObject();
  }
}
