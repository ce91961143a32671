package dev.tilescope.internal.cli;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.words.VisibleText;
import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;

/** The answers of {@code tilescope trace-region}: a table, YAML, JSON. */
final class TraceRegionText {
  private final double margin;
  private final Writer out;

  TraceRegionText(double margin, Writer out) {
    this.margin = margin;
    this.out = out;
  }

  void table(List<TraceRegion> regions) throws IOException {
    out.append(
        row("model", "board", "batch", "traces", "operations", "bytes", "trace_region_size"));
    for (TraceRegion region : regions) {
      out.append(
          row(
              VisibleText.of(region.model()),
              VisibleText.of(region.place()),
              region.batch() == null ? "its own" : region.batch().toString(),
              number(region.traces()),
              number(region.operations()),
              number(region.bytes()),
              number(region.suggestedBytes(margin))));
    }
    out.append(
        String.format(
            Locale.ROOT,
            "%nBytes are modelled, of all traces live at once on each device. Boards may need 1.5 times as"
                + " much, or as little%nas two thirds; trace_region_size is %.4g times the bytes, in"
                + " whole 100,000.%n",
            margin));
  }

  private static String row(String... cells) {
    return String.format(Locale.ROOT, "%-16s  %-14s  %8s  %6s  %10s  %14s  %17s", (Object[]) cells)
            .stripTrailing()
        + "\n";
  }

  private static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** The largest batch decides: the list has one size for each board. */
  void yaml(List<TraceRegion> regions) throws IOException {
    Map<String, SequencedMap<String, TraceRegion>> models = new LinkedHashMap<>();
    for (TraceRegion region : regions) {
      models
          .computeIfAbsent(region.model(), _ -> new LinkedHashMap<>())
          .merge(region.sku(), region, (a, b) -> a.bytes() >= b.bytes() ? a : b);
    }
    out.append(
        "version: 1\ndescription: Trace region sizes (bytes), modelled by Tilescope.\nsizes:\n");
    for (var model : models.entrySet()) {
      out.append("  ").append(quoted(model.getKey())).append(":\n    skus:\n");
      for (var sku : model.getValue().entrySet()) {
        TraceRegion region = sku.getValue();
        out.append("      ").append(quoted(sku.getKey())).append(":\n");
        out.append(
            String.format(
                Locale.ROOT,
                "        # %s%,d bytes modelled in %,d %s of %,d operations\n",
                region.batch() == null ? "" : "batch " + region.batch() + ": ",
                region.bytes(),
                region.traces(),
                region.traces() == 1 ? "trace" : "traces",
                region.operations()));
        out.append("        trace_region_size: ")
            .append(Long.toString(region.suggestedBytes(margin)))
            .append('\n');
      }
    }
  }

  /** Names may come from files. */
  private static String quoted(String name) {
    return name.matches("[A-Za-z][A-Za-z0-9_.-]*")
        ? name
        : "\"" + VisibleText.of(name).replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  void json(List<TraceRegion> regions) throws IOException {
    try (JsonWriter json = JsonWriter.pretty(out)) {
      json.beginObject().field("margin", margin);
      json.array(
          "regions",
          regions,
          region -> {
            json.beginObject()
                .field("model", region.model())
                .field("board", region.place())
                .field("sku", region.sku())
                .field("chips", region.chips());
            json.name("batch");
            if (region.batch() == null) {
              json.nullValue();
            } else {
              json.value(region.batch());
            }
            json.field("traces", region.traces())
                .field("operations", region.operations())
                .field("modelled_bytes", region.bytes())
                .field("trace_region_size", region.suggestedBytes(margin))
                .endObject();
          });
      json.endObject();
    }
    out.append('\n');
  }
}
