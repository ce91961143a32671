package dev.tilescope.internal.serve.time;

import dev.tilescope.internal.serve.data.Numbers;
import java.util.Arrays;

/**
 * Zones of one lane at one depth, in the order of time. They do not overlap, so that both columns
 * of times are sorted.
 */
final class Track {
  private final int lane;
  private final int depth;
  private long[] starts = new long[16];
  private long[] ends = new long[16];
  private int[] names = new int[16];
  private int[] notes = new int[16];
  private int size;

  Track(int lane, int depth) {
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
  int firstEndingAfter(long nanos) {
    return Numbers.firstAbove(i -> ends[i], size, nanos);
  }

  /** The zone in which a moment lies, or -1. */
  int at(long nanos) {
    int found = firstEndingAfter(nanos);
    return found < size && starts[found] <= nanos ? found : -1;
  }

  int lane() {
    return lane;
  }

  int depth() {
    return depth;
  }

  int size() {
    return size;
  }

  long start(int index) {
    return starts[index];
  }

  long end(int index) {
    return ends[index];
  }

  long nanos(int index) {
    return ends[index] - starts[index];
  }

  /** Number of its name. */
  int name(int index) {
    return names[index];
  }

  /** Number of its note. */
  int note(int index) {
    return notes[index];
  }
}
