package dev.tilescope.profile.timeline;

import dev.tilescope.profile.HostJournal;
import dev.tilescope.profile.logs.DeviceZones;
import dev.tilescope.profile.logs.DeviceZones.Run;
import dev.tilescope.profile.logs.HostZones;
import dev.tilescope.profile.logs.InputProblems;
import dev.tilescope.profile.markers.BoardClocks;
import dev.tilescope.profile.markers.ClockFit;
import dev.tilescope.profile.markers.DeviceLogs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The timeline of a board, whose logs TT-Metal wrote: what the devices did, and which operations
 * the host called. If TT-Metal compared the clocks, all times count from when the host's profiler
 * began. Else nothing says how they relate: each device begins at 0 with its first zone, and that
 * is said.
 */
final class BoardTimeline {
  private static final String OWN_REPORT = "run.json";

  /** The first zone of each device, which is known only when all were heard. */
  private static final class Beginnings implements DeviceZones.Listener {
    private final Map<Integer, Long> cycles = new HashMap<>();
    private int device;

    @Override
    public void risc(int id, int x, int y, String risc) {
      device = id;
    }

    @Override
    public void begin(String name, long at, Run run) {
      cycles.merge(device, at, Math::min);
    }

    @Override
    public void end(long at) {}
  }

  private BoardTimeline() {}

  /**
   * The report of a run of ours has the devices' log too, but whose times it holds is elsewhere.
   */
  static boolean isIn(Path logs) {
    return Files.isRegularFile(logs.resolve(DeviceLogs.LOG))
        && !Files.isRegularFile(HostJournal.in(logs))
        && !Files.isRegularFile(logs.resolve(DeviceLogs.CLOCKS))
        && !Files.isRegularFile(logs.resolve(OWN_REPORT));
  }

  static void read(Path logs, InputProblems problems, TimelineEvents events) {
    Path log = logs.resolve(DeviceLogs.LOG);
    events.run("Board", 0, "");
    Map<Integer, ClockFit> aligned = aligned(logs);
    Map<Integer, ClockFit> clocks = clocks(log, aligned);
    Map<Long, String> operations = BoardNames.in(logs, problems);
    Lanes lanes = new Lanes(events, id -> device(id, aligned.containsKey(id)));
    boolean hasHost = readHost(logs, operations, problems, lanes, events);
    remarkOwnClocks(logs, clocks.keySet(), aligned.keySet(), hasHost, problems);
    DeviceTimeline devices = new DeviceTimeline(lanes, events, 0, clocks, operations);
    DeviceZones.read(log, problems, devices);
    devices.finish();
  }

  private static Lane.Group device(int id, boolean isAligned) {
    return Lanes.device(id, isAligned ? "" : " (own clock)", !isAligned);
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

  /** Those that are not aligned begin at 0, at the nominal rate. */
  private static Map<Integer, ClockFit> clocks(Path log, Map<Integer, ClockFit> aligned) {
    Beginnings beginnings = new Beginnings();
    // Damage is told when the log is read again.
    double cyclesPerNano = DeviceZones.read(log, new InputProblems(true), beginnings);
    Map<Integer, ClockFit> clocks = new TreeMap<>();
    beginnings.cycles.forEach((device, first) ->
        clocks.put(device, aligned.getOrDefault(device, new ClockFit(0, first, cyclesPerNano))));
    return clocks;
  }

  /** A device that is alone has nothing to be aligned with. */
  private static void remarkOwnClocks(
      Path logs,
      Set<Integer> devices,
      Set<Integer> aligned,
      boolean hasHost,
      InputProblems problems) {
    List<Integer> own = devices.stream().filter(id -> !aligned.contains(id)).toList();
    if (own.isEmpty() || (devices.size() == 1 && !hasHost)) {
      return;
    }
    Path sync = logs.resolve(DeviceLogs.SYNC);
    String why =
        Files.isRegularFile(sync)
            ? sync + " does not tell of " + (own.size() == 1 ? "it" : "them")
            : "there is no " + sync + ", which TT-Metal writes with --sync-host-device";
    problems.remark(
        "the clock of %s is not aligned with any other, and begins at 0 with its first zone: %s"
            .formatted(named(own), why));
  }

  private static String named(List<Integer> devices) {
    return devices.size() == 1
        ? "device " + devices.getFirst()
        : "each of the devices "
            + devices.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }
}
