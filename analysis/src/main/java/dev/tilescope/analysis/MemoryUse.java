package dev.tilescope.analysis;

import dev.tilescope.memory.FullMoment;
import dev.tilescope.model.Report;
import dev.tilescope.model.TilescopeException;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/** Every answer about the memory of one report, or of one of its devices. */
public record MemoryUse(
    BufferLifetimes buffers,
    List<FullMoment> moments,
    LateFrees lateFrees,
    Leaks leaks,
    Fragmentation fragmentation,
    MemoryLevels levels,
    CorePressure cores) {
  public MemoryUse {
    moments = List.copyOf(moments);
  }

  public static MemoryUse of(Report report) {
    return of(report, _ -> true);
  }

  /**
   * @throws TilescopeException if nothing of that device is in the trace
   */
  public static MemoryUse of(Report report, int deviceId) {
    MemoryUse own = of(report, id -> id == deviceId);
    if (own.buffers.lifetimes().isEmpty() && own.cores.devices().isEmpty()) {
      throw absent(report, deviceId);
    }
    return own;
  }

  private static MemoryUse of(Report report, IntPredicate wanted) {
    BufferLifetimes all = BufferLifetimes.of(report.trace());
    BufferLifetimes buffers =
        new BufferLifetimes(
            all.clock(),
            all.lifetimes().stream().filter(l -> wanted.test(l.region().deviceId())).toList());
    CorePressure cores = CorePressure.of(report, all);
    MemoryLevels levels = MemoryLevels.of(report);
    return new MemoryUse(
        buffers,
        FullMoments.of(report, all, levels).stream()
            .filter(m -> wanted.test(m.device().deviceId()))
            .toList(),
        LateFrees.of(buffers),
        Leaks.of(buffers),
        Fragmentation.of(report, buffers),
        levels,
        new CorePressure(cores.devices().stream().filter(d -> wanted.test(d.deviceId())).toList()));
  }

  private static TilescopeException absent(Report report, int deviceId) {
    MemoryUse all = of(report);
    TreeSet<Integer> present = new TreeSet<>();
    all.buffers.lifetimes().forEach(l -> present.add(l.region().deviceId()));
    all.cores.devices().forEach(d -> present.add(d.deviceId()));
    return new TilescopeException(
        "device "
            + deviceId
            + " uses no memory in this trace; "
            + (present.isEmpty() ? "no device does" : "those that do: " + present));
  }
}
