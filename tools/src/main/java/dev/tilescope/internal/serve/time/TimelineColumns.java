package dev.tilescope.internal.serve.time;

import dev.tilescope.device.TimeBands;
import dev.tilescope.internal.timeline.Lane;
import java.util.List;

/**
 * All of a timeline, as columns.
 *
 * @param bands of its modelled programs
 * @param program whose run it is, such as {@code pid 4711}
 * @param lanes in the order of their numbers, which begin with 1
 * @param tracks by lane and depth
 * @param moments in the order of time
 * @param names of zones, by number
 * @param notes of zones, by number, see {@link #note}; of a report none, since the number of a note
 *     is that of the operation
 * @param leftOut sentences about what there was no room for
 */
record TimelineColumns(
    Origin origin,
    TimeBands bands,
    String program,
    String runId,
    long firstNanos,
    long lastNanos,
    List<Lane> lanes,
    List<List<Track>> tracks,
    List<Counter> counters,
    List<Moment> moments,
    String[] names,
    String[] notes,
    List<String> leftOut) {

  /** Where times come from. */
  enum Origin {
    /** Logs of a profiled run. */
    RUN,
    /** Durations of a report, one after the other: when things began is not known. */
    REPORT
  }

  /** Between a zone's text and the place in the source, in a note. */
  private static final char SEPARATOR = (char) 1;

  /** A quantity over time. */
  record Counter(String group, String name, String unit, long[] nanos, double[] values) {}

  /** A message, a signpost or a frame. */
  record Moment(long nanos, String kind, String text) {}

  TimelineColumns {
    lanes = List.copyOf(lanes);
    tracks = List.copyOf(tracks);
    counters = List.copyOf(counters);
    moments = List.copyOf(moments);
    leftOut = List.copyOf(leftOut);
  }

  static String note(String text, String file, int line) {
    if (file.isEmpty()) {
      return text;
    }
    return text + SEPARATOR + (line > 0 ? file + ":" + line : file);
  }

  /** What is said of a zone; empty if nothing is. */
  String textOf(Track track, int index) {
    if (origin == Origin.REPORT) {
      return "operation " + track.note(index);
    }
    String note = notes[track.note(index)];
    int at = note.indexOf(SEPARATOR);
    return at < 0 ? note : note.substring(0, at);
  }

  /** Where in the source a zone is; empty if that is not known. */
  String sourceOf(Track track, int index) {
    String note = origin == Origin.REPORT ? "" : notes[track.note(index)];
    int at = note.indexOf(SEPARATOR);
    return at < 0 ? "" : note.substring(at + 1);
  }

  Lane lane(int number) {
    return lanes.get(number - 1);
  }

  /** Tracks of a lane, the outermost first. */
  List<Track> tracksOf(int lane) {
    return tracks.get(lane - 1);
  }

  long zones() {
    return tracks.stream().flatMap(List::stream).mapToLong(Track::size).sum();
  }
}
