package dev.tilescope.analysis;

import dev.tilescope.analysis.BufferLifetimes.Lifetime;
import dev.tilescope.analysis.BufferLifetimes.Region;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.Report;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How broken up the free space of each memory was. An allocation takes the same address in every
 * bank, so one bank tells it for all. Memories whose buffers have no addresses are left out, as in
 * NO_DISPATCH.
 *
 * <p>Free L1 includes what circular buffers take from below: a buffer may go there too.
 */
public record Fragmentation(List<RegionFragmentation> regions) {
  public Fragmentation {
    regions = List.copyOf(regions);
  }

  /**
   * @param lowAddress of the memory in a bank; for DRAM the lowest that was used, since reports do
   *     not say where it begins, or 0 if only the upper half was
   * @param highAddress exclusive
   * @param boundsKnown false if the report does not describe the device, and the bounds are those
   *     of what was used
   * @param samples the state as each operation gave way to the next, where it differed
   * @param worst the most broken up of them; null if there was never anything free, or if no buffer
   *     could be placed
   * @param atPeak the state when most of a bank was taken; null if no buffer could be placed
   * @param unplaced buffers that could not be placed: no size per bank, or across another buffer
   */
  public record RegionFragmentation(
      Region region,
      long lowAddress,
      long highAddress,
      boolean boundsKnown,
      List<Sample> samples,
      @Nullable Sample worst,
      @Nullable Sample atPeak,
      int unplaced) {
    public RegionFragmentation {
      samples = List.copyOf(samples);
    }
  }

  /**
   * @param largestGapBytes the largest buffer, per bank, that would still have fitted
   */
  public record Sample(int step, long usedBytes, long freeBytes, long largestGapBytes) {
    /** The part of the free space that lies outside the largest gap, 0 to 1. */
    public double ratio() {
      return freeBytes <= 0 ? 0 : 1 - (double) largestGapBytes / freeBytes;
    }
  }

  public static Fragmentation of(Report report, BufferLifetimes buffers) {
    Map<Region, List<Lifetime>> byRegion = new TreeMap<>();
    for (Lifetime lifetime : buffers.lifetimes()) {
      if (lifetime.hasAddress()) {
        byRegion.computeIfAbsent(lifetime.region(), _ -> new ArrayList<>()).add(lifetime);
      }
    }
    List<RegionFragmentation> regions = new ArrayList<>();
    byRegion.forEach((region, lifetimes) -> {
      Bounds bounds = Bounds.of(region, report.device(region.deviceId()), byRegion);
      regions.add(new Bank(bounds, buffers.clock()).walk(region, lifetimes));
    });
    return new Fragmentation(regions);
  }

  /** Where a memory begins and ends in a bank. */
  private record Bounds(long low, long high, boolean known) {
    static Bounds of(
        Region region, @Nullable DeviceInfo device, Map<Region, List<Lifetime>> byRegion) {
      Bounds used = used(byRegion.getOrDefault(region, List.of()));
      Bounds whole = device == null ? used : described(region, device, used, byRegion);
      // A description that does not hold what was seen is of no use.
      return whole.low >= 0 && whole.low <= used.low && whole.high >= used.high ? whole : used;
    }

    private static Bounds used(List<Lifetime> lifetimes) {
      long low = Long.MAX_VALUE;
      long high = 0;
      for (Lifetime lifetime : lifetimes) {
        long address = lifetime.description().address();
        low = Math.min(low, address);
        high = Math.max(high, end(address, lifetime.bytesPerBank()));
      }
      return new Bounds(low, high, false);
    }

    private static long end(long address, long bytes) {
      long end = address + Math.max(0, bytes);
      return end < 0 ? Long.MAX_VALUE : end;
    }

    private static Bounds described(
        Region region, DeviceInfo d, Bounds used, Map<Region, List<Lifetime>> byRegion) {
      long l1End = d.addressAtFirstL1CbBuffer() + d.l1BankBytes();
      return switch (region.type()) {
        case L1 -> new Bounds(d.addressAtFirstL1CbBuffer(), l1End, true);
        case L1_SMALL -> new Bounds(l1End, d.workerL1Bytes(), true);
        case TRACE -> new Bounds(used.low, d.dramBytesPerChannel(), true);
        case DRAM -> {
          Region trace = new Region(region.deviceId(), BufferType.TRACE);
          List<Lifetime> above = byRegion.getOrDefault(trace, List.of());
          long end = above.isEmpty() ? d.dramBytesPerChannel() : used(above).low;
          // Kernels go to the top of a bank; where only they are seen, nothing is known of the
          // rest.
          yield new Bounds(used.low < end / 2 ? used.low : 0, end, true);
        }
        case SYSTEM_MEMORY -> used;
      };
    }
  }

  /** One memory of one bank, as time goes by. */
  private static final class Bank {
    private final Bounds bounds;
    private final OperationClock clock;
    private final FreeGaps gaps;
    private final List<Sample> samples = new ArrayList<>();
    private final Set<Integer> placed = new HashSet<>();
    private @Nullable Sample worst;
    private @Nullable Sample atPeak;
    private int step = Integer.MIN_VALUE;
    private int unplaced;

    Bank(Bounds bounds, OperationClock clock) {
      this.bounds = bounds;
      this.clock = clock;
      this.gaps = new FreeGaps(bounds.low, bounds.high);
    }

    RegionFragmentation walk(Region region, List<Lifetime> lifetimes) {
      MemoryEvents.visit(lifetimes, this::event);
      sample();
      // A bank in which nothing could be placed was not empty: nothing is known of its gaps.
      boolean known = atPeak != null;
      return new RegionFragmentation(
          region,
          bounds.low,
          bounds.high,
          bounds.known,
          known ? samples : List.of(),
          known ? worst : null,
          atPeak,
          unplaced);
    }

    private void event(int position, Lifetime lifetime, boolean begins) {
      int now = clock.stepAt(position);
      if (now != step && step != Integer.MIN_VALUE) {
        sample();
      }
      step = now;
      if (begins) {
        take(lifetime);
      } else if (placed.remove(lifetime.counter())) {
        gaps.release(lifetime.description().address());
      }
    }

    private void take(Lifetime lifetime) {
      if (!gaps.take(lifetime.description().address(), lifetime.bytesPerBank())) {
        unplaced++;
        return;
      }
      placed.add(lifetime.counter());
      if (atPeak == null || gaps.usedBytes() > atPeak.usedBytes()) {
        atPeak = now();
      }
    }

    private void sample() {
      Sample sample = now();
      samples.add(sample);
      if (sample.freeBytes() > 0 && (worst == null || sample.ratio() > worst.ratio())) {
        worst = sample;
      }
    }

    private Sample now() {
      return new Sample(step, gaps.usedBytes(), gaps.freeBytes(), gaps.largestBytes());
    }
  }
}
