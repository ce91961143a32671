package dev.tilescope.internal.timeline;

import dev.tilescope.device.TimeBands;
import dev.tilescope.internal.logs.DeviceZones;
import dev.tilescope.internal.logs.InputProblems;
import dev.tilescope.internal.logs.LogOptions;
import dev.tilescope.journal.HostJournal;
import dev.tilescope.journal.KilledRun;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.profile.HostRun;
import dev.tilescope.profile.JournalFormat;
import dev.tilescope.profile.internal.markers.DeviceLogs;
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
    return Files.isRegularFile(JournalFormat.in(logs)) || BoardTimeline.isIn(logs);
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
   * Of modelled times, as the architecture in the devices' log says.
   *
   * @param folder of the logs, or the one that holds them as {@code .logs}
   */
  public static TimeBands timeBands(Path folder) {
    Path log = LogOptions.logsIn(folder).resolve(DeviceLogs.LOG);
    return TimeBands.named(DeviceZones.architecture(log).stream().toList());
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
    HostJournal.require(logs);
    KilledRun.recover(logs);
    DevicesOfRun devices = new DevicesOfRun(logs, problems, events);
    HostTimeline host = new HostTimeline(devices.lanes(), events);
    String damage = HostJournal.readIn(logs, host).damage();
    if (damage != null) {
      problems.remark(damage);
    }
    HostRun run = host.run();
    if (run == null) {
      readDevicesAlone(logs, String.valueOf(damage), problems, events);
    } else {
      devices.read(run, host.operations());
    }
  }

  /**
   * The same, with a lane of the host's operations by the devices' clock where that is not the
   * host's.
   *
   * @param folder of the logs, or the one that holds them as {@code .logs}
   */
  public static void readOnBoard(Path folder, InputProblems problems, TimelineEvents events) {
    OperationsOnBoard onBoard = new OperationsOnBoard(events);
    read(folder, problems, onBoard);
    DeviceClocks clocks = DeviceClocks.in(LogOptions.logsIn(folder));
    if (clocks.trouble() == null && !clocks.areAligned()) {
      onBoard.finish();
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
    new DevicesOfRun(logs, problems, events).read(run, operations);
  }

  /**
   * What the devices did in a run whose host's journal cannot be read: each by its own clock, since
   * nothing says when the run began.
   *
   * @param damage of the journal
   * @throws TilescopeException if there is no log of devices either
   */
  public static void readDevicesAlone(
      Path logs, String damage, InputProblems problems, TimelineEvents events) {
    if (!Files.isRegularFile(logs.resolve(DeviceLogs.LOG))) {
      throw new TilescopeException(
          "nothing of the run is left in %s: there is no %s, and of the host %s; run it again"
              .formatted(logs, DeviceLogs.LOG, damage));
    }
    problems.remark(
        "only what the devices did is shown, each from its first zone on: of the host nothing is left");
    events.run("host not known", 0, "");
    new DevicesOfRun(logs, problems, events).readAlone();
  }
}
