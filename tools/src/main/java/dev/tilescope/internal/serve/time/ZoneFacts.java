package dev.tilescope.internal.serve.time;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.ModelledJson;
import dev.tilescope.internal.timeline.Lane;
import java.util.List;

/** Everything known of one zone, and how it compares with others of its name. */
final class ZoneFacts {
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
    json.beginObject()
        .field("lane", lane.number())
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
    compare(track.name(index));
    writeComparison(json);
    json.endObject();
  }

  static String where(Lane lane) {
    return lane.group().name()
        + (lane.part().isEmpty() ? "" : " · " + lane.part())
        + " · "
        + lane.name();
  }

  private void compare(int name) {
    for (List<Track> tracks : columns.tracks()) {
      for (Track track : tracks) {
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
    json.name("same").beginObject();
    json.field("count", count).field("min", least).field("max", most);
    json.field("mean", count == 0 ? 0 : sum / count).field("sum", sum);
    json.name("histogram").beginArray();
    for (int i = 0; i < BUCKETS; i++) {
      if (histogram[i] > 0) {
        json.beginArray()
            .value(Math.round(Math.pow(2, (double) i / STEPS_PER_OCTAVE)))
            .value(histogram[i])
            .endArray();
      }
    }
    json.endArray().endObject();
  }
}
