package dev.tilescope.internal.serve.time;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.links.Link;
import dev.tilescope.internal.links.Links;
import dev.tilescope.internal.perf.Bound;
import dev.tilescope.internal.perf.PerfArch;
import dev.tilescope.internal.perf.PerfOperation;
import dev.tilescope.internal.perf.PerfReport;
import dev.tilescope.internal.perf.PerfTable;
import dev.tilescope.internal.perf.StackedReport;
import dev.tilescope.internal.perf.StackedReport.GroupBy;
import dev.tilescope.internal.runs.StoredOperations;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.Source;
import dev.tilescope.internal.serve.data.Sources;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Endpoint;
import dev.tilescope.internal.serve.http.Refusal;
import dev.tilescope.internal.serve.http.Request;
import dev.tilescope.internal.times.SideTimes;
import dev.tilescope.internal.times.TimeDiff;
import dev.tilescope.internal.times.TimesJson;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What the performance report asks. */
final class PerformanceEndpoints {
  private static final int ROWS = 200;
  private static final int MAX_GROUPS = 1_000;

  /** More marks than a chart has pixels help nobody. */
  private static final int MAX_CHART_ROWS = 6_000;

  private static final int MAX_LINKS = 60_000;
  private static final double LONG_GAP_MICROS = 6.5;
  private static final double UNAVOIDABLE_GAP_MICROS = 6;

  private record FileState(Path file, long modifiedMillis) {}

  private final Sources sources;
  private final Runs runs;
  private final Loading<FileState, PerformanceTable> loaded = new Loading<>(1);

  private PerformanceEndpoints(Sources sources, Runs runs) {
    this.sources = sources;
    this.runs = runs;
  }

  static void add(Map<String, Endpoint> table, Sources sources, Runs runs) {
    PerformanceEndpoints endpoints = new PerformanceEndpoints(sources, runs);
    table.put("performance/about", endpoints::about);
    table.put("performance", endpoints::rows);
    table.put("performance/row", endpoints::row);
    table.put("performance/stacked", endpoints::stacked);
    table.put("performance/chart", endpoints::chart);
    table.put("performance/links", endpoints::links);
    table.put("performance/compare", endpoints::compare);
  }

  /** Null while it is being read. */
  private @Nullable PerformanceTable load(Source run) {
    Path file = Runs.table(run);
    if (file == null) {
      throw Refusal.gone("the CSV of %s is gone; it was there a moment ago".formatted(run.path()));
    }
    FileState state = new FileState(file, file.toFile().lastModified());
    return loaded.get(state, () -> PerformanceTable.read(file));
  }

  private PerformanceTable table(Request request) {
    Source run = runs.withTable(request);
    if (run == null) {
      throw Refusal.notFound(
          "no ops_perf_results CSV was found; make one with: tilescope profile -r -- java ...");
    }
    return Loading.whole(load(run), "the rows of the CSV");
  }

  private PerfReport report(Request request) {
    return table(request).report(PerformanceTable.options(request));
  }

  /** {@code performance/about?OPTIONS}: what there is, and sums of the rows that were chosen. */
  private Answer about(Request request) {
    Source run = runs.withTable(request);
    if (run == null) {
      return Answer.object(json -> json.field("found", false));
    }
    PerformanceTable known = load(run);
    return Answer.object(json -> {
      json.field("found", true).field("reading", known == null);
      writeRuns(json, run);
      if (known != null) {
        write(json, known, known.report(PerformanceTable.options(request)));
      }
    });
  }

  private void writeRuns(JsonWriter json, Source shown) {
    json.field("run", shown.id());
    Set<Path> told = new HashSet<>();
    told.add(Objects.requireNonNullElse(Runs.table(shown), shown.path()));
    Map<Source, String> names = new HashMap<>();
    for (Source run : runs.all()) {
      Path file = Runs.table(run);
      // The report of a run is found in its own folder too: one of them is enough.
      if (file != null && (run.equals(shown) || told.add(file))) {
        names.put(run, String.valueOf(file.getFileName()));
      }
    }
    runs.write(json, names::containsKey, run -> json.field("file", names.getOrDefault(run, "")));
  }

  private static void write(JsonWriter json, PerformanceTable known, PerfReport report) {
    List<PerfOperation> operations = report.operations();
    json.field("file", known.file().toString())
        .field("format", known.table().format().toString())
        .field("arch", report.arch().name())
        .field("workerCores", report.arch().workerCores())
        .field("rows", operations.size())
        .field("host", operations.stream().filter(PerfOperation::isHost).count())
        .field("signpostRows", operations.stream().filter(PerfOperation::isSignpost).count())
        .field("time", sum(operations, PerfOperation::timeMicros));
    PerformanceJson.band(
        json,
        operations.stream().map(PerfOperation::row).toList(),
        sum(operations, PerfOperation::timeMicros));
    json.field("gaps", sum(operations, PerfOperation::gapMicros))
        .field("longGaps", longGaps(operations).count())
        .field("savable", longGaps(operations).map(gap -> gap - UNAVOIDABLE_GAP_MICROS).sum())
        .field("merged", report.devicesMerged());
    if (report.arch().isKnown()) {
      json.field("dramPeak", report.arch().dramGigabytes());
    }
    boolean named = known.table().format() == PerfTable.Format.V2_1;
    json.name("archs").strings(named ? List.of() : PerfArch.names());
    json.field(
        "devices",
        known.table().rows().stream()
            .map(row -> row.device())
            .filter(device -> device != null)
            .distinct()
            .count());
    json.name("notices").strings(report.notices());
    json.name("signposts").strings(known.signposts());
    json.name("bounds")
        .strings(
            List.of(Bound.values()).stream()
                .filter(bound -> operations.stream().anyMatch(o -> o.bound() == bound))
                .map(Bound::toString)
                .filter(text -> !text.isEmpty())
                .toList());
    json.name("categories")
        .strings(
            operations.stream().map(o -> o.category().toString()).distinct().sorted().toList());
  }

  /** Gaps that a metal trace would shorten, as tt-perf-report judges them. */
  private static DoubleStream longGaps(List<PerfOperation> operations) {
    return operations.stream()
        .mapToDouble(PerfOperation::gapMicros)
        .filter(micros -> micros > LONG_GAP_MICROS && Double.isFinite(micros));
  }

  private static double sum(
      List<PerfOperation> operations, ToDoubleFunction<PerfOperation> micros) {
    return operations.stream().mapToDouble(micros).filter(Double::isFinite).sum();
  }

  /** {@code performance?OPTIONS&text&bound&category&least&sort&down&from&count}: rows. */
  private Answer rows(Request request) {
    List<PerfOperation> rows = PerformanceRows.of(report(request), request);
    int from = Math.min(request.from(), rows.size());
    int to = Math.min(rows.size(), from + Math.min(request.count(ROWS), 2 * ROWS));
    return Answer.object(json -> {
      json.field("all", rows.size()).field("from", from);
      json.field(
          "place",
          request.has("find")
              ? rows.stream().map(o -> (long) o.row().id()).toList().indexOf(request.number("find"))
              : -1);
      json.objects(
          "rows", rows.subList(from, to), operation -> PerformanceJson.row(json, operation));
    });
  }

  /** {@code performance/row?OPTIONS&id}: one row with advice, attributes and tensors. */
  private Answer row(Request request) {
    long id = request.number("id");
    PerfOperation found =
        report(request).operations().stream()
            .filter(operation -> operation.row().id() == id)
            .findFirst()
            .orElseThrow(() ->
                Refusal.notFound(
                    "row %d is not in the report as it is chosen; it may be outside the signposts"
                        .formatted(id)));
    return Answer.object(json -> PerformanceJson.details(json, found));
  }

  /** {@code performance/stacked?OPTIONS&group}: device time summed up, the most first. */
  private Answer stacked(Request request) {
    StackedReport stacked = StackedReport.of(report(request), request.choice("group", GroupBy.OP));
    return Answer.object(json -> {
      json.field("all", stacked.groups().size());
      json.field("byDevice", stacked.byDevice());
      json.objects(
          "groups",
          stacked.groups().stream().limit(MAX_GROUPS).toList(),
          group -> PerformanceJson.group(json, group));
    });
  }

  /** {@code performance/chart?OPTIONS}: what charts are drawn of; every n-th row of very many. */
  private Answer chart(Request request) {
    List<PerfOperation> all =
        report(request).operations().stream().filter(o -> !o.isSignpost()).toList();
    int step = Math.max(1, (all.size() + MAX_CHART_ROWS - 1) / MAX_CHART_ROWS);
    List<PerfOperation> shown =
        IntStream.range(0, all.size()).filter(i -> i % step == 0).mapToObj(all::get).toList();
    return Answer.object(json -> {
      json.field("all", all.size()).field("step", step);
      PerformanceJson.columns(json, shown);
    });
  }

  /**
   * {@code performance/links?OPTIONS}: pairs of row and operation of the report, or why there are
   * none.
   */
  private Answer links(Request request) {
    List<PerfOperation> rows =
        report(request).operations().stream()
            .filter(operation -> PerformanceJson.kind(operation).equals("device"))
            .toList();
    if (runs.noReport()) {
      return problem("no report is open beside the run; name both: tilescope serve RUN REPORT");
    }
    OpenReport report = sources.report(request);
    StoredOperations known = ZoneLinks.operations(report, request);
    Links links = known.linked(PerfTable.ran(rows.stream().map(PerfOperation::row).toList()));
    String problem = known.problem() == null ? links.problem() : known.problem();
    return problem == null ? pairs(rows, known, links) : problem(problem);
  }

  /**
   * {@code performance/compare?report&other}: times of the runs of two reports, if both have one.
   */
  private Answer compare(Request request) {
    Path before = runs.tableOf(sources.report(request));
    Path after = runs.tableOf(sources.report(request, "other"));
    if (before == null || after == null || before.equals(after)) {
      return Answer.object(json -> json.field("found", false));
    }
    TimeDiff diff = TimeDiff.of(SideTimes.of(before), SideTimes.of(after));
    return Answer.object(json -> {
      TimesJson.write(diff, json.field("found", true));
    });
  }

  private static Answer problem(String why) {
    return Answer.object(json -> json.field("problem", why));
  }

  private static Answer pairs(List<PerfOperation> rows, StoredOperations known, Links links) {
    return Answer.object(json -> {
      json.field("linked", links.linked()).field("rows", rows.size());
      json.field("known", known.ran().size()).field("found", links.targets());
      json.name("pairs").beginArray();
      int shown = Math.min(rows.size(), MAX_LINKS);
      for (int i = 0; i < shown; i++) {
        if (links.target(i) >= 0) {
          json.value(rows.get(i).row().id()).value(known.operationIds()[links.target(i)]);
        }
      }
      json.endArray().name("doubts").beginObject();
      for (int i = 0; i < shown; i++) {
        if (links.confidence(i) != Link.Confidence.CERTAIN) {
          json.field(Integer.toString(rows.get(i).row().id()), links.words(i));
        }
      }
      json.endObject();
    });
  }
}
