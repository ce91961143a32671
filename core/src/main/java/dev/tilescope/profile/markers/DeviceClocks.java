package dev.tilescope.profile.markers;

import dev.tilescope.json.JsonReader;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Reads {@code device_clocks.json}, which {@link ClockFiles} writes. */
public final class DeviceClocks {
  private DeviceClocks() {}

  /** The clock of each device, by its id. */
  public static Map<Integer, ClockFit> read(Path file) {
    Map<Integer, ClockFit> clocks = new HashMap<>();
    read(file, clocks);
    return clocks;
  }

  /**
   * How many markers of the run did not fit into the devices' memory: then its logs lack
   * operations, and are not damaged.
   *
   * @param logs the folder of the run's logs; of a board it has no such file, and the answer is 0
   */
  public static long lostMarkers(Path logs) {
    Path file = logs.resolve(DeviceLogs.CLOCKS);
    return Files.isRegularFile(file) ? read(file, new HashMap<>()) : 0;
  }

  private static long read(Path file, Map<Integer, ClockFit> clocks) {
    long lost = 0;
    try (InputStream in = Files.newInputStream(file);
        JsonReader json = JsonReader.of(in, file.toString())) {
      json.enterObject();
      for (String name = json.nextField(); name != null; name = json.nextField()) {
        switch (name) {
          case "clocks" -> clocks(json, clocks);
          case "lost_markers" -> lost = json.longValue();
          default -> json.skip();
        }
      }
    } catch (IOException e) {
      throw new TilescopeException(
          "cannot read %s: %s; a run that profiles devices leaves it beside its device log"
              .formatted(file, e),
          e);
    }
    return lost;
  }

  private static void clocks(JsonReader json, Map<Integer, ClockFit> clocks) {
    json.enterArray();
    while (json.nextElement()) {
      clock(json, clocks);
    }
  }

  private static void clock(JsonReader json, Map<Integer, ClockFit> clocks) {
    int device = 0;
    double hostNanos = 0;
    double cycles = 0;
    double cyclesPerNano = 1;
    json.enterObject();
    for (String name = json.nextField(); name != null; name = json.nextField()) {
      switch (name) {
        case "device" -> device = json.intValue();
        case "host_nanos" -> hostNanos = json.doubleValue();
        case "cycles" -> cycles = json.doubleValue();
        case "cycles_per_nano" -> cyclesPerNano = json.doubleValue();
        default -> json.skip();
      }
    }
    if (!(cyclesPerNano > 0)) {
      throw json.error("cycles_per_nano must be above 0, got " + cyclesPerNano);
    }
    clocks.put(device, new ClockFit(hostNanos, cycles, cyclesPerNano));
  }
}
