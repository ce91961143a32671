package dev.tilescope.serve.memory;

import dev.tilescope.serve.OpenReport;
import java.util.HashMap;
import java.util.Map;

/**
 * Where each region begins and ends in a bank. L1 begins where circular buffers do and ends where
 * L1_SMALL begins, or with the core's memory; of other regions only what was used is known.
 */
final class RegionBounds {
  private static final int L1_SMALL = 3;

  private record Device(long firstBuffer, long workerBytes) {}

  private final long[] low;
  private final long[] high;

  private final long[] usedLow;
  private final long[] usedHigh;

  private RegionBounds(long[] low, long[] high, long[] usedLow, long[] usedHigh) {
    this.low = low;
    this.high = high;
    this.usedLow = usedLow;
    this.usedHigh = usedHigh;
  }

  static RegionBounds of(OpenReport report, Spans spans, int rank) {
    Map<Integer, Device> devices = devices(report, rank);
    int count = spans.regions().size();
    RegionBounds used = used(spans);
    long[] low = used.low.clone();
    long[] high = used.high.clone();
    for (int r = 0; r < count; r++) {
      Spans.Region region = spans.regions().get(r);
      Device device = devices.get(region.deviceId());
      if (region.type() == MemoryEndpoints.L1 && device != null && device.workerBytes() > 0) {
        int small = spans.regions().indexOf(new Spans.Region(region.deviceId(), L1_SMALL));
        low[r] = Math.min(low[r], Math.max(0, device.firstBuffer()));
        high[r] = Math.max(high[r], small < 0 ? device.workerBytes() : used.low[small]);
      }
    }
    return new RegionBounds(low, high, used.low, used.high);
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
    return new RegionBounds(low, high, low, high);
  }

  long low(int region) {
    return low[region];
  }

  long high(int region) {
    return high[region];
  }

  /** The lowest address that was used. */
  long usedLow(int region) {
    return usedLow[region];
  }

  /** Where the highest buffer ended. */
  long usedHigh(int region) {
    return usedHigh[region];
  }
}
