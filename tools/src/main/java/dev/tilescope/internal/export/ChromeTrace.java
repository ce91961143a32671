package dev.tilescope.internal.export;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.timeline.Lane;
import dev.tilescope.internal.timeline.TimelineEvents;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Writes a timeline as a Chrome trace: the JSON object format, {@code {"traceEvents": [...]}},
 * which chrome://tracing, Perfetto and Speedscope open. Groups are processes and lanes are threads;
 * times are microseconds with three decimals.
 */
public final class ChromeTrace implements TimelineEvents, AutoCloseable {
  private static final double NANOS_PER_MICRO = 1000;
  private static final String FLOW = "dispatch";

  private final JsonWriter json;
  private final Set<Integer> groups = new HashSet<>();
  private final Map<Integer, Long> startedBy = new HashMap<>();
  private final Map<Long, ArrowEnd> openArrows = new HashMap<>();
  private String program = "";

  /** Where an arrow touches a zone. */
  private record ArrowEnd(Lane lane, long nanos) {}

  public ChromeTrace(OutputStream out) {
    this.json = JsonWriter.compact(out);
    json.beginObject();
  }

  @Override
  public void run(String name, long processId, String runId) {
    program = TimelineProgram.label(name, processId, "");
    json.field("displayTimeUnit", "ns").name("otherData").beginObject();
    json.field("program", name).field("run_id", runId).endObject();
    json.name("traceEvents").beginArray();
  }

  @Override
  public void lane(Lane lane) {
    group(lane.group());
    String name = lane.part().isEmpty() ? lane.name() : lane.part() + " " + lane.name();
    begin("M", lane.group().number(), lane.number()).field("name", "thread_name");
    json.name("args").beginObject().field("name", name).endObject().endObject();
    begin("M", lane.group().number(), lane.number()).field("name", "thread_sort_index");
    json.name("args").beginObject().field("sort_index", lane.number()).endObject().endObject();
  }

  private void group(Lane.Group group) {
    if (groups.add(group.number())) {
      String name = group.number() == 1 ? group.name() + ": " + program : group.name();
      begin("M", group.number(), 0).field("name", "process_name");
      json.name("args").beginObject().field("name", name).endObject().endObject();
      begin("M", group.number(), 0).field("name", "process_sort_index");
      json.name("args").beginObject().field("sort_index", group.number()).endObject().endObject();
    }
  }

  private JsonWriter begin(String phase, int group, int lane) {
    return json.beginObject().field("ph", phase).field("pid", group).field("tid", lane);
  }

  private JsonWriter begin(String phase, Lane lane, long nanos) {
    return begin(phase, lane.group().number(), lane.number()).field("ts", nanos / NANOS_PER_MICRO);
  }

  @Override
  public void zoneBegin(Lane lane, long nanos, String name, String file, int line) {
    begin("B", lane, nanos).field("name", name);
    if (!file.isEmpty()) {
      json.name("args").beginObject().field("file", file).field("line", line).endObject();
    }
    json.endObject();
    Long operation = startedBy.remove(lane.number());
    if (operation != null) {
      arrow(new ArrowEnd(lane, nanos), operation);
    }
  }

  /**
   * Between the zones of an operation and of its program, once both are known. Viewers draw arrows
   * forwards in time alone, and a modelled device may have run before the host asked it to.
   */
  private void arrow(ArrowEnd end, long operation) {
    ArrowEnd other = openArrows.remove(operation);
    if (other == null) {
      openArrows.put(operation, end);
      return;
    }
    boolean isForwards = other.nanos() <= end.nanos();
    flow("s", isForwards ? other : end, operation).endObject();
    flow("f", isForwards ? end : other, operation).field("bp", "e").endObject();
  }

  private JsonWriter flow(String phase, ArrowEnd end, long operation) {
    return begin(phase, end.lane(), end.nanos())
        .field("name", FLOW)
        .field("cat", FLOW)
        .field("id", operation);
  }

  @Override
  public void dispatched(Lane lane, long beginNanos, long operation) {
    arrow(new ArrowEnd(lane, beginNanos), operation);
  }

  @Override
  public void startedBy(Lane lane, long operation) {
    startedBy.put(lane.number(), operation);
  }

  @Override
  public void zoneEnd(Lane lane, long nanos, ZoneNotes notes) {
    begin("E", lane, nanos);
    if (!notes.equals(ZoneNotes.NONE)) {
      json.name("args").beginObject();
      json.optional("name", notes.name());
      json.optional("text", notes.text());
      json.optional("value", notes.value());
      if (notes.rgb() != 0) {
        json.field("colour", "#%06x".formatted(notes.rgb()));
      }
      json.endObject();
    }
    json.endObject();
  }

  @Override
  public void moment(Lane lane, long nanos, String kind, String text) {
    begin("i", lane, nanos).field("name", text).field("cat", kind).field("s", "t").endObject();
  }

  @Override
  public void quantity(Lane.Group group, long nanos, String name, String unit, double value) {
    group(group);
    begin("C", group.number(), 0).field("ts", nanos / NANOS_PER_MICRO).field("name", name);
    json.name("args").beginObject().field(unit, value).endObject().endObject();
  }

  /** Ends the document; the stream stays open. */
  @Override
  public void close() {
    json.endArray().endObject();
    json.close();
  }
}
