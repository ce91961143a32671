package dev.tilescope.profile.markers;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.ProfiledChip;
import dev.tilescope.device.marker.DeviceProfiling;
import dev.tilescope.device.marker.MarkerMemory;
import dev.tilescope.device.marker.MarkerOptions;
import dev.tilescope.model.DeviceRef;
import dev.tilescope.report.AtomicFiles;
import dev.tilescope.track.TraceListener;
import dev.tilescope.track.Tracker;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The host's side of device profiling: from {@link #start} on, devices that are opened write
 * markers, and this reads them into a folder of logs.
 *
 * <p>It reads when asked, when a device closes, and with mid-run dumps also when a device's memory
 * is nearly full. Without those, markers that do not fit are lost; then it warns, and says how
 * many.
 *
 * <p>Nothing here fails the program that is profiled: trouble with the files is said once.
 */
public final class DeviceLogs implements TraceListener, AutoCloseable {
  public static final String LOG = "profile_log_device.csv";
  public static final String ANALYSIS = "cpp_device_perf_report.csv";
  public static final String SYNC = "sync_device_info.csv";
  public static final String CLOCKS = "device_clocks.json";

  /**
   * @param folder where the logs go
   * @param nocFolder where NoC traces go
   * @param isSynchronised whether device clocks run with the host's and are fitted to it; otherwise
   *     device time follows from modelled times alone
   * @param dumpsMidRun whether to read a device whose memory is nearly full
   * @param isAnalysed whether runs are added up into {@value #ANALYSIS} as they are read
   * @param isWritten whether there are to be files at all
   * @param warn takes a line for the user
   */
  public record Options(
      Path folder,
      Path nocFolder,
      MarkerOptions markers,
      boolean isSynchronised,
      boolean dumpsMidRun,
      boolean isAnalysed,
      boolean isWritten,
      Consumer<String> warn) {}

  private final Options options;
  private final LongSupplier hostNanos = System::nanoTime;
  private final Map<Integer, ClockSync> syncs = new HashMap<>();
  private final Map<Integer, RunAnalysis> analyses = new HashMap<>();
  private final Map<Integer, ClockFiles.Clock> clocks = new TreeMap<>();
  private final Set<MeshDevice> open = new HashSet<>();
  private final LostMarkers lost;
  private boolean isFailed;

  private DeviceLogs(Options options) {
    this.options = options;
    this.lost = new LostMarkers(options.warn());
  }

  /** Switches markers on for devices opened from now on; logs of an earlier run are removed. */
  public static DeviceLogs start(Options options) {
    DeviceLogs logs = new DeviceLogs(options);
    logs.guarded(logs::removeOld);
    DeviceProfiling.on(
        new DeviceProfiling.Settings(
            options.markers(), options.isSynchronised() ? logs.hostNanos : null));
    Tracker.add(logs);
    return logs;
  }

  private void removeOld() throws IOException {
    if (options.isWritten()) {
      Files.createDirectories(options.folder());
      for (String name : List.of(LOG, ANALYSIS, SYNC, CLOCKS)) {
        Files.deleteIfExists(options.folder().resolve(name));
      }
    }
  }

  @Override
  public void deviceOpened(DeviceRef device) {
    if (!(device instanceof MeshDevice mesh) || mesh.profiledChips().isEmpty()) {
      return;
    }
    synchronized (this) {
      open.add(mesh);
    }
    if (options.dumpsMidRun()) {
      for (ProfiledChip chip : mesh.profiledChips()) {
        chip.markers().whenNearlyFull(() -> read(mesh, chip));
      }
    }
    if (options.isSynchronised()) {
      ClockSync sync = new ClockSync(mesh, hostNanos, LockSupport::parkNanos);
      sync.takeSamples();
      keep(mesh, sync);
    } else {
      int clockMhz = mesh.board().architecture().clockMhz();
      mesh.profiledChips().forEach(chip -> keep(ClockFiles.Clock.nominal(chip, clockMhz)));
    }
    guarded(this::writeClocks);
  }

  @Override
  public void deviceClosing(DeviceRef device) {
    if (!(device instanceof MeshDevice mesh) || mesh.profiledChips().isEmpty()) {
      return;
    }
    read(mesh);
    ClockSync sync;
    synchronized (this) {
      open.remove(mesh);
      sync = syncs.remove(mesh.id());
    }
    if (sync != null) {
      sync.takeSamples();
      keep(mesh, sync);
      guarded(() -> writeSync(mesh, sync));
    }
    guarded(this::writeClocks);
  }

  private synchronized void keep(MeshDevice mesh, ClockSync sync) {
    syncs.put(mesh.id(), sync);
    List<ClockFit> fits = sync.fits();
    for (int i = 0; i < fits.size(); i++) {
      int chipId = mesh.profiledChips().get(i).markers().chipId();
      keep(new ClockFiles.Clock(chipId, true, fits.get(i)));
    }
  }

  private synchronized void keep(ClockFiles.Clock clock) {
    clocks.put(clock.chipId(), clock);
  }

  /** Reads what a device wrote since the last time, as {@code ReadDeviceProfiler} does. */
  public void read(MeshDevice mesh) {
    mesh.profiledChips().forEach(chip -> read(mesh, chip));
  }

  private synchronized void read(MeshDevice mesh, ProfiledChip chip) {
    List<MarkerMemory.CoreStreams> cores = chip.markers().take();
    lost.count(chip.markers().chipId(), cores);
    if (options.isWritten() && !cores.isEmpty()) {
      guarded(() -> append(mesh, chip.markers().chipId(), cores));
    }
  }

  private void append(MeshDevice mesh, int chipId, List<MarkerMemory.CoreStreams> cores)
      throws IOException {
    String architecture = mesh.board().architecture().name().toLowerCase(Locale.ROOT);
    int clockMhz = mesh.board().architecture().clockMhz();
    int workers = mesh.board().compute().size();
    try (OutputStream out = appendTo(LOG, DeviceLogWriter.head(architecture, clockMhz, workers))) {
      DeviceLogWriter rows = new DeviceLogWriter(out, chipId);
      new MarkerDecoder(rows).decode(cores);
      rows.flush();
    }
    if (options.isAnalysed()) {
      RunAnalysis analysis =
          analyses.computeIfAbsent(
              chipId, id -> new RunAnalysis(id, architecture, clockMhz, workers));
      new MarkerDecoder(analysis).decode(cores);
      StringBuilder text = new StringBuilder();
      analysis.write(text);
      try (OutputStream out = appendTo(ANALYSIS, RunAnalysis.head())) {
        out.write(text.toString().getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private OutputStream appendTo(String name, String head) throws IOException {
    Path file = options.folder().resolve(name);
    boolean isNew = !Files.exists(file);
    OutputStream out =
        Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    if (isNew) {
      out.write(head.getBytes(StandardCharsets.UTF_8));
    }
    return out;
  }

  private void writeSync(MeshDevice mesh, ClockSync sync) throws IOException {
    if (options.isWritten()) {
      StringBuilder text = new StringBuilder();
      ClockFiles.syncRows(mesh, sync, text);
      try (OutputStream out = appendTo(SYNC, ClockFiles.syncHead())) {
        out.write(text.toString().getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private synchronized void writeClocks() throws IOException {
    if (options.isWritten()) {
      try (AtomicFiles files = new AtomicFiles()) {
        files.stage(
            options.folder().resolve(CLOCKS), out -> ClockFiles.clocks(clocks.values(), out));
        files.publish();
      }
    }
  }

  private interface Writing {
    void run() throws IOException;
  }

  private void guarded(Writing writing) {
    try {
      writing.run();
    } catch (IOException | RuntimeException e) {
      if (!isFailed) {
        isFailed = true;
        options.warn().accept("device logs cannot be written to " + options.folder() + ": " + e);
      }
    }
  }

  /** Markers that did not fit, so far. */
  public long lostMarkers() {
    return lost.total();
  }

  /** Switches markers off for devices opened later, and reads those that are still open. */
  @Override
  public void close() {
    DeviceProfiling.off();
    Tracker.remove(this);
    List<MeshDevice> left;
    synchronized (this) {
      left = List.copyOf(open);
    }
    left.forEach(this::deviceClosing);
    lost.sumUp();
  }
}
