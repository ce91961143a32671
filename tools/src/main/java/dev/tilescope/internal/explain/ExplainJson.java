package dev.tilescope.internal.explain;

import dev.tilescope.internal.explain.Explanation.Share;
import dev.tilescope.internal.json.JsonWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An explanation as JSON: of the command line and of the page. */
public final class ExplainJson {
  private ExplainJson() {}

  /** The fields of an object that is open. */
  public static void write(Explanation explanation, JsonWriter json) {
    Explanation.Totals totals = explanation.totals();
    json.field("programs", totals.works())
        .field("device_nanos", Math.round(totals.deviceNanos()))
        .field("gap_nanos", Math.round(totals.gapNanos()))
        .field("modelled", totals.isModelled())
        .field("arch", totals.arch())
        .field("cores", totals.cores());
    json.array("time", explanation.time(), share -> share(share, json));
    json.array("findings", explanation.findings(), finding -> finding(finding, json));
    json.name("memory").strings(explanation.memory());
    json.array("missing", explanation.losses(), loss -> loss(loss, json));
  }

  private static void share(Share share, JsonWriter json) {
    json.beginObject()
        .field("name", share.name())
        .field("calls", share.calls())
        .field("nanos", Math.round(share.nanos()));
    json.optional("dram_percent", known(share.dramPercent()));
    json.optional("flops_percent", known(share.flopsPercent()));
    json.endObject();
  }

  private static void finding(Finding finding, JsonWriter json) {
    json.beginObject()
        .field("topic", finding.topic().key())
        .field("title", finding.topic().words())
        .field("what", finding.what())
        .field("try", finding.advice())
        .field("stake", finding.stake())
        .field("times", finding.times());
    switch (finding) {
      case Finding.OfTime time ->
          json.field("cost_nanos", Math.round(time.costNanos()))
              .field("saved_nanos", Math.round(time.savedNanos()))
              .field("saved_low_nanos", Math.round(time.lowNanos()))
              .field("saved_high_nanos", Math.round(time.highNanos()));
      case Finding.OfMemory memory ->
          json.field("memory", memory.memory())
              .field("saved_bytes", memory.savedBytes())
              .field("peak_bytes", memory.peakBytes());
    }
    places(finding.places(), json);
    json.endObject();
  }

  private static void places(List<Place> places, JsonWriter json) {
    json.array(
        "places",
        places,
        place -> {
          json.beginObject();
          json.optional("row", known(place.row(), 1));
          json.optional("operation_id", known(place.operation(), 1));
          json.optional("node", known(place.node(), 0));
          json.field("name", place.name()).field("source", place.source()).endObject();
        });
  }

  private static @Nullable Integer known(int number, int least) {
    return number < least ? null : Integer.valueOf(number);
  }

  private static @Nullable Double known(double percent) {
    return Double.isNaN(percent) ? null : Double.valueOf(percent);
  }

  private static void loss(Loss loss, JsonWriter json) {
    json.beginObject()
        .field("where", loss.where())
        .field("missing", loss.missing())
        .field("touches", loss.touches())
        .field("damage", loss.isDamage())
        .endObject();
  }
}
