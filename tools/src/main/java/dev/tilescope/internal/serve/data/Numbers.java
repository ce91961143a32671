package dev.tilescope.internal.serve.data;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntToLongFunction;

/** Arrays of numbers, without a box each. */
public final class Numbers {
  private Numbers() {}

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
}
