package dev.tilescope.profile.timeline;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.profile.HostJournal;
import dev.tilescope.profile.HostRun;
import dev.tilescope.profile.logs.DeviceZones;
import dev.tilescope.profile.logs.InputProblems;
import dev.tilescope.profile.logs.LogOptions;
import dev.tilescope.profile.markers.ClockFit;
import dev.tilescope.profile.markers.DeviceClocks;
import dev.tilescope.profile.markers.DeviceLogs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Reads the timeline of a profiled run from its logs. */
public final class Timeline {
  private Timeline() {}

  /**
   * @param folder of the logs, or the one that holds them as {@code .logs}
   */
  public static void read(Path folder, InputProblems problems, TimelineEvents events) {
    Path logs = LogOptions.of(folder, folder, "").logs();
    Path journal = HostJournal.in(logs);
    if (!Files.isRegularFile(journal)) {
      throw new TilescopeException(
          "there is no %s in %s: name the output folder of a run of 'tilescope profile'"
              .formatted(journal.getFileName(), logs));
    }
    Lanes lanes = new Lanes(events);
    HostTimeline host = new HostTimeline(lanes, events);
    String damage = HostJournal.read(journal, host).damage();
    if (damage != null) {
      problems.remark(damage);
    }
    HostRun run = host.run();
    Path log = logs.resolve(DeviceLogs.LOG);
    if (run != null && Files.isRegularFile(log)) {
      Map<Integer, ClockFit> clocks = DeviceClocks.read(logs.resolve(DeviceLogs.CLOCKS));
      DeviceTimeline devices =
          new DeviceTimeline(lanes, events, run.nanoTime(), clocks, host.operations());
      DeviceZones.read(log, problems, devices);
      devices.finish();
    }
  }
}
