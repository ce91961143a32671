package dev.tilescope.analysis;

import dev.tilescope.analysis.BufferLifetimes.Moment;
import dev.tilescope.graph.CallTree;
import dev.tilescope.memory.CoreIndex;
import dev.tilescope.memory.DeviceMemory;
import dev.tilescope.memory.Peaks;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.Report;
import dev.tilescope.model.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How full each core's L1 was: what programs held there (circular and dataflow buffers,
 * scratchpads), and what buffers took of the core's bank. A sharded buffer counts on every core,
 * since a trace does not say which ones hold its shards. Memory that a program borrows from a
 * tensor takes none of its own.
 *
 * @param devices by device id
 */
public record CorePressure(List<DevicePressure> devices) {
  public CorePressure {
    devices = List.copyOf(devices);
  }

  /**
   * @param limitBytes L1 of a core that programs and buffers share; -1 if the report does not say
   * @param cores those that ran a program, row by row
   * @param programPeak where the programs of one core took most; null if there were none
   * @param highestProgramAddress the end of the topmost program memory, 0 without addresses
   * @param leastHeadroomBytes between the topmost program memory and the lowest buffer then alive;
   *     -1 without addresses
   * @param tightest when that was
   */
  public record DevicePressure(
      int deviceId,
      long limitBytes,
      List<CorePeak> cores,
      @Nullable Moment programPeak,
      long highestProgramAddress,
      long leastHeadroomBytes,
      @Nullable Moment tightest) {
    public DevicePressure {
      cores = List.copyOf(cores);
    }

    /** The core that was fullest, by its own peak; null if none ran a program. */
    public @Nullable CorePeak fullest() {
      return cores.stream().reduce((a, b) -> b.totalBytes() > a.totalBytes() ? b : a).orElse(null);
    }
  }

  /**
   * @param programBytes the most that programs held at once
   * @param totalBytes the most that programs and buffers took at once
   */
  public record CorePeak(CoreCoord core, long programBytes, long totalBytes) {}

  public static CorePressure of(Report report, BufferLifetimes buffers) {
    Trace trace = report.trace();
    Moments moments = new Moments(buffers.clock(), CallTree.of(trace));
    List<DevicePressure> devices = new ArrayList<>();
    new TreeMap<>(AccountWalk.of(report).devices())
        .forEach((id, memory) -> {
          if (memory.usedL1()) {
            int device = id.intValue();
            devices.add(pressure(device, memory, limit(report, device), moments));
          }
        });
    return new CorePressure(devices);
  }

  private static DevicePressure pressure(
      int deviceId, DeviceMemory memory, long limitBytes, Moments moments) {
    Peaks peaks = memory.peaks();
    return new DevicePressure(
        deviceId,
        limitBytes,
        memory.corePeaks().stream()
            .map(c -> new CorePeak(CoreIndex.core(c.core()), c.programBytes(), c.totalBytes()))
            .toList(),
        moments.of(memory.programPeakNode()),
        memory.highestProgramAddress(),
        peaks.l1HeadroomBytes(),
        moments.of(peaks.l1HeadroomNode()));
  }

  /** What happened at a node. */
  private record Moments(OperationClock clock, CallTree tree) {
    @Nullable Moment of(long node) {
      if (node < 0) {
        return null;
      }
      int counter = (int) node;
      int position = clock.positionOf(counter);
      return new Moment(counter, position, clock.stepAt(position), tree.enclosing(counter));
    }
  }

  private static long limit(Report report, int deviceId) {
    return report.devices().stream()
        .filter(d -> d.deviceId() == deviceId)
        .mapToLong(DeviceInfo::l1BankBytes)
        .findFirst()
        .orElse(-1);
  }
}
