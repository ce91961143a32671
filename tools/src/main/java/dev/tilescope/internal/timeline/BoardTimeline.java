package dev.tilescope.internal.timeline;

import dev.tilescope.internal.logs.DeviceZones;
import dev.tilescope.internal.logs.HostZones;
import dev.tilescope.internal.logs.InputProblems;
import dev.tilescope.profile.JournalFormat;
import dev.tilescope.profile.internal.markers.ClockFit;
import dev.tilescope.profile.internal.markers.DeviceLogs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The timeline of a board, whose logs TT-Metal wrote: what the devices did, and which operations
 * the host called. If TT-Metal compared the clocks, all times count from when the host's profiler
 * began. Else nothing says how they relate: each device begins at 0 with its first zone, and that
 * is said.
 */
final class BoardTimeline {
  private static final String OWN_REPORT = "run.json";

  private BoardTimeline() {}

  /**
   * The report of a run of ours has the devices' log too, but whose times it holds is elsewhere.
   */
  static boolean isIn(Path logs) {
    return Files.isRegularFile(logs.resolve(DeviceLogs.LOG))
        && !Files.isRegularFile(JournalFormat.in(logs))
        && !Files.isRegularFile(logs.resolve(DeviceLogs.CLOCKS))
        && !Files.isRegularFile(logs.resolve(OWN_REPORT));
  }

  static void read(Path logs, InputProblems problems, TimelineEvents events) {
    Path log = logs.resolve(DeviceLogs.LOG);
    events.run("Board", 0, "");
    LogClocks clocks = LogClocks.of(log, aligned(logs));
    Map<Long, String> operations = BoardNames.in(logs, problems);
    Lanes lanes = new Lanes(events, id -> device(id, clocks.isOwn(id)));
    boolean hasHost = readHost(logs, operations, problems, lanes, events);
    clocks.remarkOwn(hasHost, isOne -> whyOwn(logs.resolve(DeviceLogs.SYNC), isOne), problems);
    DeviceTimeline devices = new DeviceTimeline(lanes, events, 0, clocks.byDevice(), operations);
    DeviceZones.read(log, problems, devices);
    devices.finish();
  }

  private static Lane.Group device(int id, boolean isOwn) {
    return Lanes.device(id, isOwn ? " (own clock)" : "", isOwn);
  }

  /** Whether there was anything of the host. */
  private static boolean readHost(
      Path logs,
      Map<Long, String> operations,
      InputProblems problems,
      Lanes lanes,
      TimelineEvents events) {
    BoardHost host = new BoardHost(lanes, events, operations);
    Path zones = logs.resolve(HostZones.FILE);
    if (Files.isRegularFile(zones)) {
      HostZones.read(zones, problems, host);
    }
    host.finish(problems);
    return !host.isEmpty();
  }

  private static Map<Integer, ClockFit> aligned(Path logs) {
    Path sync = logs.resolve(DeviceLogs.SYNC);
    return Files.isRegularFile(sync) ? BoardClocks.read(sync) : Map.of();
  }

  private static String whyOwn(Path sync, boolean isOne) {
    return Files.isRegularFile(sync)
        ? sync + " does not tell of " + (isOne ? "it" : "them")
        : "there is no " + sync + ", which TT-Metal writes with --sync-host-device";
  }
}
