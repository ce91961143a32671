package dev.tilescope.serve.memory;

import dev.tilescope.serve.OpenReport;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/**
 * Where each region begins and ends in a bank. L1 begins where circular buffers do and ends where
 * L1_SMALL begins, or with the core's memory; of other regions only what was used is known.
 *
 * <p>Buffers of tensors and of kernels lie at opposite ends of DRAM with nothing between: what is
 * worth a first look is the end with more in it.
 */
final class RegionBounds {
  private static final int L1_SMALL = 3;
  private static final int BUCKETS = 2_048;
  private static final int LOOKED_AT = 20_000;

  private record Device(long firstBuffer, long workerBytes) {}

  private final long[] low;
  private final long[] high;

  private final long[] usedLow;
  private final long[] usedHigh;
  private final boolean[] sized;
  private final boolean[] placed;

  private RegionBounds(
      long[] low, long[] high, long[] usedLow, long[] usedHigh, boolean[] sized, boolean[] placed) {
    this.low = low;
    this.high = high;
    this.usedLow = usedLow;
    this.usedHigh = usedHigh;
    this.sized = sized;
    this.placed = placed;
  }

  static RegionBounds of(OpenReport report, Spans spans, int rank) {
    Map<Integer, Device> devices = devices(report, rank);
    int count = spans.regions().size();
    RegionBounds used = used(spans);
    long[] low = used.low.clone();
    long[] high = used.high.clone();
    boolean[] sized = new boolean[count];
    boolean[] placed = new boolean[count];
    for (int r = 0; r < count; r++) {
      placed[r] = isPlaced(spans, r);
      Spans.Region region = spans.regions().get(r);
      Device device = devices.get(region.deviceId());
      if (region.type() == MemoryEndpoints.L1 && device != null && device.workerBytes() > 0) {
        int small = spans.regions().indexOf(new Spans.Region(region.deviceId(), L1_SMALL));
        sized[r] = true;
        low[r] = Math.min(low[r], Math.max(0, device.firstBuffer()));
        high[r] = Math.max(high[r], small < 0 ? device.workerBytes() : used.low[small]);
      }
    }
    long[] lookLow = used.low.clone();
    long[] lookHigh = used.high.clone();
    for (int r = 0; r < count; r++) {
      look(spans, r, lookLow, lookHigh);
    }
    return new RegionBounds(low, high, lookLow, lookHigh, sized, placed);
  }

  private static Map<Integer, Device> devices(OpenReport report, int rank) {
    Map<Integer, Device> devices = new HashMap<>();
    report.ask(database -> {
      database.forEach(
          "SELECT device_id, address_at_first_l1_cb_buffer, worker_l1_size FROM devices"
              + " WHERE rank = ? LIMIT 10000",
          row -> devices.put(row.getInt(1), new Device(row.getLong(2), row.getLong(3))),
          rank);
      return devices;
    });
    return devices;
  }

  private static RegionBounds used(Spans spans) {
    int count = spans.regions().size();
    long[] low = new long[count];
    long[] high = new long[count];
    for (int r = 0; r < count; r++) {
      low[r] = Long.MAX_VALUE;
      for (int span : spans.byArea(r)) {
        low[r] = Math.min(low[r], spans.address(span));
        high[r] = Math.max(high[r], spans.address(span) + spans.bankBytes(span));
      }
      high[r] = Math.max(high[r], low[r] + 1);
    }
    return new RegionBounds(low, high, low, high, new boolean[0], new boolean[0]);
  }

  /**
   * No two buffers stand at one address at the same time: without dispatch all are at 0. Looks at
   * the largest, in the order of time.
   */
  private static boolean isPlaced(Spans spans, int region) {
    Map<Long, Integer> freed = new HashMap<>();
    return Arrays.stream(spans.byArea(region))
        .limit(LOOKED_AT)
        .filter(span -> spans.first(span) < spans.freed(span))
        .boxed()
        .sorted(Comparator.comparingInt(spans::first))
        .allMatch(span -> {
          Integer before = freed.put(spans.address(span), spans.freed(span));
          return before == null || before <= spans.first(span);
        });
  }

  /** Leaves off the emptier side of a hole that takes more than half. */
  private static void look(Spans spans, int region, long[] low, long[] high) {
    long from = low[region];
    double step = (high[region] - from) / (double) BUCKETS;
    double[] area = new double[BUCKETS + 1];
    int[] changes = new int[BUCKETS + 2];
    for (int span : spans.byArea(region)) {
      int first = bucket(spans.address(span) - from, step);
      changes[first]++;
      changes[bucket(spans.address(span) - from + spans.bankBytes(span), step) + 1]--;
      area[first] += (double) spans.bankBytes(span) * (spans.to(span) - spans.from(span));
    }
    Hole hole = Hole.largest(changes);
    if (hole.to - hole.from > BUCKETS / 2) {
      boolean below = sum(area, 0, hole.from) >= sum(area, hole.to, area.length);
      low[region] = below ? from : from + (long) (hole.to * step);
      high[region] = below ? from + (long) Math.ceil(hole.from * step) : high[region];
    }
  }

  private static int bucket(long offset, double step) {
    return (int) Math.min(BUCKETS, offset / step);
  }

  /** Buckets in which nothing lies. */
  private record Hole(int from, int to) {
    /**
     * @param changes of how many buffers lie in a bucket, against the one before
     */
    static Hole largest(int[] changes) {
      Hole largest = new Hole(0, 0);
      int begins = 0;
      int depth = 0;
      for (int b = 0; b < BUCKETS; b++) {
        depth += changes[b];
        begins = depth > 0 ? b + 1 : begins;
        if (b + 1 - begins > largest.to - largest.from) {
          largest = new Hole(begins, b + 1);
        }
      }
      return largest;
    }
  }

  private static double sum(double[] values, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += values[i];
    }
    return sum;
  }

  long low(int region) {
    return low[region];
  }

  long high(int region) {
    return high[region];
  }

  /** The report says how large a bank is; otherwise the end is that of the last buffer. */
  boolean isSized(int region) {
    return sized[region];
  }

  /** Buffers have addresses of their own. */
  boolean isPlaced(int region) {
    return placed[region];
  }

  /** Where what is worth a look begins. */
  long usedLow(int region) {
    return usedLow[region];
  }

  /** Where what is worth a look ends. */
  long usedHigh(int region) {
    return usedHigh[region];
  }
}
