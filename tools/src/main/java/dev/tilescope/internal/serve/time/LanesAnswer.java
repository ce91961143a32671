package dev.tilescope.internal.serve.time;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.timeline.Lane;
import dev.tilescope.internal.timeline.columns.TimelineColumns;
import dev.tilescope.internal.timeline.columns.TimelineColumns.Counter;
import dev.tilescope.internal.timeline.columns.TimelineColumns.Origin;
import dev.tilescope.internal.timeline.columns.Track;
import java.util.Arrays;
import java.util.List;

/**
 * What there is on one axis of a timeline. Nothing of it is paged, since lanes are bounded.
 *
 * @param onBoard whether on that of a board, where there is one: counters and messages have the
 *     times of this machine alone
 */
record LanesAnswer(TimelineColumns columns, boolean onBoard) {
  void write(JsonWriter json) {
    boolean isBoard = onBoard && columns.hasBoardAxis();
    List<Lane> lanes = columns.lanesOn(onBoard);
    long[] extent =
        columns.hasBoardAxis()
            ? columns.extent(lanes)
            : new long[] {columns.firstNanos(), columns.lastNanos()};
    json.field("origin", columns.origin() == Origin.RUN ? "run" : "report")
        .field("axis", isBoard ? "board" : "here")
        .field("hasBoardAxis", columns.hasBoardAxis())
        .field("program", columns.program())
        .field("runId", columns.runId())
        .field("from", extent[0])
        .field("to", extent[1])
        .field("zones", lanes.stream().mapToLong(this::zones).sum());
    json.name("leftOut").strings(columns.leftOut());
    json.field("moments", isBoard ? 0 : columns.moments().size());
    json.objects(
        "counters", isBoard ? List.of() : columns.counters(), counter -> write(json, counter));
    json.array("lanes", lanes, lane -> write(json, lane));
  }

  private long zones(Lane lane) {
    return columns.tracksOf(lane.number()).stream().mapToLong(Track::size).sum();
  }

  private static void write(JsonWriter json, Counter counter) {
    json.field("group", counter.group())
        .field("name", counter.name())
        .field("unit", counter.unit())
        .field("max", Arrays.stream(counter.values()).max().orElse(0));
  }

  private void write(JsonWriter json, Lane lane) {
    json.beginArray()
        .value(lane.number())
        .value(lane.group().number())
        .value(lane.group().name())
        .value(lane.part())
        .value(lane.name())
        .value(columns.tracksOf(lane.number()).size())
        .value(zones(lane))
        .endArray();
  }
}
