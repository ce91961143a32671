package dev.tilescope.internal.timeline.columns;

import dev.tilescope.internal.timeline.Lane;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What ran on some lanes between two moments, added up by who called it, and by name. */
public final class TimelineSums {
  /** Zones in more different places are added to the place around them alone. */
  private static final int MAX_CALLS = 20_000;

  /** All zones of a name that the same zones are around. */
  public static final class Call {
    private final int name;
    private final Map<Integer, Call> inner = new HashMap<>();
    private long count;
    private long nanos;

    private Call(int name) {
      this.name = name;
    }

    /** Number of its name; of all together -1. */
    public int name() {
      return name;
    }

    public long count() {
      return count;
    }

    public long nanos() {
      return nanos;
    }

    /** What it called, the longest first. */
    public List<Call> inner() {
      return inner.values().stream()
          .sorted(Comparator.comparingLong(Call::nanos).reversed())
          .toList();
    }

    private long ownNanos() {
      return nanos - inner.values().stream().mapToLong(Call::nanos).sum();
    }
  }

  /**
   * All zones of a name.
   *
   * @param nanos of which none is counted twice where a zone is inside another of its name
   * @param ownNanos without what is inside them
   */
  public record Sum(int name, long count, long nanos, long ownNanos) {
    private Sum and(Sum other) {
      return new Sum(name, count + other.count, nanos + other.nanos, ownNanos + other.ownNanos);
    }
  }

  private final Call all = new Call(-1);
  private final long from;
  private final long to;
  private int calls;

  public TimelineSums(TimelineColumns columns, Collection<Lane> lanes, long from, long to) {
    this.from = from;
    this.to = to;
    for (Lane lane : lanes) {
      add(columns.tracksOf(lane.number()), 0, from, to, all);
    }
    all.nanos = all.inner.values().stream().mapToLong(Call::nanos).sum();
  }

  /** The zones at a depth that are within those around them. */
  private void add(List<Track> tracks, int depth, long begin, long end, Call into) {
    if (depth >= tracks.size()) {
      return;
    }
    Track track = tracks.get(depth);
    for (int i = track.firstEndingAfter(begin); i < track.size() && track.start(i) < end; i++) {
      Call call = into.inner.get(track.name(i));
      if (call == null && calls++ < MAX_CALLS) {
        call = new Call(track.name(i));
        into.inner.put(call.name, call);
      }
      if (call != null) {
        long first = Math.max(from, track.start(i));
        long last = Math.min(to, track.end(i));
        call.count++;
        call.nanos += last - first;
        add(tracks, depth + 1, first, last, call);
      }
    }
  }

  /** What was called by nothing else is inside of it. */
  public Call all() {
    return all;
  }

  /** By name, the longest first. */
  public List<Sum> byName() {
    Map<Integer, Sum> sums = new HashMap<>();
    add(all, new ArrayList<>(), sums);
    return sums.values().stream().sorted(Comparator.comparingLong(Sum::nanos).reversed()).toList();
  }

  private static void add(Call around, List<Integer> path, Map<Integer, Sum> sums) {
    for (Call call : around.inner.values()) {
      long nanos = path.contains(call.name) ? 0 : call.nanos;
      sums.merge(call.name, new Sum(call.name, call.count, nanos, call.ownNanos()), Sum::and);
      path.add(call.name);
      add(call, path, sums);
      path.removeLast();
    }
  }
}
