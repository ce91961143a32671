package dev.tilescope.internal.timeline;

import dev.tilescope.internal.json.JsonException;
import dev.tilescope.internal.json.JsonReader;
import dev.tilescope.profile.internal.markers.ClockFit;
import dev.tilescope.profile.internal.markers.DeviceLogs;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@code device_clocks.json} says, which {@code ClockFiles} writes. It is small and beside the
 * logs: where it is damaged, they are still worth reading.
 *
 * @param byDevice the clock of each device, by its id; none if the file cannot be read
 * @param lostMarkers how many markers of the run did not fit into the devices' memory: then its
 *     logs lack operations, and are not damaged
 * @param trouble why nothing is known; null if the file is sound
 */
public record DeviceClocks(
    Map<Integer, ClockFit> byDevice, long lostMarkers, @Nullable String trouble) {
  public DeviceClocks {
    byDevice = Map.copyOf(byDevice);
  }

  /**
   * @param logs the folder of the run's logs; that of a board has no such file, which is no trouble
   *     unless clocks are needed
   */
  public static DeviceClocks in(Path logs) {
    Path file = logs.resolve(DeviceLogs.CLOCKS);
    Map<Integer, ClockFit> clocks = new HashMap<>();
    try (InputStream in = Files.newInputStream(file);
        JsonReader json = JsonReader.of(in, file.toString())) {
      long lost = read(json, clocks);
      return new DeviceClocks(clocks, lost, null);
    } catch (JsonException e) {
      return new DeviceClocks(Map.of(), 0, String.valueOf(e.getMessage()));
    } catch (IOException | UncheckedIOException e) {
      return new DeviceClocks(Map.of(), 0, file + " cannot be read: " + e);
    }
  }

  private static long read(JsonReader json, Map<Integer, ClockFit> clocks) {
    long lost = 0;
    json.enterObject();
    for (String name = json.nextField(); name != null; name = json.nextField()) {
      switch (name) {
        case "clocks" -> clocks(json, clocks);
        case "lost_markers" -> lost = json.longValue();
        default -> json.skip();
      }
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
