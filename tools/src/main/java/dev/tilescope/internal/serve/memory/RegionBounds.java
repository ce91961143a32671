package dev.tilescope.internal.serve.memory;

import dev.tilescope.internal.serve.data.MemoryLevels;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import dev.tilescope.model.BufferType;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Where a region begins and ends in a bank. L1 begins where circular buffers do and ends where
 * L1_SMALL begins, or with the core's memory; of other regions only what was used is known.
 *
 * <p>Buffers of tensors and of kernels lie at opposite ends of DRAM with nothing between: what is
 * worth a first look is the end with more in it.
 *
 * @param low where it begins
 * @param high where it ends
 * @param usedLow where what is worth a look begins
 * @param usedHigh where that ends
 * @param isSized the report says how large a bank is; otherwise the end is that of the last buffer
 * @param isPlaced buffers have addresses of their own
 */
record RegionBounds(
    long low, long high, long usedLow, long usedHigh, boolean isSized, boolean isPlaced) {
  private static final int BUCKETS = 2_048;
  private static final int LOOKED_AT = 20_000;

  private record Device(long firstBuffer, long workerBytes) {}

  private record Range(long low, long high) {}

  /** Of all regions of a rank, in their order. */
  static List<RegionBounds> of(OpenReport report, Spans spans, int rank) {
    return report.keepOfRank(
        RegionBounds.class,
        rank,
        database -> {
          Map<Integer, Device> devices = devices(database, rank);
          return IntStream.range(0, spans.regions().size())
              .mapToObj(region -> of(spans, region, devices))
              .toList();
        });
  }

  private static Map<Integer, Device> devices(ReadOnlyDatabase database, int rank) {
    Map<Integer, Device> devices = new HashMap<>();
    database.forEach(
        "SELECT device_id, address_at_first_l1_cb_buffer, worker_l1_size FROM devices"
            + " WHERE rank = ? LIMIT 10000",
        row -> devices.put(row.getInt(1), new Device(row.getLong(2), row.getLong(3))),
        rank);
    return devices;
  }

  private static RegionBounds of(Spans spans, int region, Map<Integer, Device> devices) {
    Spans.Region memory = spans.regions().get(region);
    Device device = devices.get(memory.deviceId());
    Range used = used(spans, region);
    Range look = look(spans, region, used);
    boolean isSized =
        memory.type() == MemoryLevels.L1 && device != null && device.workerBytes() > 0;
    Range whole = isSized && device != null ? sized(spans, memory, device, used) : used;
    return new RegionBounds(
        whole.low, whole.high, look.low, look.high, isSized, isPlaced(spans, region));
  }

  private static Range sized(Spans spans, Spans.Region memory, Device device, Range used) {
    int small =
        spans.regions().indexOf(new Spans.Region(memory.deviceId(), BufferType.L1_SMALL.code()));
    return new Range(
        Math.min(used.low, Math.max(0, device.firstBuffer())),
        Math.max(used.high, small < 0 ? device.workerBytes() : used(spans, small).low));
  }

  private static Range used(Spans spans, int region) {
    long low = Long.MAX_VALUE;
    long high = 0;
    for (int span : spans.byArea(region)) {
      low = Math.min(low, spans.address(span));
      high = Math.max(high, spans.address(span) + spans.bankBytes(span));
    }
    return new Range(low, Math.max(high, low + 1));
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
  private static Range look(Spans spans, int region, Range used) {
    long from = used.low;
    double step = (used.high - from) / (double) BUCKETS;
    double[] area = new double[BUCKETS + 1];
    int[] changes = new int[BUCKETS + 2];
    for (int span : spans.byArea(region)) {
      int first = bucket(spans.address(span) - from, step);
      changes[first]++;
      changes[bucket(spans.address(span) - from + spans.bankBytes(span), step) + 1]--;
      area[first] += (double) spans.bankBytes(span) * (spans.to(span) - spans.from(span));
    }
    Hole hole = Hole.largest(changes);
    if (hole.to - hole.from <= BUCKETS / 2) {
      return used;
    }
    double below = Arrays.stream(area, 0, hole.from).sum();
    return below >= Arrays.stream(area, hole.to, area.length).sum()
        ? new Range(from, from + (long) Math.ceil(hole.from * step))
        : new Range(from + (long) (hole.to * step), used.high);
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
}
