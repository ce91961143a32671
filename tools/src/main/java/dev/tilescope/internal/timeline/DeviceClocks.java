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
 * @param areAligned whether all were compared with the host's; else they show modelled time, which
 *     began when the run did and does not wait for this machine
 * @param lostMarkers how many markers of the run did not fit into the devices' memory: then its
 *     logs lack operations, and are not damaged
 * @param trouble why nothing is known; null if the file is sound
 */
public record DeviceClocks(
    Map<Integer, ClockFit> byDevice,
    boolean areAligned,
    long lostMarkers,
    @Nullable String trouble) {
  public DeviceClocks {
    byDevice = Map.copyOf(byDevice);
  }

  /**
   * @param logs the folder of the run's logs; that of a board has no such file, which is no trouble
   *     unless clocks are needed
   */
  public static DeviceClocks in(Path logs) {
    Path file = logs.resolve(DeviceLogs.CLOCKS);
    Found found = new Found();
    try (InputStream in = Files.newInputStream(file);
        JsonReader json = JsonReader.of(in, file.toString())) {
      read(json, found);
      return new DeviceClocks(found.clocks, found.areAligned, found.lostMarkers, null);
    } catch (JsonException e) {
      return new DeviceClocks(Map.of(), false, 0, String.valueOf(e.getMessage()));
    } catch (IOException | UncheckedIOException e) {
      return new DeviceClocks(Map.of(), false, 0, file + " cannot be read: " + e);
    }
  }

  private static final class Found {
    final Map<Integer, ClockFit> clocks = new HashMap<>();
    boolean areAligned = true;
    long lostMarkers;
  }

  private static void read(JsonReader json, Found found) {
    json.enterObject();
    for (String name = json.nextField(); name != null; name = json.nextField()) {
      switch (name) {
        case "clocks" -> clocks(json, found);
        case "lost_markers" -> found.lostMarkers = json.longValue();
        default -> json.skip();
      }
    }
  }

  private static void clocks(JsonReader json, Found found) {
    json.enterArray();
    while (json.nextElement()) {
      clock(json, found);
    }
  }

  private static void clock(JsonReader json, Found found) {
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
        case "synchronised" -> found.areAligned &= json.booleanValue();
        case "cycles_per_nano" -> cyclesPerNano = json.doubleValue();
        default -> json.skip();
      }
    }
    if (!(cyclesPerNano > 0)) {
      throw json.error("cycles_per_nano must be above 0, got " + cyclesPerNano);
    }
    found.clocks.put(device, new ClockFit(hostNanos, cycles, cyclesPerNano));
  }
}
