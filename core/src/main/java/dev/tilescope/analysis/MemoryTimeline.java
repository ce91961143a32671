package dev.tilescope.analysis;

import dev.tilescope.analysis.BufferLifetimes.Lifetime;
import dev.tilescope.analysis.BufferLifetimes.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How much of each memory buffers took, operation by operation.
 *
 * @param regions by device, then by memory
 */
public record MemoryTimeline(List<RegionTimeline> regions) {
  public MemoryTimeline {
    regions = List.copyOf(regions);
  }

  /**
   * @param points in the order of time; none for operations that changed nothing
   */
  public record RegionTimeline(Region region, List<Point> points) {
    public RegionTimeline {
      points = List.copyOf(points);
    }
  }

  /**
   * @param step the operation, by {@link OperationClock}; -1 before the first
   * @param peakBytes the most while it was the latest operation
   * @param endBytes what was left as the next one began
   */
  public record Point(int step, long peakBytes, long endBytes) {}

  private static final class Series {
    final List<Point> points = new ArrayList<>();
    int step = Integer.MIN_VALUE;
    long now;
    long peak;

    void add(int at, long bytes) {
      if (at != step) {
        close();
        step = at;
        peak = now;
      }
      now += bytes;
      peak = Math.max(peak, now);
    }

    void close() {
      if (step != Integer.MIN_VALUE) {
        points.add(new Point(step, peak, now));
      }
    }
  }

  public static MemoryTimeline of(BufferLifetimes buffers) {
    Map<Region, Series> series = new TreeMap<>();
    MemoryEvents.visit(
        buffers.lifetimes(),
        Lifetime::freedPosition,
        (position, lifetime, begins) ->
            series
                .computeIfAbsent(lifetime.region(), _ -> new Series())
                .add(
                    buffers.clock().stepAt(position),
                    begins ? lifetime.bytes() : -lifetime.bytes()));
    List<RegionTimeline> regions = new ArrayList<>();
    series.forEach((region, points) -> {
      points.close();
      regions.add(new RegionTimeline(region, points.points));
    });
    return new MemoryTimeline(regions);
  }
}
