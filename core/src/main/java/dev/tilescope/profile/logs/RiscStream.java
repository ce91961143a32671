package dev.tilescope.profile.logs;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The markers of one RISC of one core, in the order of the log; remembers which zones are open. */
final class RiscStream {
  /** The profiler's buffer holds 125 zones of a program: more that are open at once is damage. */
  static final int MOST_OPEN = 1024;

  /** The RISCs with a column of their own, in its order. */
  static final List<String> WITH_COLUMN =
      List.of("BRISC", "NCRISC", "TRISC_0", "TRISC_1", "TRISC_2", "ERISC");

  record Open(int timerId, Zone zone, long row, @Nullable DeviceRun run) {}

  final int device;
  final Core core;
  final String risc;
  final int column;
  final String kernelZone;
  private final String masterZone;
  final List<Open> open = new ArrayList<>();
  long lastCycles = Long.MIN_VALUE;

  /**
   * @param index of the core among those of its device, in order of appearance
   */
  record Core(int x, int y, int index) {
    @Override
    public String toString() {
      return x + "," + y;
    }
  }

  RiscStream(int device, Core core, String risc) {
    this.device = device;
    this.core = core;
    this.risc = risc;
    column = WITH_COLUMN.indexOf(risc);
    kernelZone = (risc.startsWith("TRISC_") ? "TRISC" : risc) + "-KERNEL";
    masterZone =
        switch (risc) {
          case "BRISC", "ERISC" -> risc + "-FW";
          case "TENSIX_RISC_AGG" -> "TRACE-FW";
          case "QUASAR_DM0" -> "DM0-FW";
          default -> "";
        };
  }

  /** Whether this zone spans everything an operation does on the core. */
  boolean isMaster(Zone zone) {
    return zone.countsCore() && zone.name().equals(masterZone);
  }

  /** Closes the newest open zone with this id, whatever was opened since: ties may be swapped. */
  boolean close(int timerId) {
    for (int i = open.size() - 1; i >= 0; i--) {
      if (open.get(i).timerId() == timerId) {
        open.remove(i);
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return "device " + device + ", core " + core + ", " + risc;
  }
}
