package dev.tilescope.analysis;

import dev.tilescope.analysis.BufferLifetimes.Lifetime;
import dev.tilescope.model.Report;
import dev.tilescope.model.TilescopeException;
import java.util.List;
import java.util.TreeSet;

/** Every answer about the memory of one report, or of one of its devices. */
public record MemoryUse(
    BufferLifetimes buffers,
    RegionPeaks peaks,
    LateFrees lateFrees,
    Leaks leaks,
    Fragmentation fragmentation,
    MemoryTimeline timeline,
    CorePressure cores) {

  public static MemoryUse of(Report report) {
    BufferLifetimes buffers = BufferLifetimes.of(report.trace());
    return of(report, buffers, CorePressure.of(report, buffers));
  }

  /**
   * @throws TilescopeException if nothing of that device is in the trace
   */
  public static MemoryUse of(Report report, int deviceId) {
    BufferLifetimes all = BufferLifetimes.of(report.trace());
    CorePressure cores = CorePressure.of(report, all);
    checkPresent(deviceId, all, cores);
    List<Lifetime> own =
        all.lifetimes().stream().filter(l -> l.region().deviceId() == deviceId).toList();
    return of(
        report,
        new BufferLifetimes(all.clock(), own),
        new CorePressure(cores.devices().stream().filter(d -> d.deviceId() == deviceId).toList()));
  }

  private static MemoryUse of(Report report, BufferLifetimes buffers, CorePressure cores) {
    return new MemoryUse(
        buffers,
        RegionPeaks.of(buffers),
        LateFrees.of(buffers),
        Leaks.of(buffers),
        Fragmentation.of(report, buffers),
        MemoryTimeline.of(buffers),
        cores);
  }

  private static void checkPresent(int deviceId, BufferLifetimes buffers, CorePressure cores) {
    TreeSet<Integer> present = new TreeSet<>();
    buffers.lifetimes().forEach(l -> present.add(l.region().deviceId()));
    cores.devices().forEach(d -> present.add(d.deviceId()));
    if (!present.contains(deviceId)) {
      throw new TilescopeException(
          "device "
              + deviceId
              + " uses no memory in this trace; "
              + (present.isEmpty() ? "no device does" : "those that do: " + present));
    }
  }
}
