package dev.tilescope.internal.logs;

import java.util.ArrayList;
import java.util.List;

/**
 * What one RISC of a dispatch core did for each operation, in the order it did it.
 *
 * <p>Protocol: a zone holds data that say which operation follows, and which command the zone was
 * for. The dispatcher (BRISC) names operations; from then until it notifies its subordinate, zones
 * are of that operation. The subordinate (NCRISC) names none: each go signal is the next operation.
 */
final class DispatchStream {
  /**
   * Zones that belong to one operation.
   *
   * @param id the low bits of the number the host gave the program, or {@link Marker#NONE}
   */
  record Work(long id, CycleSpan cycles) {}

  private final boolean isSubordinate;
  private final List<Work> works = new ArrayList<>();
  private boolean isWorking;
  private long zoneStart = Marker.NONE;
  private ZoneCommand command = ZoneCommand.NONE;

  DispatchStream(boolean isSubordinate) {
    this.isSubordinate = isSubordinate;
  }

  void zoneStarts(long cycles) {
    zoneStart = cycles;
  }

  /** What was said of the zone that is open, or of all that follow. */
  void data(Marker marker) {
    if (marker.workersRuntimeId > 0 && !isSubordinate) {
      begin(marker.workersRuntimeId);
    }
    if (marker.command != ZoneCommand.NONE) {
      command = marker.command;
      if (isSubordinate && command == ZoneCommand.SEND_GO_SIGNAL) {
        begin(Marker.NONE);
      }
    }
  }

  private void begin(long id) {
    works.add(new Work(id, new CycleSpan()));
    isWorking = true;
  }

  void zoneEnds(long cycles) {
    if (isWorking && zoneStart != Marker.NONE && command != ZoneCommand.NONE && counts()) {
      CycleSpan span = works.getLast().cycles;
      span.include(zoneStart);
      span.include(cycles);
    }
    if (command == ZoneCommand.NOTIFY_SUBORDINATE) {
      isWorking = false;
    }
    zoneStart = Marker.NONE;
  }

  /** The subordinate's other commands are no part of waiting for a go. */
  private boolean counts() {
    return !isSubordinate || command == ZoneCommand.SEND_GO_SIGNAL;
  }

  List<Work> works() {
    return works;
  }
}
