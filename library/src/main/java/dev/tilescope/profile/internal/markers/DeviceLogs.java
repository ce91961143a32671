package dev.tilescope.profile.internal.markers;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.marker.DeviceProfiling;
import dev.tilescope.device.marker.MarkerMemory;
import dev.tilescope.device.marker.MarkerOptions;
import dev.tilescope.device.marker.ZoneLocations;
import dev.tilescope.internal.track.TraceListener;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.DeviceRef;
import dev.tilescope.model.ProgramRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The host's side of device profiling: from {@link #start} on, devices that are opened write
 * markers, and this reads them into a folder of logs.
 *
 * <p>It reads when asked, when a device closes, and with mid-run dumps also when a device's memory
 * is nearly full. Without those, markers that do not fit are lost; then it warns, and says how
 * many.
 *
 * <p>Nothing here fails the program that is profiled: trouble with the files is said once. Well
 * over 300 lines: one lock guards the logs of all open devices.
 */
public final class DeviceLogs implements TraceListener, AutoCloseable {
  public static final String LOG = "profile_log_device.csv";
  public static final String ANALYSIS = "cpp_device_perf_report.csv";
  public static final String SYNC = "sync_device_info.csv";
  public static final String CLOCKS = "device_clocks.json";
  static final String ZONES = "zone_src_locations.log";

  /** So that a look may take a while and what a kill loses is still less than 10 ms. */
  private static final long KEEPING_PERIOD_NANOS = 4_000_000;

  private static final long PATIENCE_NANOS = 200_000;

  /** A program looks itself then, before it goes on. */
  private static final long LATE_NANOS = 6_000_000;

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
  private final Consumer<DeviceRead> reads;
  private final LogFolder folder;
  private final LongSupplier hostNanos = System::nanoTime;
  private final Map<MeshDevice, MeshLogs> open = new LinkedHashMap<>();
  private final Map<MeshDevice, ClockSync> syncs = new HashMap<>();
  private final Map<Integer, ClockFiles.Clock> clocks = new TreeMap<>();
  private final LostMarkers lost;
  private int knownZones;
  private boolean isFailed;
  private volatile boolean isClosing;
  private volatile long keepingNanos;
  private long programNanos;
  private final Thread keeper =
      Thread.ofPlatform().daemon().name("tilescope-profiler-devices").unstarted(this::keepUnread);

  private DeviceLogs(Options options, Consumer<DeviceRead> reads) {
    this.options = options;
    this.reads = reads;
    this.folder = new LogFolder(options.folder());
    this.lost = new LostMarkers(options.warn());
  }

  /** Switches markers on for devices opened from now on; logs of an earlier run are removed. */
  public static DeviceLogs start(Options options) {
    return start(options, _ -> {});
  }

  /**
   * As {@link #start(Options)}.
   *
   * @param reads hears of each read beside the logs, while the chip is locked: it must not block
   */
  public static DeviceLogs start(Options options, Consumer<DeviceRead> reads) {
    DeviceLogs logs = new DeviceLogs(options, reads);
    logs.guarded(logs::removeOld);
    DeviceProfiling.on(
        new DeviceProfiling.Settings(
            options.markers(), options.isSynchronised() ? logs.hostNanos : null));
    Tracker.add(logs);
    if (options.isWritten()) {
      logs.keeper.start();
    }
    return logs;
  }

  private void removeOld() throws IOException {
    Files.createDirectories(options.folder());
    for (String name : List.of(LOG, ANALYSIS, SYNC, CLOCKS, ZONES)) {
      Files.deleteIfExists(options.folder().resolve(name));
    }
    UnreadMarkers.removeAll(options.folder());
    if (options.markers().nocEvents()) {
      NocTraces.removeOld(options.nocFolder());
    }
  }

  @Override
  public void deviceOpened(DeviceRef device) {
    if (!(device instanceof MeshDevice mesh) || mesh.profiledChips().isEmpty()) {
      return;
    }
    synchronized (this) {
      open.put(mesh, MeshLogs.of(mesh, options, chip -> toFirst(mesh, chip)));
    }
    for (int chip = 0; chip < mesh.profiledChips().size(); chip++) {
      int index = chip;
      MarkerMemory markers = mesh.profiledChips().get(chip).markers();
      if (options.dumpsMidRun()) {
        markers.whenNearlyFull(() -> read(mesh, index));
      }
      if (options.isWritten()) {
        markers.whenLate(LATE_NANOS, () -> look(mesh, index));
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
    if (options.markers().nocEvents()) {
      guarded(() -> ClusterFiles.write(mesh, new LogFolder(options.nocFolder())));
    }
  }

  private synchronized ClockSync.ToFirst toFirst(MeshDevice mesh, int chip) {
    ClockSync sync = syncs.get(mesh);
    return sync == null ? ClockSync.ToFirst.ITSELF : sync.toFirst().get(chip);
  }

  @Override
  public void programLaunched(ProgramRef program) {
    MeshLogs logs = options.markers().nocEvents() ? of(program.device()) : null;
    if (logs != null) {
      logs.chips().forEach(chip -> chip.launched(program));
    }
  }

  /** Null for a device that writes no markers, or is closed. */
  private synchronized @Nullable MeshLogs of(DeviceRef device) {
    return device instanceof MeshDevice mesh ? open.get(mesh) : null;
  }

  /** Whole replays are numbered themselves: their markers name no programs. */
  @Override
  public void programRecorded(long traceId, ProgramRef program) {
    MeshLogs logs = of(program.device());
    if (logs != null && options.markers().mode() == MarkerOptions.Mode.PROGRAMS) {
      logs.replayed().recorded(traceId, program);
    }
  }

  /** The counter of a chip has 16 bits: before it has gone round, markers are read. */
  @Override
  public void metalTraceReplayed(DeviceRef device, long traceId) {
    MeshLogs logs = of(device);
    if (logs != null && device instanceof MeshDevice mesh) {
      if (logs.replayed().isFull()) {
        read(mesh);
      }
      logs.replayed().replayed(traceId);
    }
  }

  @Override
  public void metalTraceReleased(DeviceRef device, long traceId) {
    MeshLogs logs = of(device);
    if (logs != null) {
      logs.replayed().released(traceId);
    }
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
      sync = syncs.get(mesh);
    }
    if (sync != null) {
      sync.takeSamples();
      keep(mesh, sync);
      guarded(() -> writeSync(mesh, sync));
    }
    synchronized (this) {
      syncs.remove(mesh);
    }
    guarded(this::writeClocks);
    addProgramNanos(
        mesh.profiledChips().stream().mapToLong(chip -> chip.markers().writingNanos()).sum());
  }

  private synchronized void addProgramNanos(long nanos) {
    programNanos += nanos;
  }

  /** What markers cost the program's threads: writing those of closed devices, and all reads. */
  public synchronized long programNanos() {
    return programNanos;
  }

  /** Processor time of the thread that keeps a copy, once it has ended. */
  public long keepingNanos() {
    return keepingNanos;
  }

  private synchronized void keep(MeshDevice mesh, ClockSync sync) {
    syncs.put(mesh, sync);
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
    MeshLogs logs = of(mesh);
    Set<Long> gone = logs == null ? Set.of() : logs.replayed().gone();
    for (int chip = 0; chip < mesh.profiledChips().size(); chip++) {
      read(mesh, chip);
    }
    if (logs != null) {
      logs.replayed().read(gone);
    }
  }

  /** The chip's own lock is taken first, as it is when a program finds its memory nearly full. */
  private void read(MeshDevice mesh, int chip) {
    mesh.profiledChips().get(chip).markers().read(cores -> append(mesh, chip, cores));
  }

  /**
   * Keeps a copy of what devices wrote and nobody has read yet: it is all there is if the program
   * is killed. A device that is at it is not waited for.
   */
  private void keepUnread() {
    while (!isClosing) {
      keepOnce();
      LockSupport.parkNanos(this, KEEPING_PERIOD_NANOS);
    }
    keepingNanos = ThreadTime.nanos();
  }

  private void keepOnce() {
    List<MeshDevice> all;
    synchronized (this) {
      all = List.copyOf(open.keySet());
    }
    for (MeshDevice mesh : all) {
      for (int chip = 0; chip < mesh.profiledChips().size(); chip++) {
        look(mesh, chip);
      }
    }
  }

  private void look(MeshDevice mesh, int chip) {
    MarkerMemory markers = mesh.profiledChips().get(chip).markers();
    markers.peek(PATIENCE_NANOS, cores -> keep(mesh, chip, cores));
  }

  private synchronized void keep(MeshDevice mesh, int chip, List<MarkerMemory.CoreStreams> cores) {
    MeshLogs logs = open.get(mesh);
    if (logs != null) {
      guarded(() -> logs.chips().get(chip).keep(cores));
    }
  }

  private synchronized void append(
      MeshDevice mesh, int chip, List<MarkerMemory.CoreStreams> cores) {
    long begin = hostNanos.getAsLong();
    lost.count(mesh.chips().get(chip).id(), cores);
    MeshLogs logs = open.get(mesh);
    if (!cores.isEmpty() && logs != null) {
      guarded(() -> logs.chips().get(chip).append(cores));
      guarded(this::writeZones);
      tell(mesh.chips().get(chip).id(), logs.replayed(), cores);
    }
    programNanos += hostNanos.getAsLong() - begin;
  }

  private void tell(int chipId, ReplayedTraces replayed, List<MarkerMemory.CoreStreams> cores) {
    ClockFiles.Clock clock = clocks.get(chipId);
    if (clock != null) {
      reads.accept(new DeviceRead(chipId, hostNanos.getAsLong(), clock.fit(), replayed, cores));
    }
  }

  /** The zones that have become known, one text a line. */
  private void writeZones() throws IOException {
    List<ZoneLocations.Location> zones = ZoneLocations.all();
    if (zones.size() > knownZones) {
      String text =
          zones.stream()
              .map(zone -> zone.text().replaceAll("\\p{Cntrl}", " ") + "\n")
              .collect(Collectors.joining());
      folder.write(ZONES, text);
      knownZones = zones.size();
    }
  }

  private void writeSync(MeshDevice mesh, ClockSync sync) throws IOException {
    StringBuilder text = new StringBuilder();
    ClockFiles.syncRows(mesh, sync, text);
    folder.append(SYNC, ClockFiles.syncHead(), text);
  }

  private synchronized void writeClocks() throws IOException {
    folder.write(CLOCKS, out -> ClockFiles.clocks(clocks.values(), lost.total(), out));
  }

  private interface Writing {
    void run() throws IOException;
  }

  private void guarded(Writing writing) {
    try {
      if (options.isWritten()) {
        writing.run();
      }
    } catch (IOException | RuntimeException e) {
      if (!isFailed) {
        isFailed = true;
        options
            .warn()
            .accept(
                "device logs cannot be written to "
                    + options.folder()
                    + ", so markers are missing from them: "
                    + e);
      }
    }
  }

  private void endKeeping() {
    isClosing = true;
    LockSupport.unpark(keeper);
    try {
      keeper.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Switches markers off for devices opened later, and reads those that are still open. */
  @Override
  public void close() {
    DeviceProfiling.off();
    Tracker.remove(this);
    endKeeping();
    List<MeshDevice> left;
    synchronized (this) {
      left = List.copyOf(open.keySet());
    }
    left.forEach(this::deviceClosing);
    lost.sumUp();
  }
}
