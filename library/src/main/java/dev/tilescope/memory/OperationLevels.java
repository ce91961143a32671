package dev.tilescope.memory;

import java.util.Arrays;

/**
 * How full one memory of one device was while each operation ran.
 *
 * @param operations their numbers, ascending
 */
public record OperationLevels(int[] operations, long[] bytes) {
  /** The peak, had something not been there from one operation to another, both included. */
  public long peakWithout(long less, int from, int to) {
    long peak = 0;
    for (int i = 0; i < operations.length; i++) {
      boolean gone = from <= operations[i] && operations[i] <= to;
      peak = Math.max(peak, gone ? bytes[i] - less : bytes[i]);
    }
    return peak;
  }

  /** The fullest operation but one; 0 if there is no other. */
  public int fullestBut(int operation) {
    int fullest = -1;
    for (int i = 0; i < operations.length; i++) {
      if (operations[i] != operation && (fullest < 0 || bytes[i] > bytes[fullest])) {
        fullest = i;
      }
    }
    return fullest < 0 ? 0 : operations[fullest];
  }

  /** 0 for an operation that is not here. */
  public long of(int operation) {
    int found = Arrays.binarySearch(operations, operation);
    return found < 0 ? 0 : bytes[found];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OperationLevels levels
        && Arrays.equals(operations, levels.operations)
        && Arrays.equals(bytes, levels.bytes);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(operations) + Arrays.hashCode(bytes);
  }
}
