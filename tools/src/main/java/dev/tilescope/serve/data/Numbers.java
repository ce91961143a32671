package dev.tilescope.serve.data;

import dev.tilescope.json.JsonWriter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntToLongFunction;

/** Arrays of numbers, without a box each: growing ones, sorted ones, and those of answers. */
public final class Numbers {
  private Numbers() {}

  /** A field of an answer. */
  public static void write(JsonWriter json, String name, long[] numbers) {
    json.name(name).beginArray();
    Arrays.stream(numbers).forEach(json::value);
    json.endArray();
  }

  /** In another order, downwards if wanted. */
  public static int[] sorted(int[] numbers, Comparator<Integer> order, boolean down) {
    return Arrays.stream(numbers)
        .boxed()
        .sorted(down ? order.reversed() : order)
        .mapToInt(i -> i)
        .toArray();
  }

  /** The first index whose number is larger; the size if there is none. */
  public static int firstAbove(IntToLongFunction sorted, int size, long number) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted.applyAsLong(middle) > number) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  public static final class Ints {
    private int[] values = new int[256];
    private int size;

    public void add(int value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
    }

    public void increment(int index) {
      values[index]++;
    }

    public int get(int index) {
      return values[index];
    }

    public int size() {
      return size;
    }

    public int[] toArray() {
      return Arrays.copyOf(values, size);
    }
  }

  public static final class Longs {
    private long[] values = new long[256];
    private int size;

    public void add(long value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
    }

    public void clear() {
      size = 0;
    }

    public long get(int index) {
      return values[index];
    }

    public int size() {
      return size;
    }

    public long[] toArray() {
      return Arrays.copyOf(values, size);
    }
  }
}
