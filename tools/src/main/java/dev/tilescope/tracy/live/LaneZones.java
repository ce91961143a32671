package dev.tilescope.tracy.live;

import dev.tilescope.internal.timeline.Lane;
import java.util.Arrays;
import java.util.Comparator;

/** Beginnings and ends of zones on a lane of a device, in the order of time, to be read once. */
final class LaneZones {
  /** The earliest next event first. */
  static final Comparator<LaneZones> BY_NEXT =
      Comparator.comparingLong(LaneZones::nextNanos).thenComparingInt(zones -> zones.lane.number());

  private static final long END = 0;

  private final Lane lane;
  private long[] nanos = new long[16];

  /** Places of zones that begin, or {@link #END}. */
  private long[] places = new long[16];

  private int count;
  private int open;
  private int read;

  LaneZones(Lane lane) {
    this.lane = lane;
  }

  Lane lane() {
    return lane;
  }

  void begin(long at, long place) {
    add(at, place);
    open++;
  }

  /** An end without a beginning, of which an earlier read knew, is none. */
  void end(long at) {
    if (open > 0) {
      add(at, END);
      open--;
    }
  }

  /** A read may end inside a zone: then the zone ends with it. */
  void endAll() {
    while (open > 0) {
      end(nanos[count - 1]);
    }
  }

  /** Clocks that are fitted anew may go back a little, but zones of a lane do not. */
  private void add(long at, long place) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * count);
      places = Arrays.copyOf(places, 2 * count);
    }
    nanos[count] = count == 0 ? at : Math.max(at, nanos[count - 1]);
    places[count++] = place;
  }

  boolean hasNext() {
    return read < count;
  }

  long nextNanos() {
    return nanos[read];
  }

  boolean isNextEnd() {
    return places[read] == END;
  }

  long nextPlace() {
    return places[read];
  }

  void advance() {
    read++;
  }

  void clear() {
    count = 0;
    read = 0;
  }
}
