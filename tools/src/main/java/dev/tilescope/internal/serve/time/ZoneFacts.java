package dev.tilescope.internal.serve.time;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.ModelledJson;
import dev.tilescope.internal.timeline.Lane;
import dev.tilescope.internal.timeline.columns.Flow;
import dev.tilescope.internal.timeline.columns.TimelineColumns;
import dev.tilescope.internal.timeline.columns.Track;
import java.util.List;

/** Everything known of one zone, and how it compares with others of its name. */
final class ZoneFacts {
  private static final int MAX_FLOWS = 200;
  private static final int STEPS_PER_OCTAVE = 2;
  private static final int BUCKETS = 64 * STEPS_PER_OCTAVE;

  private final TimelineColumns columns;
  private long count;
  private long least = Long.MAX_VALUE;
  private long most;
  private double sum;
  private final long[] histogram = new long[BUCKETS];

  ZoneFacts(TimelineColumns columns) {
    this.columns = columns;
  }

  void write(JsonWriter json, Track track, int index) {
    Lane lane = columns.lane(track.lane());
    json.field("lane", lane.number())
        .field("depth", track.depth())
        .field("index", index)
        .field("name", columns.names()[track.name(index)])
        .field("start", track.start(index))
        .field("nanos", track.nanos(index))
        .field("text", columns.textOf(track, index))
        .field("source", columns.sourceOf(track, index))
        .field("where", where(lane));
    if (lane.isOfModelledPrograms()) {
      ModelledJson.write(
          json, columns.bands().time(columns.names()[track.name(index)], track.nanos(index)));
    }
    json.name("inside").beginArray();
    for (Track outer : columns.tracksOf(track.lane()).subList(0, track.depth())) {
      int at = outer.at(track.start(index));
      if (at >= 0) {
        json.value(columns.names()[outer.name(at)]);
      }
    }
    json.endArray();
    flows(json, track, index);
    compare(track.name(index), columns.lanesOn(!lane.group().isHost()));
    json.object("same", () -> writeComparison(json));
  }

  /** From an operation to its programs, or to a program from its operation. */
  private void flows(JsonWriter json, Track track, int index) {
    List<Flow> flows =
        columns.flows().stream()
            .filter(flow ->
                isAt(track, index, flow.fromLane(), flow.fromNanos())
                    || isAt(track, index, flow.toLane(), flow.toNanos()))
            .limit(MAX_FLOWS)
            .toList();
    json.array(
        "flows",
        flows,
        flow -> json.longs(flow.fromLane(), flow.fromNanos(), flow.toLane(), flow.toNanos()));
  }

  private static boolean isAt(Track track, int index, int lane, long nanos) {
    return track.lane() == lane && track.start(index) <= nanos && nanos < track.end(index);
  }

  static String where(Lane lane) {
    return lane.group().name()
        + (lane.part().isEmpty() ? "" : " · " + lane.part())
        + " · "
        + lane.name();
  }

  /** Times of this machine and modelled ones do not compare. */
  private void compare(int name, List<Lane> lanes) {
    for (Lane lane : lanes) {
      for (Track track : columns.tracksOf(lane.number())) {
        for (int i = 0; i < track.size(); i++) {
          if (track.name(i) == name) {
            add(track.nanos(i));
          }
        }
      }
    }
  }

  private void add(long nanos) {
    count++;
    least = Math.min(least, nanos);
    most = Math.max(most, nanos);
    sum += nanos;
    histogram[bucket(nanos)]++;
  }

  private static int bucket(long nanos) {
    double octave = Math.log((double) Math.max(1, nanos)) / Math.log(2);
    return Math.min(BUCKETS - 1, (int) (octave * STEPS_PER_OCTAVE));
  }

  private void writeComparison(JsonWriter json) {
    json.field("count", count).field("min", least).field("max", most);
    json.field("mean", count == 0 ? 0 : sum / count).field("sum", sum);
    json.name("histogram").beginArray();
    for (int i = 0; i < BUCKETS; i++) {
      if (histogram[i] > 0) {
        json.longs(Math.round(Math.pow(2, (double) i / STEPS_PER_OCTAVE)), histogram[i]);
      }
    }
    json.endArray();
  }
}
