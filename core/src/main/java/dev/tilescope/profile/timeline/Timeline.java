package dev.tilescope.profile.timeline;

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
   * Whether there is anything to read: the journal of a run of {@code tilescope profile}, or the
   * log of the devices of a board.
   *
   * @param folder of the logs, or the one that holds them as {@code .logs}
   */
  public static boolean isIn(Path folder) {
    Path logs = LogOptions.logsIn(folder);
    return Files.isRegularFile(HostJournal.in(logs)) || BoardTimeline.isIn(logs);
  }

  /**
   * Whether what there is to read is of a board.
   *
   * @param folder of the logs, or the one that holds them as {@code .logs}
   */
  public static boolean isOfBoard(Path folder) {
    return BoardTimeline.isIn(LogOptions.logsIn(folder));
  }

  /**
   * @param folder of the logs, or the one that holds them as {@code .logs}
   */
  public static void read(Path folder, InputProblems problems, TimelineEvents events) {
    Path logs = LogOptions.logsIn(folder);
    if (BoardTimeline.isIn(logs)) {
      BoardTimeline.read(logs, problems, events);
      return;
    }
    Path journal = HostJournal.require(logs);
    Lanes lanes = new Lanes(events);
    HostTimeline host = new HostTimeline(lanes, events);
    String damage = HostJournal.read(journal, host).damage();
    if (damage != null) {
      problems.remark(damage);
    }
    HostRun run = host.run();
    if (run != null) {
      readDevices(logs, run, host.operations(), problems, lanes, events);
    }
  }

  /**
   * Only what the devices did, of which there may be nothing.
   *
   * @param run whose start times count from
   * @param operations their names, by their numbers
   */
  public static void readDevices(
      Path logs,
      HostRun run,
      Map<Long, String> operations,
      InputProblems problems,
      TimelineEvents events) {
    readDevices(logs, run, operations, problems, new Lanes(events), events);
  }

  private static void readDevices(
      Path logs,
      HostRun run,
      Map<Long, String> operations,
      InputProblems problems,
      Lanes lanes,
      TimelineEvents events) {
    Path log = logs.resolve(DeviceLogs.LOG);
    if (Files.isRegularFile(log)) {
      Map<Integer, ClockFit> clocks = DeviceClocks.read(logs.resolve(DeviceLogs.CLOCKS));
      DeviceTimeline devices =
          new DeviceTimeline(lanes, events, run.nanoTime(), clocks, operations);
      DeviceZones.read(log, problems, devices);
      devices.finish();
    }
  }
}
