package dev.tilescope.internal.serve.time;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.logs.InputProblems;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.data.Source;
import dev.tilescope.internal.serve.data.Sources;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Endpoint;
import dev.tilescope.internal.serve.http.Refusal;
import dev.tilescope.internal.serve.http.Request;
import dev.tilescope.internal.timeline.Lane;
import dev.tilescope.internal.timeline.Timeline;
import dev.tilescope.internal.timeline.columns.TimelineBuilder;
import dev.tilescope.internal.timeline.columns.TimelineColumns;
import dev.tilescope.internal.timeline.columns.TimelineSums;
import dev.tilescope.internal.timeline.columns.Track;
import dev.tilescope.internal.timeline.columns.ZoneSearch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What the timeline asks. */
final class TimelineEndpoints {
  private static final int MAX_PIXELS = 8_000;
  private static final int MAX_LANES = 400;
  private static final int MAX_SUMS = 200;
  private static final int MAX_PARTS = 1_000;

  /** The key of all parts of a group together. */
  private static final String CORES = "cores";

  /** A timeline and what was wrong with its logs. */
  private record Loaded(TimelineColumns columns, List<String> problems) {}

  private final Sources sources;
  private final Runs runs;

  /** One: it may take a third of the server's memory. */
  private final Loading<Path, Loaded> loaded = new Loading<>(1);

  private TimelineEndpoints(Sources sources, Runs runs) {
    this.sources = sources;
    this.runs = runs;
  }

  static void add(Map<String, Endpoint> table, Sources sources, Runs runs) {
    TimelineEndpoints endpoints = new TimelineEndpoints(sources, runs);
    table.put("timeline/lanes", endpoints::lanes);
    table.put("timeline", endpoints::range);
    table.put("timeline/zone", endpoints::zone);
    table.put("timeline/link", endpoints::link);
    table.put("timeline/find", endpoints::find);
    table.put("timeline/sums", endpoints::sumsOf);
    table.put("timeline/report", endpoints::report);
  }

  /** Null while it is being read. */
  private @Nullable Loaded load(Request request) {
    Source run = runs.withLogs(request);
    if (run == null || request.flag("laidout")) {
      OpenReport report = sources.report(request);
      return new Loaded(
          ReportTimeline.of(report, OperationColumns.rankOf(report, request)), List.of());
    }
    return loaded.get(run.path(), () -> read(run.path()));
  }

  private static Loaded read(Path folder) {
    InputProblems problems = new InputProblems(true);
    TimelineBuilder builder =
        new TimelineBuilder(TimelineColumns.Origin.RUN, Timeline.timeBands(folder));
    Timeline.readOnBoard(folder, problems, builder);
    return new Loaded(builder.build(), problems.first());
  }

  private TimelineColumns columns(Request request) {
    return Loading.whole(load(request), "the logs").columns;
  }

  /** {@code timeline/lanes?axis}: what there is. */
  private Answer lanes(Request request) {
    Source run = runs.withLogs(request);
    boolean isReport = run == null || request.flag("laidout");
    if (isReport && runs.noReport()) {
      return Answer.object(json -> json.field("origin", "none"));
    }
    Loaded known = load(request);
    return Answer.object(json -> {
      runs.write(json, Runs::hasLogs, _ -> {});
      if (!isReport && run != null) {
        json.field("run", run.id()).field("path", run.path().toString());
      }
      json.field("reading", known == null);
      if (known != null) {
        new LanesAnswer(known.columns, isOnBoard(request)).write(json);
        json.name("problems").strings(known.problems);
      }
    });
  }

  private static boolean isOnBoard(Request request) {
    return !request.text("axis", "board").equals("here");
  }

  /**
   * {@code timeline?from&to&pixels&lanes=1,2&sums=10|Core 1,2;10|Core 1,3&counters=1}: what is
   * there.
   */
  private Answer range(Request request) {
    TimelineColumns columns = columns(request);
    long from = request.number("from", columns.firstNanos());
    long to = request.number("to", columns.lastNanos());
    int pixels = Math.clamp(request.number("pixels", 1_000), 1, MAX_PIXELS);
    TimelineRange range = new TimelineRange(columns, from, to, pixels);
    List<TimelineRange.Marks> marks = range.marks(lanesOf(request, columns));
    return Answer.object(json -> {
      json.field("from", from).field("to", to);
      json.array("marks", marks, of -> write(json, of));
      sums(json, request, range, Math.min(MAX_PARTS, pixels));
      if (request.flag("counters")) {
        json.array("counters", columns.counters(), counter -> range.counter(json, counter));
      }
      json.name("moments");
      range.moments(json);
      json.name("names");
      range.names(json, marks);
    });
  }

  private static int[] lanesOf(Request request, TimelineColumns columns) {
    List<Integer> lanes = new ArrayList<>();
    for (String word : request.text("lanes", "").split(",", -1)) {
      if (!word.isEmpty() && word.length() < 8 && word.chars().allMatch(Character::isDigit)) {
        int lane = Integer.parseInt(word);
        if (lane >= 1 && lane <= columns.lanes().size() && lanes.size() < MAX_LANES) {
          lanes.add(lane);
        }
      }
    }
    return lanes.stream().mapToInt(Integer::intValue).toArray();
  }

  private static void write(JsonWriter json, TimelineRange.Marks marks) {
    json.beginArray().value(marks.track().lane()).value(marks.track().depth()).beginArray();
    for (long number : marks.numbers()) {
      json.value(number);
    }
    json.endArray().endArray();
  }

  /** Rows that stand for several lanes: a group, or a part of one. */
  private static void sums(JsonWriter json, Request request, TimelineRange range, int parts) {
    String[] wanted = request.text("sums", "").split(";", -1);
    json.name("sums").beginObject();
    Arrays.stream(wanted)
        .filter(key -> !key.isEmpty())
        .distinct()
        .limit(MAX_SUMS)
        .forEach(key -> {
          json.name(key).beginArray();
          for (int percent : range.busy(within(key), parts)) {
            json.value(percent);
          }
          json.endArray();
        });
    json.endObject();
  }

  private static Predicate<Lane> within(String key) {
    int bar = key.indexOf('|');
    String group = bar < 0 ? key : key.substring(0, bar);
    String part = bar < 0 ? null : key.substring(bar + 1);
    return lane ->
        Integer.toString(lane.group().number()).equals(group)
            && (part == null
                || (part.equals(CORES) ? !lane.part().isEmpty() : lane.part().equals(part)));
  }

  private interface ZoneAnswer {
    Answer of(TimelineColumns columns, Track track, int index);
  }

  private Answer atZone(Request request, ZoneAnswer answer) {
    TimelineColumns columns = columns(request);
    long lane = request.number("lane");
    long depth = request.number("depth");
    long index = request.number("index");
    boolean there =
        lane >= 1
            && lane <= columns.lanes().size()
            && depth >= 0
            && depth < columns.tracksOf((int) lane).size();
    Track track = there ? columns.tracksOf((int) lane).get((int) depth) : new Track(0, 0);
    if (index < 0 || index >= track.size()) {
      throw Refusal.notFound(
          "there is no zone %d at depth %d of lane %d".formatted(index, depth, lane));
    }
    return answer.of(columns, track, (int) index);
  }

  /** {@code timeline/zone?lane&depth&index}: everything known of a zone. */
  private Answer zone(Request request) {
    return atZone(
        request,
        (columns, track, index) ->
            Answer.object(json -> new ZoneFacts(columns).write(json, track, index)));
  }

  /** {@code timeline/link?lane&depth&index}: the operation of the report that a zone is of. */
  private Answer link(Request request) {
    if (runs.noReport()) {
      return linkAnswer(ZoneLinks.OfZone.none("no report is open beside the run"));
    }
    OpenReport report = sources.report(request);
    return atZone(
        request,
        (columns, track, index) ->
            linkAnswer(new ZoneLinks(columns, report, request).of(track, index)));
  }

  private static Answer linkAnswer(ZoneLinks.OfZone link) {
    return Answer.object(json -> {
      json.optional("operation", link.operation());
      json.optional("confidence", link.confidence());
      json.optional("problem", link.problem());
    });
  }

  /** {@code timeline/report}: why the run is not the one that the report was made in, if so. */
  private Answer report(Request request) {
    TimelineColumns columns = columns(request);
    OpenReport report = sources.report(request);
    return linkAnswer(ZoneLinks.OfZone.none(runs.problem(columns, report, request)));
  }

  /** {@code timeline/sums?from&to&lanes=1,2}: what ran there, by name and by who called it. */
  private Answer sumsOf(Request request) {
    TimelineColumns columns = columns(request);
    List<Lane> lanes = Arrays.stream(lanesOf(request, columns)).mapToObj(columns::lane).toList();
    long from = request.number("from", columns.firstNanos());
    long to = request.number("to", columns.lastNanos());
    TimelineSums sums = new TimelineSums(columns, lanes, from, to);
    return Answer.object(new SumsAnswer(columns, sums)::write);
  }

  /** {@code timeline/find?text&place}: how many zones have the text in their name, and one. */
  private Answer find(Request request) {
    TimelineColumns columns = columns(request);
    List<Lane> lanes = columns.lanesOn(isOnBoard(request));
    ZoneSearch search = new ZoneSearch(columns, lanes, request.text("text"));
    long place = Math.floorMod(request.number("place", 0), Math.max(1, search.count()));
    return Answer.object(json -> {
      json.field("all", search.count()).field("place", place);
      search.find(
          place,
          (track, index) ->
              json.field("lane", track.lane())
                  .field("depth", track.depth())
                  .field("index", index)
                  .field("start", track.start(index))
                  .field("nanos", track.nanos(index)));
    });
  }
}
