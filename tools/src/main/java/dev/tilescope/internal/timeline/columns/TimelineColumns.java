package dev.tilescope.internal.timeline.columns;

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
 * @param flows in the order of the programs' beginnings
 * @param moments in the order of time
 * @param names of zones, by number
 * @param notes of zones, by number, see {@link #note}; of a report none, since the number of a note
 *     is that of the operation
 * @param leftOut sentences about what there was no room for
 */
public record TimelineColumns(
    Origin origin,
    TimeBands bands,
    String program,
    String runId,
    long firstNanos,
    long lastNanos,
    List<Lane> lanes,
    List<List<Track>> tracks,
    List<Counter> counters,
    List<Flow> flows,
    List<Moment> moments,
    String[] names,
    String[] notes,
    List<String> leftOut) {

  /** Where times come from. */
  public enum Origin {
    /** Logs of a profiled run. */
    RUN,
    /** Durations of a report, one after the other: when things began is not known. */
    REPORT
  }

  /** Between a zone's text and the place in the source, in a note. */
  private static final char SEPARATOR = (char) 1;

  /** A quantity over time. */
  public record Counter(String group, String name, String unit, long[] nanos, double[] values) {}

  /** A message, a signpost or a frame. */
  public record Moment(long nanos, String kind, String text) {}

  public TimelineColumns {
    lanes = List.copyOf(lanes);
    tracks = List.copyOf(tracks);
    counters = List.copyOf(counters);
    flows = List.copyOf(flows);
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
  public String textOf(Track track, int index) {
    if (origin == Origin.REPORT) {
      return "operation " + track.note(index);
    }
    String note = notes[track.note(index)];
    int at = note.indexOf(SEPARATOR);
    return at < 0 ? note : note.substring(0, at);
  }

  /** Where in the source a zone is; empty if that is not known. */
  public String sourceOf(Track track, int index) {
    String note = origin == Origin.REPORT ? "" : notes[track.note(index)];
    int at = note.indexOf(SEPARATOR);
    return at < 0 ? "" : note.substring(at + 1);
  }

  public Lane lane(int number) {
    return lanes.get(number - 1);
  }

  /**
   * Whether operations and programs have an axis of their own, on which the host's times are none.
   */
  public boolean hasBoardAxis() {
    return !lanes.isEmpty() && lanes.getLast().group().equals(Lane.Group.OF_OPERATIONS);
  }

  /** The lanes of that axis, or those of this machine; all if there is one axis alone. */
  public List<Lane> lanesOn(boolean onBoard) {
    return hasBoardAxis()
        ? lanes.stream().filter(lane -> lane.group().isHost() != onBoard).toList()
        : lanes;
  }

  /** From the first beginning to the last end on these lanes; both 0 if they are empty. */
  public long[] extent(List<Lane> which) {
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    for (Lane lane : which) {
      for (Track track : tracksOf(lane.number())) {
        if (track.size() > 0) {
          first = Math.min(first, track.start(0));
          last = Math.max(last, track.end(track.size() - 1));
        }
      }
    }
    return first > last ? new long[2] : new long[] {first, last};
  }

  /** Tracks of a lane, the outermost first. */
  public List<Track> tracksOf(int lane) {
    return tracks.get(lane - 1);
  }

  public long zones() {
    return tracks.stream().flatMap(List::stream).mapToLong(Track::size).sum();
  }
}
