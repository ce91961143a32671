package dev.tilescope.analysis;

import dev.tilescope.analysis.BufferLifetimes.Moment;
import dev.tilescope.memory.DeviceMemory;
import dev.tilescope.memory.DeviceMemory.CorePeak;
import dev.tilescope.memory.Peaks;
import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.Report;
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

  public static CorePressure of(Report report, BufferLifetimes buffers) {
    List<DevicePressure> devices = new ArrayList<>();
    new TreeMap<>(AccountWalk.of(report).devices())
        .forEach((id, memory) -> {
          if (memory.usedL1()) {
            DeviceInfo info = report.device(id.intValue());
            long limitBytes = info == null ? -1 : info.l1BankBytes();
            devices.add(pressure(id.intValue(), memory, limitBytes, buffers.clock()));
          }
        });
    return new CorePressure(devices);
  }

  private static DevicePressure pressure(
      int deviceId, DeviceMemory memory, long limitBytes, OperationClock clock) {
    Peaks peaks = memory.peaks();
    return new DevicePressure(
        deviceId,
        limitBytes,
        memory.corePeaks(),
        moment(memory.programPeakNode(), clock),
        memory.highestProgramAddress(),
        peaks.l1HeadroomBytes(),
        moment(peaks.l1HeadroomNode(), clock));
  }

  private static @Nullable Moment moment(long node, OperationClock clock) {
    return node < 0 ? null : clock.moment((int) node);
  }
}
