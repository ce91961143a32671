package dev.tilescope.profile.logs;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The zones of a device log, for those who want to see each of them. */
public final class DeviceZones {
  private DeviceZones() {}

  /** Hears them in the order of the file: by device, core and RISC, each RISC's in that of time. */
  public interface Listener {
    /** Comes before the first zone of a RISC. */
    void risc(int device, int x, int y, String risc);

    /**
     * @param operation the operation it ran for, as reports count them; 0 for none
     */
    void begin(String name, long cycles, long operation);

    void end(long cycles);
  }

  /** Reads a log. */
  public static void read(Path log, InputProblems problems, Listener listener) {
    Reading reading = new Reading(listener);
    new DeviceLogScanner(log, problems).scan(reading::take);
  }

  private static final class Reading {
    private final Listener listener;
    private @Nullable RiscStream current;

    Reading(Listener listener) {
      this.listener = listener;
    }

    void take(Marker marker) {
      switch (marker.phase) {
        case ZONE_START -> {
          turnTo(marker.stream);
          listener.begin(marker.zone.name(), marker.cycles, marker.runHostId);
        }
        case ZONE_END -> {
          turnTo(marker.stream);
          listener.end(marker.cycles);
        }
        case ZONE_TOTAL, TS_DATA, TS_EVENT -> {}
      }
    }

    private void turnTo(RiscStream stream) {
      if (stream != current) {
        current = stream;
        listener.risc(stream.device, stream.core.x(), stream.core.y(), stream.risc);
      }
    }
  }
}
