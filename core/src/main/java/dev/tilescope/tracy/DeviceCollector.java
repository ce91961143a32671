package dev.tilescope.tracy;

import dev.tilescope.profile.timeline.Lane;
import dev.tilescope.profile.timeline.TimelineEvents;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Brings the zones of devices to the contents of a trace. */
final class DeviceCollector implements TimelineEvents {
  private final Contents contents;
  private final Map<Lane, GpuZones> lanes = new HashMap<>();
  private final Map<Lane.Group, DeviceContext> devices = new HashMap<>();
  private @Nullable Lane current;
  private @Nullable GpuZones currentZones;

  DeviceCollector(Contents contents) {
    this.contents = contents;
  }

  @Override
  public void run(String program, long processId, String runId) {}

  @Override
  public void lane(Lane lane) {
    DeviceContext device =
        devices.computeIfAbsent(
            lane.group(), group -> contents.device(group.name(), !group.hasOwnClock()));
    String name = lane.part().isEmpty() ? lane.name() : lane.part() + " " + lane.name();
    lanes.put(lane, contents.lane(device, name));
  }

  private @Nullable GpuZones of(Lane lane) {
    if (lane != current) {
      current = lane;
      currentZones = lanes.get(lane);
    }
    return currentZones;
  }

  @Override
  public void zoneBegin(Lane lane, long nanos, String name, String file, int line) {
    GpuZones zones = of(lane);
    if (zones != null) {
      zones.begin(nanos, contents.locations.of(name, "", file, line));
    }
  }

  /** Device zones have no room for notes. */
  @Override
  public void zoneEnd(Lane lane, long nanos, ZoneNotes notes) {
    GpuZones zones = of(lane);
    if (zones != null) {
      zones.end(nanos);
    }
  }

  @Override
  public void moment(Lane lane, long nanos, String kind, String text) {}

  @Override
  public void quantity(Lane.Group group, long nanos, String name, String unit, double value) {}
}
