package dev.tilescope.internal.logs;

import dev.tilescope.device.marker.PerfCounterType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Which counters a device counted with, over all its runs: some formulas depend on it. */
final class CounterUse {
  /** Below it, grants and requests are of different events, as on some Blackhole boards. */
  private static final double LEAST_GRANT_RATIO = 0.1;

  private final Map<PerfCounterType, Double> totals = new EnumMap<>(PerfCounterType.class);
  private final List<Double> unpackerGrants = new ArrayList<>();

  void include(CoreCounters core) {
    for (PerfCounterType counter : PerfCounterType.values()) {
      if (core.has(counter)) {
        totals.merge(counter, core.value(counter), Double::sum);
      }
    }
    double requests = core.value(PerfCounterType.L1_0_UNPACKER_0);
    double grants = core.value(PerfCounterType.L1_0_UNPACKER_0_GRANT);
    if (requests > 0 && !Double.isNaN(grants)) {
      unpackerGrants.add(grants / requests);
    }
  }

  boolean has(PerfCounterType counter) {
    return totals.containsKey(counter);
  }

  boolean everCounted(PerfCounterType counter) {
    return totals.getOrDefault(counter, 0.0) > 0;
  }

  boolean unpackerGrantsMatchRequests() {
    return MetricStatistics.of(unpackerGrants.stream().mapToDouble(ratio -> ratio)).median()
        > LEAST_GRANT_RATIO;
  }
}
