package dev.tilescope.internal.logs;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The markers of one RISC of one core, in the order of the log; remembers which zones are open. */
final class RiscStream {
  /** The profiler's buffer holds 125 zones of a program: more that are open at once is damage. */
  static final int MOST_OPEN = 1024;

  /** Quasar has 24 on a core: a set of them fits the bits of an int. */
  static final int MOST_RISCS = 32;

  /** The RISCs with a column of their own, in its order. */
  static final List<String> WITH_COLUMN =
      List.of("BRISC", "NCRISC", "TRISC_0", "TRISC_1", "TRISC_2", "ERISC");

  record Open(int timerId, Zone zone, long row, @Nullable DeviceRun run) {}

  final int device;
  final Core core;
  final String risc;

  /** This RISC in a set of RISCs, the same on every core. */
  final int bit;

  final int column;

  /** BRISC reads the performance counters of its core. */
  final boolean readsCounters;

  final String kernelZone;
  private final String masterZone;
  final List<Open> open = new ArrayList<>();
  long lastCycles = Long.MIN_VALUE;

  /** What a dispatch core did here; null until the log shows that this is one. */
  @Nullable DispatchStream dispatch;

  /**
   * @param index of the core among those of its device, in order of appearance
   */
  record Core(int x, int y, int index) {
    @Override
    public String toString() {
      return x + "," + y;
    }
  }

  /**
   * @param index of the RISC among those of the log, below {@link #MOST_RISCS}
   */
  RiscStream(int device, Core core, String risc, int index) {
    this.device = device;
    this.core = core;
    this.risc = risc;
    bit = 1 << index;
    readsCounters = risc.equals("BRISC");
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

  /** Whether such zones are those of a dispatch core: Ethernet cores do not count as one. */
  boolean mayDispatch() {
    return risc.equals("BRISC") || risc.equals("NCRISC");
  }

  DispatchStream dispatching() {
    DispatchStream known = dispatch;
    if (known == null) {
      known = new DispatchStream(risc.equals("NCRISC"));
      dispatch = known;
    }
    return known;
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
