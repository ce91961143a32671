package dev.tilescope.internal.tracy;

import java.util.ArrayList;
import java.util.List;

/**
 * A device in the trace: a GPU context, with a lane for each RISC of each core. Of calibrations
 * Tracy stores that there were some; the times of zones are what it computed with them.
 */
final class DeviceContext {
  private static final int CUSTOM = 7;

  private record DeviceLane(int number, GpuZones zones) {}

  private final String name;
  private final boolean isCalibrated;
  private final int nameIndex;
  private final List<DeviceLane> lanes = new ArrayList<>();

  DeviceContext(String name, boolean isCalibrated, StringTable strings) {
    this.name = name;
    this.isCalibrated = isCalibrated;
    this.nameIndex = strings.name(name);
  }

  String name() {
    return name;
  }

  void add(int number, GpuZones zones) {
    lanes.add(new DeviceLane(number, zones));
  }

  /** Nothing follows. Returns by how much its zones had to be moved, not to be before the start. */
  long seal() {
    long earliest = 0;
    for (DeviceLane lane : lanes) {
      lane.zones.seal();
      earliest = Math.min(earliest, lane.zones.firstNanos());
    }
    for (DeviceLane lane : lanes) {
      lane.zones.moveBy(-earliest);
    }
    return -earliest;
  }

  long lastNanos() {
    return lanes.stream().mapToLong(lane -> lane.zones.lastNanos()).max().orElse(0);
  }

  void copyTo(BlockOutput out) {
    out.put64(0); // its lanes are told apart by the threads of zones
    out.put8(isCalibrated ? 1 : 0); // times are the host's already, as in a capture
    out.put64(lanes.stream().mapToLong(lane -> lane.zones.zones()).sum());
    out.put32(Float.floatToIntBits(1)); // nanoseconds in a tick
    out.put8(CUSTOM);
    out.put24(nameIndex + 1);
    out.put64(0); // overflow of its clock
    out.put64(0); // names of annotations
    out.put64(lanes.size());
    for (DeviceLane lane : lanes) {
      out.put64(lane.number);
      out.put64(lane.zones.roots());
      lane.zones.bytes().copyTo(out);
    }
    out.put64(0); // annotations
  }
}
