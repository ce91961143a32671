package dev.tilescope.internal.explain;

import dev.tilescope.analysis.Fragmentation.RegionFragmentation;
import dev.tilescope.device.TimeBands;
import dev.tilescope.internal.perf.PerfArch;
import dev.tilescope.memory.FullMoment;
import dev.tilescope.model.TraceEvent.Failure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one run.
 *
 * @param arch whose peaks percentages are of; without worker cores if nothing tells how many
 * @param isModelled whether device times are a model's
 * @param works in their order
 * @param slowest how long each device worked, where there are several
 * @param moments when each memory was fullest
 * @param free how broken up free memory was
 * @param failures that the report holds
 * @param isMeasuredBetween whether gaps between programs are known
 */
record Run(
    PerfArch arch,
    boolean isModelled,
    boolean isMeasuredBetween,
    TimeBands bands,
    List<Work> works,
    List<HostCall> hostCalls,
    List<DeviceShare> slowest,
    List<FullMoment> moments,
    List<RegionFragmentation> free,
    List<Failure> failures,
    List<Loss> losses) {

  /** How long a device worked on what all devices ran, collectives apart. */
  record DeviceShare(int device, double nanos) {}

  Run {
    works = List.copyOf(works);
    hostCalls = List.copyOf(hostCalls);
    slowest = List.copyOf(slowest);
    moments = List.copyOf(moments);
    free = List.copyOf(free);
    failures = List.copyOf(failures);
    losses = List.copyOf(losses);
  }

  /** Null if nothing failed for want of memory. */
  @Nullable Shortage shortage() {
    return Shortage.first(failures);
  }

  double deviceNanos() {
    return works.stream().mapToDouble(Work::nanos).sum();
  }

  double gapNanos() {
    return works.stream().mapToDouble(Work::gapNanos).sum();
  }

  double totalNanos() {
    return deviceNanos() + gapNanos();
  }

  /** Worker cores of a device; 0 if not known. */
  int workers() {
    return arch.workerCores();
  }

  /** How long DRAM at its peak takes for so many bytes; 0 if the peak is not known. */
  double dramNanos(double bytes) {
    return arch.isKnown() ? bytes / arch.dramGigabytes() : 0;
  }
}
