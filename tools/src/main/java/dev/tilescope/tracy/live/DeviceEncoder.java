package dev.tilescope.tracy.live;

import dev.tilescope.internal.timeline.DeviceReads;
import dev.tilescope.internal.timeline.Lane;
import dev.tilescope.internal.timeline.TimelineEvents;
import dev.tilescope.profile.internal.markers.DeviceRead;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Brings the zones of devices to a peer: each device is a GPU context, each RISC of each core a
 * lane of it.
 *
 * <p>A read tells lane by lane, but Tracy takes a time that is two seconds before the last one for
 * an overflow of the device's clock: so the lanes of a read are merged by time. With each read the
 * device's clock is calibrated by the newest fit, ahead of the zones.
 */
final class DeviceEncoder implements TimelineEvents {
  /** Threads of the host have the numbers before. */
  private static final int FIRST_LANE = 1 << 30;

  /** Contexts have a byte. */
  private static final int MOST_DEVICES = 256;

  private static final int BEGIN_QUERY = 1;
  private static final int END_QUERY = 2;

  private static final class Device {
    final int context;
    final DeviceClock clock = new DeviceClock();
    boolean isKnown;
    long shiftNanos;

    Device(int context) {
      this.context = context;
    }
  }

  private final EventStream stream;
  private final DeviceStream events;
  private final long startNanos;
  private final Names names;
  private final DeviceReads reads;
  private final Map<Lane.Group, Device> devices = new HashMap<>();
  private final Map<Lane, LaneZones> lanes = new LinkedHashMap<>();

  /**
   * @param startNanos of the run, as {@link System#nanoTime}
   */
  DeviceEncoder(EventStream stream, Names names, long startNanos) {
    this.stream = stream;
    this.events = new DeviceStream(stream);
    this.startNanos = startNanos;
    this.names = names;
    this.reads = new DeviceReads(this, startNanos);
  }

  /**
   * @param operations their names, by their numbers
   */
  void tell(DeviceRead read, Map<Long, String> operations) {
    reads.tell(read, operations);
    PriorityQueue<LaneZones> next = new PriorityQueue<>(LaneZones.BY_NEXT);
    for (LaneZones zones : lanes.values()) {
      zones.endAll();
      if (zones.hasNext()) {
        next.add(zones);
      }
    }
    Device device = next.isEmpty() ? null : devices.get(next.element().lane().group());
    if (device != null) {
      calibrate(device, next.element(), read);
      send(next, device);
    }
    lanes.values().forEach(LaneZones::clear);
  }

  /**
   * A device that ran before the run began, by a clock that nobody aligned, is moved as a whole.
   */
  private void calibrate(Device device, LaneZones first, DeviceRead read) {
    if (!device.isKnown) {
      device.isKnown = true;
      device.shiftNanos = Math.max(0, -first.nextNanos());
      events.device(device.context, first.lane().group().name());
    }
    long readNanos = Math.clamp(read.hostNanos() - startNanos, 0, EventStream.MOST_NANOS);
    events.calibrate(
        device.context, device.clock.calibrate(readNanos, read.clock().cyclesPerNano()));
  }

  private void send(PriorityQueue<LaneZones> next, Device device) {
    while (!next.isEmpty()) {
      LaneZones zones = next.remove();
      send(zones, device);
      zones.advance();
      if (zones.hasNext()) {
        next.add(zones);
      }
    }
  }

  private void send(LaneZones zones, Device device) {
    long nanos = Math.clamp(zones.nextNanos() + device.shiftNanos, 0, EventStream.MOST_NANOS);
    long ticks = device.clock.ticksAt(nanos);
    int id = FIRST_LANE + zones.lane().number();
    if (zones.isNextEnd()) {
      events.zoneEnd(nanos, ticks, device.context, id, END_QUERY);
    } else {
      events.zoneBegin(nanos, ticks, device.context, id, BEGIN_QUERY, zones.nextPlace());
    }
  }

  @Override
  public void run(String program, long processId, String runId) {}

  /** The peer asks for the names of lanes only if something was said on them. */
  @Override
  public void lane(Lane lane) {
    lanes.put(lane, new LaneZones(lane));
    if (!devices.containsKey(lane.group()) && devices.size() < MOST_DEVICES) {
      devices.put(lane.group(), new Device(devices.size()));
    }
    String name = lane.part().isEmpty() ? lane.name() : lane.part() + " " + lane.name();
    names.thread(FIRST_LANE + lane.number(), name);
    stream.onThread(FIRST_LANE + lane.number());
    stream.message(0, "Lane of " + lane.group().name(), 0xFFFFFF);
  }

  @Override
  public void zoneBegin(Lane lane, long nanos, String name, String file, int line) {
    LaneZones zones = lanes.get(lane);
    if (zones != null) {
      zones.begin(nanos, names.place(new Names.Place(name, name, file, line)));
    }
  }

  /** Device zones have no room for notes. */
  @Override
  public void zoneEnd(Lane lane, long nanos, ZoneNotes notes) {
    LaneZones zones = lanes.get(lane);
    if (zones != null) {
      zones.end(nanos);
    }
  }

  @Override
  public void moment(Lane lane, long nanos, String kind, String text) {}

  @Override
  public void quantity(Lane.Group group, long nanos, String name, String unit, double value) {}
}
