package dev.tilescope.internal.logs;

import dev.tilescope.model.TilescopeException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sound logs of which TT-NN's own processing makes no report. Copying it means not to make one
 * either.
 */
final class UpstreamFailures {
  private final Path file;
  private final boolean deviceOnly;

  /**
   * @param deviceOnly the report without host logs divides by nothing and compares no ids
   */
  UpstreamFailures(Path file, boolean deviceOnly) {
    this.file = file;
    this.deviceOnly = deviceOnly;
  }

  /** Throws if TT-NN would fail. */
  void check(List<DeviceRun> runs, DispatchTimes dispatch) {
    for (DeviceRun run : runs) {
      String failure = failure(run);
      if (failure != null) {
        throw failed(run.firstRow, run.identity() + " " + failure);
      }
    }
    if (!deviceOnly && !dispatch.hasWholeIds()) {
      throw failed(1, "its dispatch cores name operations without their device");
    }
  }

  private TilescopeException failed(long row, String why) {
    return new TilescopeException(
        "%s, row %d: TT-NN makes no report of this log, and --upstream-quirks copies that: %s"
            .formatted(file, row, why));
  }

  private @Nullable String failure(DeviceRun run) {
    if (run.markers.last() > run.master.last()) {
      return "has markers after its firmware ended, which TT-NN takes for the next operation's";
    }
    return deviceOnly ? null : zeroDivision(run);
  }

  private static @Nullable String zeroDivision(DeviceRun run) {
    if (run.kernelStarts.count() > 1 && run.kernelStarts.cycles() == 0) {
      return "has kernels that all start on the same cycle, where TT-NN divides by zero";
    }
    boolean isEmptyZone =
        isZero(run.firmware)
            || isZero(run.kernel)
            || List.of(run.kernelByRisc).stream().anyMatch(UpstreamFailures::isZero)
            || firstCoreIsZero(run);
    return isEmptyZone ? "has a zone of no cycles, where TT-NN divides by zero" : null;
  }

  private static boolean isZero(CycleSpan span) {
    return !span.isEmpty() && span.cycles() == 0;
  }

  private static boolean firstCoreIsZero(DeviceRun run) {
    return run.coresWithKernel()
        .boxed()
        .min(Comparator.comparingLong(core -> run.kernelEnd(core) - run.kernelCycles(core)))
        .filter(core -> run.kernelCycles(core) == 0)
        .isPresent();
  }
}
