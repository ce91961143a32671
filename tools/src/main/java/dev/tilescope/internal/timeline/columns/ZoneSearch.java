package dev.tilescope.internal.timeline.columns;

import dev.tilescope.internal.timeline.Lane;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.function.ObjIntConsumer;

/** Zones whose name holds a text, in the order of lanes and time. */
public final class ZoneSearch {
  private final List<Track> tracks;
  private final BitSet wanted = new BitSet();
  private final long count;

  public ZoneSearch(TimelineColumns columns, List<Lane> lanes, String text) {
    this.tracks = lanes.stream().flatMap(lane -> columns.tracksOf(lane.number()).stream()).toList();
    String lower = text.toLowerCase(Locale.ROOT);
    for (int i = 0; i < columns.names().length; i++) {
      wanted.set(i, columns.names()[i].toLowerCase(Locale.ROOT).contains(lower));
    }
    this.count = tracks.stream().mapToLong(this::countIn).sum();
  }

  public long count() {
    return count;
  }

  private long countIn(Track track) {
    long found = 0;
    for (int i = 0; i < track.size(); i++) {
      found += wanted.get(track.name(i)) ? 1 : 0;
    }
    return found;
  }

  /**
   * Gives the zone of a place among those found.
   *
   * @param place from 0 to {@link #count} - 1
   */
  public void find(long place, ObjIntConsumer<Track> found) {
    long before = 0;
    for (Track track : tracks) {
      long here = countIn(track);
      if (place < before + here) {
        find(track, place - before, found);
        return;
      }
      before += here;
    }
  }

  private void find(Track track, long place, ObjIntConsumer<Track> found) {
    long left = place;
    for (int i = 0; i < track.size(); i++) {
      if (wanted.get(track.name(i)) && left-- == 0) {
        found.accept(track, i);
        return;
      }
    }
  }
}
