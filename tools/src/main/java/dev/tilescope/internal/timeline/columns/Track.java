package dev.tilescope.internal.timeline.columns;

import java.util.Arrays;

/**
 * Zones of one lane at one depth, in the order of time. They do not overlap, so that both columns
 * of times are sorted.
 */
public final class Track {
  private final int lane;
  private final int depth;
  private long[] starts = new long[16];
  private long[] ends = new long[16];
  private int[] names = new int[16];
  private int[] notes = new int[16];
  private int size;

  public Track(int lane, int depth) {
    this.lane = lane;
    this.depth = depth;
  }

  /** Adds a zone that has not ended; returns its index. */
  int begin(long nanos) {
    if (size == starts.length) {
      resize(size + (size >> 1));
    }
    starts[size] = size == 0 ? nanos : Math.max(nanos, ends[size - 1]);
    ends[size] = starts[size];
    return size++;
  }

  void end(int index, long nanos, int name, int note) {
    ends[index] = Math.max(nanos, starts[index]);
    names[index] = name;
    notes[index] = note;
  }

  void trim() {
    resize(size);
  }

  private void resize(int length) {
    starts = Arrays.copyOf(starts, length);
    ends = Arrays.copyOf(ends, length);
    names = Arrays.copyOf(names, length);
    notes = Arrays.copyOf(notes, length);
  }

  /** The first zone that ends after a moment. */
  public int firstEndingAfter(long nanos) {
    int at = Arrays.binarySearch(ends, 0, size, nanos);
    if (at < 0) {
      return -at - 1;
    }
    while (at < size && ends[at] == nanos) {
      at++;
    }
    return at;
  }

  /** The zone in which a moment lies, or -1. */
  public int at(long nanos) {
    int found = firstEndingAfter(nanos);
    return found < size && starts[found] <= nanos ? found : -1;
  }

  public int lane() {
    return lane;
  }

  public int depth() {
    return depth;
  }

  public int size() {
    return size;
  }

  public long start(int index) {
    return starts[index];
  }

  public long end(int index) {
    return ends[index];
  }

  public long nanos(int index) {
    return ends[index] - starts[index];
  }

  /** Number of its name. */
  public int name(int index) {
    return names[index];
  }

  /** Number of its note. */
  public int note(int index) {
    return notes[index];
  }
}
