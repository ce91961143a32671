package dev.tilescope.analysis;

import dev.tilescope.analysis.BufferLifetimes.Lifetime;
import dev.tilescope.analysis.BufferLifetimes.Moment;
import dev.tilescope.analysis.BufferLifetimes.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The most that buffers took of each memory of each device, what was alive then, and how much less
 * it could have been. Program memory such as circular buffers is not counted here but in {@link
 * CorePressure}: it is measured on one core, buffers over all banks.
 *
 * @param regions by device, then by memory
 */
public record RegionPeaks(List<RegionPeak> regions) {
  public RegionPeaks {
    regions = List.copyOf(regions);
  }

  /**
   * @param at the allocation that first reached the peak; null if it stood before the capture
   * @param live what was alive, oldest first
   * @param lateBytes the part of it that no later operation needed
   * @param bytesIfFreedInTime the peak, had each buffer been freed right after its last use
   */
  public record RegionPeak(
      Region region,
      long bytes,
      @Nullable Moment at,
      List<Lifetime> live,
      long lateBytes,
      long bytesIfFreedInTime) {
    public RegionPeak {
      live = List.copyOf(live);
    }

    /** What the live buffers take of one bank, -1 if the trace does not say for each. */
    public long bytesPerBank() {
      boolean known = live.stream().allMatch(l -> l.bytesPerBank() >= 0);
      return known ? live.stream().mapToLong(Lifetime::bytesPerBank).sum() : -1;
    }
  }

  private static final class Meter {
    long now;
    long most = -1;
    int at = -1;
    @Nullable Moment reachedBy;

    void add(long bytes, int position, @Nullable Moment by) {
      now += bytes;
      if (now > most) {
        most = now;
        at = position;
        reachedBy = by;
      }
    }
  }

  public static RegionPeaks of(BufferLifetimes buffers) {
    List<Lifetime> all = buffers.lifetimes();
    Map<Region, Meter> real = meters(all, Lifetime::freedPosition);
    Map<Region, Meter> ideal = meters(all, Lifetime::freeablePosition);
    Map<Region, List<Lifetime>> live = new TreeMap<>();
    for (Lifetime lifetime : all) {
      Meter meter = real.get(lifetime.region());
      if (meter != null && lifetime.isLiveAt(meter.at)) {
        live.computeIfAbsent(lifetime.region(), _ -> new ArrayList<>()).add(lifetime);
      }
    }
    List<RegionPeak> peaks = new ArrayList<>();
    real.forEach((region, meter) -> {
      Meter inTime = ideal.get(region);
      peaks.add(
          peak(
              region,
              meter,
              live.getOrDefault(region, List.of()),
              inTime == null ? 0 : inTime.most));
    });
    return new RegionPeaks(peaks);
  }

  private static Map<Region, Meter> meters(List<Lifetime> all, ToIntFunction<Lifetime> end) {
    Map<Region, Meter> meters = new TreeMap<>();
    MemoryEvents.visit(
        all,
        end,
        (position, lifetime, begins) ->
            meters
                .computeIfAbsent(lifetime.region(), _ -> new Meter())
                .add(begins ? lifetime.bytes() : -lifetime.bytes(), position, lifetime.made()));
    return meters;
  }

  private static RegionPeak peak(
      Region region, Meter meter, List<Lifetime> live, long bytesIfFreedInTime) {
    long late =
        live.stream()
            .filter(l -> l.freeablePosition() <= meter.at)
            .mapToLong(Lifetime::bytes)
            .sum();
    return new RegionPeak(region, meter.most, meter.reachedBy, live, late, bytesIfFreedInTime);
  }
}
