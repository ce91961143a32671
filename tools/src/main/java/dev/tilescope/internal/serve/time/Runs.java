package dev.tilescope.internal.serve.time;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.logs.RunId;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.Source;
import dev.tilescope.internal.serve.data.Sources;
import dev.tilescope.internal.serve.http.Refusal;
import dev.tilescope.internal.serve.http.Request;
import dev.tilescope.internal.timeline.Timeline;
import dev.tilescope.internal.timeline.columns.TimelineColumns;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The profiled runs among the sources: which have logs for a timeline, and which a CSV. */
final class Runs {
  private static final Pattern TABLE = Pattern.compile("ops_perf_results.*\\.csv");

  /** {@code reports/NAME/TIMESTAMP/ops_perf_results.csv} */
  private static final int DEPTH = 4;

  private static final int MAX_FILES = 20_000;

  private final Sources sources;

  Runs(Sources sources) {
    this.sources = sources;
  }

  List<Source> all() {
    return sources.all().stream().filter(s -> s.kind() == Source.Kind.RUN).toList();
  }

  /**
   * The list to choose from: number and path of each that fits.
   *
   * @param more writes what else is said of one
   */
  void write(JsonWriter json, Predicate<Source> fits, Consumer<Source> more) {
    json.objects(
        "runs",
        all().stream().filter(fits).toList(),
        run -> {
          json.field("id", run.id()).field("path", run.path().toString());
          more.accept(run);
        });
  }

  /** Whether there is no report that a run could be linked with. */
  boolean noReport() {
    return sources.all().stream().noneMatch(Source::isReport);
  }

  static boolean hasLogs(Source run) {
    return Files.isDirectory(run.path()) && Timeline.isIn(run.path());
  }

  /**
   * The one that is asked for, or the one that the report was made in, or the first that may be;
   * null if there is none.
   */
  @Nullable Source withLogs(Request request) {
    if (request.has("run") || noReport() || all().stream().noneMatch(Runs::hasLogs)) {
      return chosen(request, Runs::hasLogs);
    }
    String id = sources.report(request).runId();
    List<Source> runs = all().stream().filter(Runs::hasLogs).toList();
    return runs.stream()
        .filter(run -> !id.isEmpty() && RunId.in(run.path()).equals(id))
        .findFirst()
        .orElseGet(() -> firstWithout(runs, id));
  }

  private static @Nullable Source firstWithout(List<Source> runs, String id) {
    return runs.stream()
        .filter(run -> id.isEmpty() || RunId.in(run.path()).isEmpty())
        .findFirst()
        .orElse(null);
  }

  /** Why the report was not made in this run; null if it was, or if that is not known. */
  @Nullable String problem(TimelineColumns columns, OpenReport report, Request request) {
    String id = report.runId();
    if (columns.runId().isEmpty() || id.isEmpty()) {
      return new ZoneLinks(columns, report, request).problem();
    }
    return id.equals(columns.runId()) ? null : "their run ids differ";
  }

  /** The one that is asked for, or the first that has a CSV; null if none has. */
  @Nullable Source withTable(Request request) {
    return chosen(request, run -> table(run) != null);
  }

  /** The CSV of the run that a report was made in, or that lies beside it; null if none does. */
  @Nullable Path tableOf(OpenReport report) {
    String id = report.runId();
    Path shown = report.shown().toAbsolutePath();
    Path folder = Files.isDirectory(shown) ? shown : shown.resolveSibling("");
    return Stream.<Predicate<Source>>of(
            run -> !id.isEmpty() && RunId.in(run.path()).equals(id),
            run -> run.path().toAbsolutePath().startsWith(folder))
        .flatMap(fits -> all().stream().filter(fits))
        .map(Runs::table)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private @Nullable Source chosen(Request request, Predicate<Source> fits) {
    String id = request.optional("run");
    Source named =
        all().stream().filter(s -> Integer.toString(s.id()).equals(id)).findFirst().orElse(null);
    if (id != null && named == null) {
      throw Refusal.notFound(
          "there is no profiled run number %s; choose one of the list".formatted(id));
    }
    if (named != null && fits.test(named)) {
      return named;
    }
    return all().stream().filter(fits).findFirst().orElse(null);
  }

  /** The newest CSV of a run; a folder without logs is one for its own CSV alone. */
  static @Nullable Path table(Source run) {
    if (Files.isRegularFile(run.path())) {
      return run.path();
    }
    int depth = Files.isDirectory(run.path().resolve(".logs")) ? DEPTH : 1;
    try (Stream<Path> files = Files.walk(run.path(), depth)) {
      return files
          .limit(MAX_FILES)
          .filter(file -> TABLE.matcher(nameOf(file)).matches() && Files.isRegularFile(file))
          .max(Comparator.comparingLong(file -> file.toFile().lastModified()))
          .orElse(null);
    } catch (IOException | java.io.UncheckedIOException e) {
      throw new TilescopeException("cannot look into %s: %s".formatted(run.path(), e), e);
    }
  }

  private static String nameOf(Path file) {
    return String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
  }
}
