package dev.tilescope.internal.tracy;

import java.util.Arrays;

/**
 * The zones of one thread or lane, in the bytes of the file.
 *
 * <p>How many zones a zone has inside stands before them, but is known when it ends: eight bytes
 * are kept free, and filled in then. Times are differences to the one before, in the order of the
 * file: so begin, what is inside, end. No time is before the one before it, and no zone is shorter
 * than a nanosecond, as Tracy leaves empty ones out of its statistics.
 */
abstract sealed class ZoneTimeline permits ThreadZones, GpuZones {
  /** Tracy reads zones inside zones by recursion, on threads that may have half a megabyte. */
  static final int MOST_DEPTH = 1 << 10;

  private final SpilledBytes bytes;
  private final ZoneTotals totals;
  private long[] begins = new long[8];
  private long[] kept = new long[8];
  private int[] inside = new int[8];
  private int depth;
  private int skipped;
  private int roots;
  private long zones;
  private final long latestNanos;
  private long firstNanos;
  private long lastNanos;

  /**
   * @param earliestNanos times before it are taken for it; those after the latest likewise
   */
  ZoneTimeline(SpillFile file, ZoneTotals totals, long earliestNanos, long latestNanos) {
    this.bytes = new SpilledBytes(file);
    this.totals = totals;
    this.lastNanos = earliestNanos;
    this.latestNanos = latestNanos;
  }

  /** Writes what stands before the eight bytes to fill in. */
  abstract void putBegin(SpilledBytes to, long nanos, int location);

  /** Writes what stands after the zones inside. */
  abstract void putEnd(SpilledBytes to, long nanos);

  /** The eight bytes. */
  abstract long filling(int depth, int zonesInside);

  void begin(long nanos, int location) {
    if (depth == MOST_DEPTH) {
      skipped++;
      totals.tooDeep++;
      return;
    }
    if (depth == begins.length) {
      grow();
    }
    lastNanos = Math.max(lastNanos, Math.min(nanos, latestNanos));
    if (zones == 0) {
      firstNanos = lastNanos;
    }
    putBegin(bytes, lastNanos, location);
    begins[depth] = lastNanos;
    kept[depth] = bytes.size();
    inside[depth] = 0;
    bytes.put64(0);
    if (depth == 0) {
      roots++;
    } else {
      inside[depth - 1]++;
    }
    depth++;
    zones++;
    totals.count(location);
  }

  private void grow() {
    begins = Arrays.copyOf(begins, 2 * depth);
    kept = Arrays.copyOf(kept, 2 * depth);
    inside = Arrays.copyOf(inside, 2 * depth);
  }

  void end(long nanos) {
    if (skipped > 0) {
      skipped--;
      return;
    }
    if (depth == 0) {
      return;
    }
    depth--;
    long atLeast = Math.max(lastNanos, begins[depth] + 1);
    lastNanos = Math.max(atLeast, Math.min(nanos, latestNanos));
    putEnd(bytes, lastNanos);
    totals.parents += inside[depth] > 0 ? 1 : 0;
    long filling = filling(depth, inside[depth]);
    if (filling != 0) {
      bytes.patch64(kept[depth], filling);
    }
  }

  /** Nothing follows. */
  void seal() {
    skipped = 0;
    while (depth > 0) {
      end(lastNanos);
    }
    bytes.seal();
  }

  /** Whether what is said now is said of a zone of the file. */
  boolean isInZone() {
    return depth > 0 && skipped == 0;
  }

  int depth() {
    return depth;
  }

  int roots() {
    return roots;
  }

  long zones() {
    return zones;
  }

  /** The time of its first event; 0 if there is none. */
  long firstNanos() {
    return firstNanos;
  }

  /** The time of its last event. */
  long lastNanos() {
    return lastNanos;
  }

  SpilledBytes bytes() {
    return bytes;
  }
}
