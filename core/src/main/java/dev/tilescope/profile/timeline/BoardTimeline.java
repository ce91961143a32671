package dev.tilescope.profile.timeline;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.profile.HostJournal;
import dev.tilescope.profile.logs.DeviceZones;
import dev.tilescope.profile.logs.DeviceZones.Run;
import dev.tilescope.profile.logs.InputProblems;
import dev.tilescope.profile.markers.ClockFit;
import dev.tilescope.profile.markers.DeviceLogs;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The timeline of a board, whose logs TT-Metal wrote: what the devices did. Its host has another
 * clock, and each device its own, of which nothing says how they relate; so each device begins at 0
 * with its first zone, and the host is left out.
 */
final class BoardTimeline {
  private static final String MESSAGES = "tracy_ops_data.csv";
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
    Lanes lanes = new Lanes(events, id -> Lanes.device(id, "", true));
    Map<Integer, ClockFit> clocks = clocks(log);
    DeviceTimeline devices = new DeviceTimeline(lanes, events, 0, clocks, operations(logs));
    DeviceZones.read(log, problems, devices);
    devices.finish();
  }

  private static Map<Integer, ClockFit> clocks(Path log) {
    Beginnings beginnings = new Beginnings();
    // Damage is told when the log is read again.
    double cyclesPerNano = DeviceZones.read(log, new InputProblems(true), beginnings);
    Map<Integer, ClockFit> clocks = new HashMap<>();
    beginnings.cycles.forEach(
        (device, first) -> clocks.put(device, new ClockFit(0, first, cyclesPerNano)));
    return clocks;
  }

  /** Names by numbers; none if the host's messages were not exported. */
  private static Map<Long, String> operations(Path logs) {
    OperationNames names = new OperationNames();
    Path file = logs.resolve(MESSAGES);
    if (Files.isRegularFile(file)) {
      // Only the first lines of messages are looked at, and those are plain: any bytes will do.
      try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
        in.lines().forEach(names::hear);
      } catch (IOException e) {
        throw new TilescopeException("cannot read " + file + ": " + e, e);
      }
    }
    return names.byNumber();
  }
}
