package dev.tilescope.internal.logs;

import dev.tilescope.profile.internal.markers.DeviceZoneListener;
import dev.tilescope.profile.internal.markers.DeviceZoneListener.Run;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The zones of a device log, for those who want to see each of them. */
public final class DeviceZones {
  private static final int FIRST_BYTES = 400;

  private DeviceZones() {}

  /** As the header of a log names it; empty if there is no log or it does not say. */
  public static Optional<String> architecture(Path log) {
    if (!Files.isRegularFile(log)) {
      return Optional.empty();
    }
    try (InputStream bytes = Files.newInputStream(log)) {
      return new String(bytes.readNBytes(FIRST_BYTES), StandardCharsets.US_ASCII)
          .lines()
          .findFirst()
          .flatMap(DeviceLogHeader::parse)
          .map(DeviceLogHeader::architecture);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Reads a log.
   *
   * @return the rate of its clock in cycles per nanosecond, as its header says
   */
  public static double read(Path log, InputProblems problems, DeviceZoneListener listener) {
    Reading reading = new Reading(listener);
    return new DeviceLogScanner(log, problems).scan(reading::take).clockMegahertz() / 1000.0;
  }

  private static final class Reading {
    private final DeviceZoneListener listener;
    private @Nullable RiscStream current;
    private Run run = new Run(0, Run.NONE, Run.NONE);

    Reading(DeviceZoneListener listener) {
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
      if (run.operation() != marker.runHostId
          || run.traceId() != marker.traceId
          || run.session() != marker.traceCounter) {
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
