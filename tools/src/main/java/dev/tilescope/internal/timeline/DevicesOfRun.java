package dev.tilescope.internal.timeline;

import dev.tilescope.internal.logs.DeviceZones;
import dev.tilescope.internal.logs.InputProblems;
import dev.tilescope.profile.HostRun;
import dev.tilescope.profile.internal.markers.DeviceLogs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The devices' log of a run of ours. Where the file of their clocks is damaged, or the beginning of
 * the run is not known, each device keeps its own clock, and that is said.
 */
final class DevicesOfRun {
  private final Path logs;
  private final Path log;
  private final InputProblems problems;
  private final TimelineEvents events;
  private final DeviceClocks known;
  private final Lanes lanes;

  DevicesOfRun(Path logs, InputProblems problems, TimelineEvents events) {
    this.logs = logs;
    this.log = logs.resolve(DeviceLogs.LOG);
    this.problems = problems;
    this.events = events;
    this.known = DeviceClocks.in(logs);
    boolean areOwn = known.trouble() != null;
    this.lanes = areOwn ? new Lanes(events, DevicesOfRun::withOwnClock) : new Lanes(events);
  }

  private static Lane.Group withOwnClock(int id) {
    return Lanes.device(id, " (modelled, own clock)", true);
  }

  /** For the host's part of the same timeline, too. */
  Lanes lanes() {
    return lanes;
  }

  /**
   * @param operations their names, by their numbers
   */
  void read(HostRun run, Map<Long, String> operations) {
    if (!Files.isRegularFile(log)) {
      return;
    }
    String trouble = known.trouble();
    if (trouble == null) {
      read(new DeviceTimeline(lanes, events, run.nanoTime(), known.byDevice(), operations));
    } else {
      readByOwnClocks(lanes, operations, true, trouble);
    }
  }

  /** Nothing is known of the host. */
  void readAlone() {
    Lanes own = new Lanes(events, DevicesOfRun::withOwnClock);
    readByOwnClocks(own, BoardNames.in(logs, problems), false, "when the run began is not known");
  }

  private void readByOwnClocks(
      Lanes own, Map<Long, String> operations, boolean hasHost, String why) {
    LogClocks clocks = LogClocks.of(log, Map.of());
    clocks.remarkOwn(hasHost, _ -> why, problems);
    read(new DeviceTimeline(own, events, 0, clocks.byDevice(), operations));
  }

  private void read(DeviceTimeline devices) {
    DeviceZones.read(log, problems, devices);
    devices.finish();
  }
}
