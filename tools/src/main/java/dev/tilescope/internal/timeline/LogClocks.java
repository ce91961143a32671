package dev.tilescope.internal.timeline;

import dev.tilescope.internal.logs.DeviceZones;
import dev.tilescope.internal.logs.InputProblems;
import dev.tilescope.profile.internal.markers.ClockFit;
import dev.tilescope.profile.internal.markers.DeviceZoneListener;
import dev.tilescope.profile.internal.markers.DeviceZoneListener.Run;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The clocks that the devices of a log are shown by. One that nothing relates to the host's is the
 * device's own: it begins at 0 with its first zone, at the nominal rate.
 *
 * @param byDevice of all devices in the log, by their ids
 * @param aligned those that are known to relate to the host's
 */
record LogClocks(Map<Integer, ClockFit> byDevice, Set<Integer> aligned) {
  /** The first zone of each device, which is known only when all were heard. */
  private static final class Beginnings implements DeviceZoneListener {
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

  static LogClocks of(Path log, Map<Integer, ClockFit> aligned) {
    Beginnings beginnings = new Beginnings();
    // Damage is told when the log is read again.
    double cyclesPerNano = DeviceZones.read(log, new InputProblems(true), beginnings);
    Map<Integer, ClockFit> clocks = new TreeMap<>();
    beginnings.cycles.forEach((device, first) ->
        clocks.put(device, aligned.getOrDefault(device, new ClockFit(0, first, cyclesPerNano))));
    return new LogClocks(clocks, aligned.keySet());
  }

  private List<Integer> own() {
    return byDevice.keySet().stream().filter(this::isOwn).toList();
  }

  /**
   * Says which devices keep their own clock. A device that is alone has nothing to be aligned with.
   *
   * @param why nothing relates them; for one device, or for several
   */
  void remarkOwn(boolean hasHost, WhyOwn why, InputProblems problems) {
    List<Integer> own = own();
    if (!own.isEmpty() && (byDevice.size() > 1 || hasHost)) {
      problems.remark(
          "the clock of %s is not aligned with any other, and begins at 0 with its first zone: %s"
              .formatted(named(own), why.of(own.size() == 1)));
    }
  }

  /** Why clocks are not aligned. */
  interface WhyOwn {
    String of(boolean isOne);
  }

  private static String named(List<Integer> devices) {
    return devices.size() == 1
        ? "device " + devices.getFirst()
        : "each of the devices "
            + devices.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  boolean isOwn(int id) {
    return !aligned.contains(id);
  }
}
