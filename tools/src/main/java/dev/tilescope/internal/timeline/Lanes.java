package dev.tilescope.internal.timeline;

import dev.tilescope.profile.HostThread;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;

/** Gives out lanes, and makes each known before its first event. */
final class Lanes {
  /** Devices come after the host, so that theirs are the greater numbers. */
  private static final int FIRST_DEVICE = 10;

  private record Row(int group, String part, String name) {}

  private final TimelineEvents events;
  private final IntFunction<Lane.Group> ofDevices;
  private final Lane.Group host = new Lane.Group(Lane.Group.HOST, "Host");
  private final Map<Integer, Lane.Group> devices = new HashMap<>();
  private final Map<HostThread, Lane> threads = new HashMap<>();
  private final Map<Row, Lane> rows = new HashMap<>();
  private int count;

  Lanes(TimelineEvents events) {
    this(events, id -> device(id, " (modelled)", false));
  }

  /**
   * @param ofDevices makes the group of a device, by its id
   */
  Lanes(TimelineEvents events, IntFunction<Lane.Group> ofDevices) {
    this.events = events;
    this.ofDevices = ofDevices;
  }

  static Lane.Group device(int id, String remark, boolean hasOwnClock) {
    return new Lane.Group(FIRST_DEVICE + id, "Device " + id + remark, hasOwnClock);
  }

  Lane.Group host() {
    return host;
  }

  Lane of(HostThread thread) {
    Lane known = threads.get(thread);
    if (known != null) {
      return known;
    }
    Lane lane = made(host, "", thread.name());
    threads.put(thread, lane);
    return lane;
  }

  /**
   * @param core empty for what the whole device does
   */
  Lane of(int device, String core, String name) {
    Lane.Group group = devices.computeIfAbsent(device, ofDevices::apply);
    return rows.computeIfAbsent(
        new Row(group.number(), core, name), row -> made(group, core, name));
  }

  private Lane made(Lane.Group group, String part, String name) {
    Lane lane = new Lane(++count, group, part, name);
    events.lane(lane);
    return lane;
  }
}
