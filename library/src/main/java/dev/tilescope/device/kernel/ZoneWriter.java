package dev.tilescope.device.kernel;

import dev.tilescope.device.kernel.DeviceZone.Kind;
import dev.tilescope.device.marker.MarkerWords;
import dev.tilescope.device.marker.NocEvent;
import dev.tilescope.device.marker.RiscMarkers;
import dev.tilescope.device.marker.ZoneLocations;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The markers of one kernel, on each of its RISCs at the time of that RISC. Without a profiler it
 * does nothing and takes no time, as macros do that are compiled out.
 */
final class ZoneWriter {
  /** For reading the clock and storing two words. */
  private static final int MARKER_CYCLES = 10;

  private static final int DATA_CYCLES = 14;

  private final List<RiscRun> riscs;
  private final KernelScheduler scheduler;
  private final Deque<DeviceZone> open = new ArrayDeque<>();

  ZoneWriter(List<RiscRun> riscs, KernelScheduler scheduler) {
    this.riscs = riscs;
    this.scheduler = scheduler;
  }

  /** Whether anybody reads what is written. */
  boolean isOn() {
    return riscs.getFirst().markers() != null;
  }

  /** Whether zones of a kind are kept. */
  boolean isOn(Kind kind) {
    RiscMarkers markers = riscs.getFirst().markers();
    return markers != null && (!kind.isSum() || markers.keepsSums());
  }

  DeviceZone off(Kind kind, String name) {
    return new DeviceZone(this, kind, name, 0, 0);
  }

  DeviceZone begin(Kind kind, String name, int id) {
    DeviceZone zone = new DeviceZone(this, kind, name, id, riscs.size());
    for (int i = 0; i < riscs.size(); i++) {
      RiscRun risc = riscs.get(i);
      RiscMarkers markers = risc.markers();
      if (markers != null) {
        zone.begin(i, risc.cycles(), start(markers, kind, id, risc.cycles()));
        risc.advance(MARKER_CYCLES);
      }
    }
    open.push(zone);
    return zone;
  }

  private static boolean start(RiscMarkers markers, Kind kind, int id, long cycles) {
    return switch (kind) {
      case OPTIONAL -> markers.zoneStart(id, cycles);
      case MAIN -> markers.mainZoneStart(id, cycles);
      case MAIN_CHILD -> markers.childZoneStart(id, cycles);
      case SUM_1, SUM_2 -> false;
    };
  }

  void end(DeviceZone zone) {
    if (scheduler.isStopped()) {
      return;
    }
    if (open.peek() != zone) {
      throw new TilescopeException(
          zone
              + " is closed while "
              + open.peek()
              + " is open inside it; close it first, best with"
              + " try (var zone = context.deviceZone(...))");
    }
    open.pop();
    for (int i = 0; i < riscs.size(); i++) {
      RiscMarkers markers = riscs.get(i).markers();
      if (markers != null) {
        end(zone, i, riscs.get(i), markers);
      }
    }
  }

  private static void end(DeviceZone zone, int index, RiscRun risc, RiscMarkers markers) {
    if (zone.kind().isSum()) {
      int slot = zone.kind() == Kind.SUM_1 ? 0 : 1;
      markers.addToSum(slot, zone.id(), risc.cycles() - zone.startCycles(index));
    } else if (zone.isKept(index)) {
      markers.zoneEnd(zone.id(), risc.cycles());
    }
    risc.advance(MARKER_CYCLES);
  }

  void data(int id, long value) {
    for (RiscRun risc : riscs) {
      RiscMarkers markers = risc.markers();
      if (markers != null) {
        markers.data(id, risc.cycles(), value);
        risc.advance(DATA_CYCLES);
      }
    }
  }

  void event(int id) {
    for (RiscRun risc : riscs) {
      RiscMarkers markers = risc.markers();
      if (markers != null) {
        markers.event(id, risc.cycles());
        risc.advance(MARKER_CYCLES);
      }
    }
  }

  void validate(boolean condition) {
    for (RiscRun risc : riscs) {
      RiscMarkers markers = risc.markers();
      if (markers != null) {
        markers.validate(condition);
      }
    }
  }

  /** Of a kernel for one RISC; makes room by pushing to DRAM if there is none. */
  void nocEvent(NocEvent event) {
    RiscRun risc = riscs.getFirst();
    RiscMarkers markers = risc.markers();
    if (markers != null) {
      int words = MarkerWords.MARKER_WORDS + MarkerWords.Packet.TS_DATA.dataWords();
      risc.advance(markers.makeRoom(words, risc.cycles()));
      markers.data(ZoneLocations.NOC_EVENTS, risc.cycles(), event.bits());
      risc.advance(DATA_CYCLES);
    }
  }

  void kernelStart() {
    for (RiscRun risc : riscs) {
      RiscMarkers markers = risc.markers();
      if (markers != null) {
        markers.kernelStart(risc.cycles());
      }
    }
  }

  void kernelEnd() {
    if (!open.isEmpty()) {
      throw new TilescopeException(
          open.peek()
              + " was not closed; open zones with try (var zone = context.deviceZone(...))");
    }
    for (RiscRun risc : riscs) {
      RiscMarkers markers = risc.markers();
      if (markers != null) {
        markers.kernelEnd(risc.cycles());
      }
    }
  }
}
