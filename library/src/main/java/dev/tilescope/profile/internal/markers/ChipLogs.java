package dev.tilescope.profile.internal.markers;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.marker.MarkerMemory;
import dev.tilescope.model.ProgramRef;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The logs that the markers of one chip go to, as options ask for. */
final class ChipLogs {
  private final List<MarkerSink> sinks = new ArrayList<>();
  private final ReplayedTraces replayed;
  private final UnreadMarkers unread;
  private final DeviceLogWriter unreadLog;
  private final @Nullable NocTraces traces;

  /**
   * @param chip its place in the device
   * @param replayed on the device
   * @param clock how its cycles become those of the first chip
   */
  ChipLogs(
      MeshDevice device,
      int chip,
      DeviceLogs.Options options,
      ReplayedTraces replayed,
      Supplier<ClockSync.ToFirst> clock) {
    this.replayed = replayed;
    LogFolder folder = new LogFolder(options.folder());
    int chipId = device.chips().get(chip).id();
    String architecture = device.board().architecture().name().toLowerCase(Locale.ROOT);
    int clockMhz = device.board().architecture().clockMhz();
    int workers = device.board().compute().size();
    String head = DeviceLogWriter.head(architecture, clockMhz, workers);
    sinks.add(new DeviceLogWriter(folder, DeviceLogs.LOG, head, chipId));
    unread = new UnreadMarkers(folder.path(), chipId);
    unreadLog = new DeviceLogWriter(folder, unread.name(), head, chipId);
    if (options.isAnalysed()) {
      sinks.add(new RunAnalysis(folder, chipId, architecture, clockMhz, workers));
    }
    int mostPrograms = options.markers().programSupportCount();
    traces =
        options.markers().nocEvents()
            ? new NocTraces(options.nocFolder(), chipId, mostPrograms, replayed, clock)
            : null;
    if (traces != null) {
      sinks.add(traces);
    }
  }

  void launched(ProgramRef program) {
    if (traces != null) {
      traces.launched(program);
    }
  }

  /** Keeps what the chip wrote since the last look, until it is read. */
  void keep(List<MarkerMemory.CoreStreams> cores) throws IOException {
    try {
      new MarkerDecoder(unreadLog, replayed).decode(cores);
      unreadLog.line(UnreadMarkers.END_OF_LOOK);
    } finally {
      unreadLog.endOfRead();
    }
  }

  void append(List<MarkerMemory.CoreStreams> cores) throws IOException {
    unread.reading();
    appendAll(cores);
    unread.read();
  }

  private void appendAll(List<MarkerMemory.CoreStreams> cores) throws IOException {
    for (MarkerSink sink : sinks) {
      try {
        new MarkerDecoder(sink, replayed).decode(cores);
      } finally {
        sink.endOfRead();
      }
    }
  }
}
