package dev.tilescope.profile.logs;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The zones of a device log, for those who want to see each of them. */
public final class DeviceZones {
  private DeviceZones() {}

  /**
   * What a zone ran for.
   *
   * @param operation as reports count them; 0 for none
   * @param traceId of the trace that was replayed, or {@link #NONE}
   * @param session which replay of it, from 1, or {@link #NONE}
   */
  public record Run(long operation, long traceId, long session) {
    public static final long NONE = Marker.NONE;

    public boolean isReplay() {
      return traceId != NONE;
    }
  }

  /** Hears them in the order of the file: by device, core and RISC, each RISC's in that of time. */
  public interface Listener {
    /** Comes before the first zone of a RISC. */
    void risc(int device, int x, int y, String risc);

    void begin(String name, long cycles, Run run);

    void end(long cycles);
  }

  /**
   * Reads a log.
   *
   * @return the rate of its clock in cycles per nanosecond, as its header says
   */
  public static double read(Path log, InputProblems problems, Listener listener) {
    Reading reading = new Reading(listener);
    return new DeviceLogScanner(log, problems).scan(reading::take).clockMegahertz() / 1000.0;
  }

  private static final class Reading {
    private final Listener listener;
    private @Nullable RiscStream current;
    private Run run = new Run(0, Run.NONE, Run.NONE);

    Reading(Listener listener) {
      this.listener = listener;
    }

    void take(Marker marker) {
      switch (marker.phase) {
        case ZONE_START -> {
          turnTo(marker.stream);
          listener.begin(marker.zone.name(), marker.cycles, runOf(marker));
        }
        case ZONE_END -> {
          turnTo(marker.stream);
          listener.end(marker.cycles);
        }
        case ZONE_TOTAL, TS_DATA, TS_EVENT -> {}
      }
    }

    private Run runOf(Marker marker) {
      if (run.operation != marker.runHostId
          || run.traceId != marker.traceId
          || run.session != marker.traceCounter) {
        run = new Run(marker.runHostId, marker.traceId, marker.traceCounter);
      }
      return run;
    }

    private void turnTo(RiscStream stream) {
      if (stream != current) {
        current = stream;
        listener.risc(stream.device, stream.core.x(), stream.core.y(), stream.risc);
      }
    }
  }
}
