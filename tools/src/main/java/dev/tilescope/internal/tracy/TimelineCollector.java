package dev.tilescope.internal.tracy;

import dev.tilescope.device.TimeBands;
import dev.tilescope.internal.timeline.Lane;
import dev.tilescope.internal.timeline.TimelineEvents;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Brings the zones of devices, and of the host of a board, to the contents of a trace. */
final class TimelineCollector implements TimelineEvents {
  private final Contents contents;
  private final boolean hasDevices;
  private final TimeBands bands;
  private final Map<Lane, ZoneTimeline> lanes = new HashMap<>();
  private final Map<Lane.Group, DeviceContext> devices = new HashMap<>();
  private @Nullable Lane current;
  private @Nullable ZoneTimeline currentZones;

  TimelineCollector(Contents contents, boolean hasDevices, TimeBands bands) {
    this.contents = contents;
    this.hasDevices = hasDevices;
    this.bands = bands;
  }

  @Override
  public void run(String program, long processId, String runId) {}

  @Override
  public void lane(Lane lane) {
    if (lane.group().isHost()) {
      TraceThread thread = contents.thread(lane.name());
      if (thread != null) {
        lanes.put(lane, thread.zones);
      }
    } else if (hasDevices) {
      lanes.put(lane, ofDevice(lane));
    }
  }

  private GpuZones ofDevice(Lane lane) {
    DeviceContext device =
        devices.computeIfAbsent(
            lane.group(), group -> contents.device(group.name(), !group.hasOwnClock()));
    String name = lane.part().isEmpty() ? lane.name() : lane.part() + " " + lane.name();
    return contents.lane(device, name);
  }

  private @Nullable ZoneTimeline of(Lane lane) {
    if (lane != current) {
      current = lane;
      currentZones = lanes.get(lane);
    }
    return currentZones;
  }

  @Override
  public void zoneBegin(Lane lane, long nanos, String name, String file, int line) {
    ZoneTimeline zones = of(lane);
    if (zones != null) {
      zones.begin(
          nanos,
          lane.isOfModelledPrograms()
              ? contents.locations.ofModelled(name, bands)
              : contents.locations.of(name, "", file, line));
    }
  }

  /** Device zones have no room for notes. */
  @Override
  public void zoneEnd(Lane lane, long nanos, ZoneNotes notes) {
    ZoneTimeline zones = of(lane);
    String text = notes.text();
    if (text != null && zones instanceof ThreadZones ofThread) {
      ofThread.text(text);
    }
    if (zones != null) {
      zones.end(nanos);
    }
  }

  @Override
  public void moment(Lane lane, long nanos, String kind, String text) {}

  @Override
  public void quantity(Lane.Group group, long nanos, String name, String unit, double value) {}
}
