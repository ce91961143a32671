package dev.tilescope.internal.cli;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.store.ImportSummary;
import dev.tilescope.internal.words.VisibleText;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What {@code tilescope import} says about an import. */
final class ImportText {
  private static final String DEVICES = "devices";

  private static final List<String> TOLD =
      List.of("operations", "tensors", "buffers", "edges", DEVICES, "errors");

  private static final int TOLD_PROBLEMS = 10;

  private ImportText() {}

  static void human(ImportSummary summary, double seconds, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%s: %d %s, %.1f MB in %.1f s%n",
        VisibleText.of(summary.database().toString()),
        summary.files(),
        summary.files() == 1 ? "report" : "reports",
        summary.bytes() / 1e6,
        seconds);
    for (String table : TOLD) {
      long count = table.equals(DEVICES) ? summary.devices() : summary.rowsOf(table);
      if (count > 0) {
        out.printf(Locale.ROOT, "  %,12d %s%n", count, table);
      }
    }
  }

  static void json(ImportSummary summary, double seconds, PrintWriter out) {
    try (JsonWriter json = JsonWriter.pretty(out)) {
      json.beginObject();
      json.name("database").value(summary.database().toString());
      json.name("files").value(summary.files());
      json.name("bytes").value(summary.bytes());
      json.name("seconds").value(seconds);
      json.name("rows").beginObject();
      for (Map.Entry<String, Long> table : summary.rows().entrySet()) {
        json.name(table.getKey()).value(table.getValue());
      }
      json.endObject();
      json.array("skipped", summary.skipped(), json::value);
      json.name("dropped").value(summary.dropped());
      json.array("problems", summary.problems(), json::value);
      json.endObject();
    }
    out.println();
  }

  static void warnings(ImportSummary summary, PrintWriter err) {
    for (String skipped : summary.skipped()) {
      err.println("warning: left out: " + VisibleText.of(skipped));
    }
    summary.problems().stream()
        .limit(TOLD_PROBLEMS)
        .forEach(problem -> err.println("warning: " + VisibleText.of(problem)));
    if (summary.dropped() > 0) {
      err.printf(
          Locale.ROOT,
          "warning: %,d %s left out, see report_metadata.tilescope_dropped%n",
          summary.dropped(),
          summary.dropped() == 1 ? "part was" : "parts were");
    }
    err.flush();
  }
}
