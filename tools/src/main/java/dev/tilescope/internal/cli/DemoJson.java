package dev.tilescope.internal.cli;

import dev.tilescope.analysis.OperationNumbers;
import dev.tilescope.analysis.TopOperations;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.ModelledTime;
import dev.tilescope.device.TimeBands;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.words.PeaksText;
import dev.tilescope.model.Report;
import java.io.PrintWriter;
import java.nio.file.Path;

/** What a demo prints, as JSON. */
final class DemoJson {
  private DemoJson() {}

  static void print(PrintWriter out, MeshDevice device, String title, Report report, Path file) {
    ModelledTime time = DiffNumbers.modelled(report);
    try (JsonWriter json = JsonWriter.pretty(out)) {
      json.beginObject()
          .field("model", title)
          .field("board", device.board().name())
          .field("report", file.toString())
          .field("operations", OperationNumbers.of(report.trace()).count())
          .field("nodes", report.trace().size())
          .field("host_nanos", report.metadata().totalDurationNanos())
          .field("modelled_nanos", device.modelledNanos())
          .field("modelled_low_nanos", time.lowNanos())
          .field("modelled_high_nanos", time.highNanos())
          .field("ideal_nanos", device.idealNanos())
          .field("floating_point_operations", device.floatingPointOperations());
      PeaksText.of(report).write(json.name("peaks"));
      top(report, json);
      json.endObject();
    }
    out.println();
    out.flush();
  }

  private static void top(Report report, JsonWriter json) {
    TimeBands bands = TimeBands.of(report.devices());
    json.name("top_operations").beginArray();
    TopOperations.of(report.trace())
        .byName()
        .forEach(total -> {
          ModelledTime time = bands.time(total.modelledNanos());
          json.beginObject()
              .field("name", total.name())
              .field("calls", total.calls())
              .field("host_nanos", total.hostNanos())
              .field("modelled_nanos", time.nanos())
              .field("modelled_low_nanos", time.lowNanos())
              .field("modelled_high_nanos", time.highNanos())
              .endObject();
        });
    json.endArray();
  }
}
