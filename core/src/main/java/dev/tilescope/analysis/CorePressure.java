package dev.tilescope.analysis;

import dev.tilescope.analysis.BufferLifetimes.Lifetime;
import dev.tilescope.analysis.BufferLifetimes.Moment;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.Report;
import java.util.ArrayList;
import java.util.List;
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
    CoreWalk walk = new CoreWalk(report.trace(), buffers);
    List<DevicePressure> devices = new ArrayList<>();
    walk.meters().forEach((id, meter) -> devices.add(meter.pressure(id, limit(report, id))));
    return new CorePressure(devices);
  }

  private static long limit(Report report, int deviceId) {
    return report.devices().stream()
        .filter(d -> d.deviceId() == deviceId)
        .mapToLong(DeviceInfo::l1BankBytes)
        .findFirst()
        .orElse(-1);
  }

  /** Bytes of a core's bank that a buffer takes; 0 for what is not L1 or not known. */
  static long bankBytes(Lifetime lifetime) {
    return lifetime.description().type().isL1() ? Math.max(0, lifetime.bytesPerBank()) : 0;
  }
}
