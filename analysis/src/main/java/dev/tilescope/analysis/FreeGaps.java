package dev.tilescope.analysis;

import java.util.Map;
import java.util.TreeMap;

/** The holes between blocks in one bank, with the largest always at hand. */
final class FreeGaps {
  private final long low;
  private final long high;
  private final TreeMap<Long, Long> endByStart = new TreeMap<>();
  private final TreeMap<Long, Integer> gapCounts = new TreeMap<>();
  private long usedBytes;

  FreeGaps(long low, long high) {
    this.low = low;
    this.high = high;
    count(high - low, 1);
  }

  long usedBytes() {
    return usedBytes;
  }

  long freeBytes() {
    return high - low - usedBytes;
  }

  long largestBytes() {
    return gapCounts.isEmpty() ? 0 : gapCounts.lastKey();
  }

  /** False, and nothing changes, if the block is not wholly inside a hole. */
  boolean take(long start, long bytes) {
    if (bytes <= 0 || start < before(start) || bytes > after(start) - start) {
      return false;
    }
    count(after(start) - before(start), -1);
    count(start - before(start), 1);
    count(after(start) - start - bytes, 1);
    endByStart.put(start, start + bytes);
    usedBytes += bytes;
    return true;
  }

  void release(long start) {
    Long end = endByStart.remove(start);
    if (end != null) {
      count(start - before(start), -1);
      count(after(start) - end, -1);
      count(after(start) - before(start), 1);
      usedBytes -= end - start;
    }
  }

  /** Where the hole around an address begins, if the address lies in one. */
  private long before(long address) {
    Map.Entry<Long, Long> block = endByStart.floorEntry(address);
    return block == null ? low : block.getValue();
  }

  private long after(long address) {
    Long next = endByStart.ceilingKey(address);
    return next == null ? high : next;
  }

  private void count(long bytes, int change) {
    if (bytes > 0) {
      gapCounts.merge(bytes, change, (a, b) -> a + b == 0 ? null : a + b);
    }
  }
}
