package dev.tilescope.ops.internal.kernel;

import java.util.Arrays;

/**
 * Sorting and selecting along lines. Each element becomes one 64-bit key, its rank in the high half
 * and its index in the low one, so that sorting plain longs is a stable sort which also yields the
 * indices. The order is PyTorch's: NaN is the greatest, both zeros are equal.
 */
final class Ordering {
  private static final int GRAIN_ELEMENTS = 1 << 13;
  private static final long INDEX = 0xFFFFFFFFL;

  /** The 32-bit rank of the element at an index: smaller comes first, as a signed number. */
  interface Ranks {
    int of(int at);
  }

  /** Copies the element at one index to another. */
  interface Values {
    void move(int from, int to);
  }

  private Ordering() {}

  static Ranks ranks(float[] in, boolean descending) {
    return descending ? at -> ~rank(in[at]) : at -> rank(in[at]);
  }

  static Ranks ranks(int[] in, boolean unsigned, boolean descending) {
    int flip = (unsigned ? Integer.MIN_VALUE : 0) ^ (descending ? -1 : 0);
    return at -> in[at] ^ flip;
  }

  /** Floats as integers of the same order: the magnitude bits of negative ones are reversed. */
  private static int rank(float value) {
    if (Float.isNaN(value)) {
      return Integer.MAX_VALUE;
    }
    int bits = Float.floatToRawIntBits(value + 0f);
    return bits ^ (bits >> 31 & Integer.MAX_VALUE);
  }

  /** The first {@code count} of each row of width elements, in order. */
  static void firstOfRows(
      Parallel parallel,
      Ranks ranks,
      Values values,
      int rows,
      int width,
      int count,
      int[] indices) {
    parallel.forRange(
        rows,
        Math.max(1, GRAIN_ELEMENTS / width),
        (from, to) -> {
          long[] keys = new long[count];
          for (int row = from; row < to; row++) {
            select(ranks, row * width, width, keys);
            Arrays.sort(keys);
            for (int i = 0; i < count; i++) {
              int index = (int) keys[i];
              indices[row * count + i] = index;
              values.move(row * width + index, row * count + i);
            }
          }
        });
  }

  /** The smallest keys of a row, in a heap with the greatest on top that others must beat. */
  private static void select(Ranks ranks, int at, int width, long[] keys) {
    for (int i = 0; i < keys.length; i++) {
      keys[i] = key(ranks, at, i);
    }
    if (keys.length == width) {
      return;
    }
    for (int i = keys.length / 2 - 1; i >= 0; i--) {
      sink(keys, i, keys[i]);
    }
    for (int i = keys.length; i < width; i++) {
      long key = key(ranks, at, i);
      if (key < keys[0]) {
        sink(keys, 0, key);
      }
    }
  }

  private static long key(Ranks ranks, int at, int index) {
    return (long) ranks.of(at + index) << 32 | index & INDEX;
  }

  /** Puts a key at a place whose children are heaps, or below them. */
  private static void sink(long[] heap, int place, long key) {
    int at = place;
    for (int child = 2 * at + 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && heap[child + 1] > heap[child]) {
        child++;
      }
      if (heap[child] <= key) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = key;
  }

  /** The index of the first element of each line that none precedes in the order of ranks. */
  static void firstIndex(Parallel parallel, Ranks ranks, Lines lines, int[] out) {
    int inner = lines.inner();
    parallel.forRange(
        lines.outer(),
        Math.max(1, GRAIN_ELEMENTS / (lines.length() * inner)),
        (from, to) -> {
          int[] best = new int[inner];
          for (int outer = from; outer < to; outer++) {
            int at = outer * lines.length() * inner;
            if (inner == 1) {
              out[outer] = firstIndex(ranks, at, lines.length());
            } else {
              firstIndices(ranks, at, lines.length(), best, out, outer * inner);
            }
          }
        });
  }

  private static int firstIndex(Ranks ranks, int at, int length) {
    int first = 0;
    int best = ranks.of(at);
    for (int i = 1; i < length; i++) {
      int rank = ranks.of(at + i);
      if (rank < best) {
        best = rank;
        first = i;
      }
    }
    return first;
  }

  /** Neighbouring lines at once, so that memory is read in order. */
  private static void firstIndices(
      Ranks ranks, int at, int length, int[] best, int[] out, int outAt) {
    int inner = best.length;
    for (int i = 0; i < length; i++) {
      for (int j = 0; j < inner; j++) {
        int rank = ranks.of(at + i * inner + j);
        if (i == 0 || rank < best[j]) {
          best[j] = rank;
          out[outAt + j] = i;
        }
      }
    }
  }
}
