package dev.tilescope.internal.cli;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.perf.MatmulAdvice;
import dev.tilescope.internal.perf.PerfOperation;
import dev.tilescope.internal.perf.PerfReport;
import dev.tilescope.internal.perf.StackedReport;
import dev.tilescope.internal.perf.StackedReport.Group;
import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A performance report as JSON; what is not known is null. */
final class PerfJson {
  private static final double NANOS_PER_MICRO = 1e3;

  private PerfJson() {}

  static void print(
      PerfReport report,
      RowOperations operations,
      StackedReport sums,
      boolean advice,
      boolean summary,
      PrintWriter out) {
    try (JsonWriter json = JsonWriter.pretty(out)) {
      json.beginObject().field("arch", report.arch().name()).name("operations").beginArray();
      report.operations().forEach(operation -> operation(operation, operations, advice, json));
      json.endArray();
      if (summary) {
        json.field("grouped_by", sums.groupBy().name().toLowerCase(Locale.ROOT));
        json.name("groups").beginArray();
        sums.groups().forEach(group -> group(group, json));
        json.endArray();
      }
      json.endObject();
    }
    out.println();
  }

  private static void operation(
      PerfOperation operation, RowOperations operations, boolean advice, JsonWriter json) {
    json.beginObject()
        .field("id", operation.row().id())
        .field("name", operation.name())
        .optional("device_id", operation.row().device())
        .field("bound", operation.bound().toString());
    number("total_percent", operation.totalPercent(), json);
    number("device_nanos", operation.timeMicros() * NANOS_PER_MICRO, json);
    number("gap_nanos", operation.gapMicros() * NANOS_PER_MICRO, json);
    json.optional("cores", operation.cores());
    number("dram_gigabytes_per_second", operation.dramGigabytes(), json);
    number("dram_percent", operation.dramPercent(), json);
    number("teraflops", operation.teraflops(), json);
    number("flops_percent", operation.flopsPercent(), json);
    json.field("math_fidelity", operation.fidelity());
    RowOperations.Found found = operations.byRow().get(operation.row().id());
    if (found != null) {
      json.optional("operation_id", found.id() == 0 ? null : found.id());
      json.field("operation_name", found.name()).field("link", found.link());
    }
    if (advice) {
      json.name("advice").strings(MatmulAdvice.of(operation));
    }
    json.endObject();
  }

  private static void group(Group group, JsonWriter json) {
    json.beginObject().field("name", group.name()).optional("device_id", group.device());
    number("total_percent", group.percent(), json);
    number("device_nanos", group.timeMicros() * NANOS_PER_MICRO, json);
    json.field("operations", group.count())
        .field("category", group.category().name().toLowerCase(Locale.ROOT));
    number("flops_percent", group.flopsWeightedMean(), json);
    json.endObject();
  }

  private static void number(String name, double number, JsonWriter json) {
    @Nullable Double known = Double.isFinite(number) ? number : null;
    json.optional(name, known);
  }
}
