package dev.tilescope.profile;

import dev.tilescope.internal.track.RunId;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.Notice;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.profile.internal.markers.DeviceLogs;
import dev.tilescope.profile.internal.markers.DeviceRead;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A time during which everything is recorded; one at a time in a process.
 *
 * <p>Initialising this class must not need {@link Profiler}: the tracker starts a session from its
 * own initialiser, while another thread may be initialising the profiler.
 */
final class Session {
  private static final ThreadLocal<@Nullable ThreadLog> LOGS = new ThreadLocal<>();
  private static volatile @Nullable Session current;

  private final ProfilerOptions options;
  private final @Nullable JournalFollower follower;
  private final OperationListener listener = new OperationListener(this);
  private final HostRun run;
  private final Path journalFile;
  private final ChunkPool pool;
  private final Drainer drainer;
  private @Nullable JvmEvents jvmEvents;
  private @Nullable DeviceLogs deviceLogs;
  private volatile boolean saysCost;
  private final AtomicReference<@Nullable ThreadLog> newLogs = new AtomicReference<>();
  private final Thread atExit = new Thread(this::endIfCurrent, "tilescope-profiler-exit");

  private record OpenJournal(Path file, FileChannel channel) {}

  private Session(ProfilerOptions options, @Nullable JournalFollower follower) throws IOException {
    this.options = options;
    this.follower = follower;
    Instant now = Instant.now();
    this.run =
        new HostRun(
            RunId.current(),
            now.getEpochSecond() * 1_000_000_000L + now.getNano(),
            System.nanoTime(),
            ProcessHandle.current().pid(),
            options.fullOperationInfo());
    OpenJournal opened = openJournal(options.logs());
    this.journalFile = opened.file;
    this.drainer = new Drainer(this, new JournalWriter(opened.channel), follower);
    this.pool = new ChunkPool(options.bufferBytes(), drainer::wake, drainer::isWaitedFor);
  }

  /**
   * Another process that records into the same folder has the file locked: then none of the logs
   * there is ours, and we have a folder of our own.
   */
  private static OpenJournal openJournal(Path folder) throws IOException {
    Path file = JournalFormat.in(Files.createDirectories(folder));
    FileChannel channel = lock(file);
    if (channel == null) {
      Path own = folder.resolve(JournalFormat.OTHER_PROCESS + ProcessHandle.current().pid());
      file = JournalFormat.in(Files.createDirectories(own));
      channel = lock(file);
    }
    if (channel == null) {
      throw new IOException(file + " is in use");
    }
    return new OpenJournal(file, channel);
  }

  /** The file, empty; null if another has it. */
  private static @Nullable FileChannel lock(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return channel.truncate(0);
      }
    } catch (OverlappingFileLockException e) {
      // As good as another process.
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    channel.close();
    return null;
  }

  /** Null while nothing is recorded. */
  static @Nullable Session current() {
    return current;
  }

  /** Starts a session; one that runs ends first. */
  static synchronized Session start(ProfilerOptions options, @Nullable JournalFollower follower) {
    stop();
    try {
      Session session = new Session(options, follower);
      if (follower != null) {
        follower.started(session.run, session.journalFile);
      }
      session.drainer.start();
      Runtime.getRuntime().addShutdownHook(session.atExit);
      current = session;
      MethodZones.update(session);
      session.listen();
      return session;
    } catch (IOException | IllegalStateException e) {
      throw new TilescopeException(
          "the profiler cannot record to %s: %s; name another folder, with TT_METAL_PROFILER_DIR or in the options"
              .formatted(options.logs(), e),
          e);
    }
  }

  /** Ends the session; null if there is none. */
  static synchronized @Nullable ProfilerSummary stop() {
    Session session = current;
    if (session == null) {
      return null;
    }
    try {
      Runtime.getRuntime().removeShutdownHook(session.atExit);
    } catch (IllegalStateException e) {
      // The program is ending: the hook runs, and finds nothing to do.
    }
    return session.end();
  }

  /** For those who come late: does nothing if another session runs, or none. */
  private void endIfCurrent() {
    synchronized (Session.class) {
      if (current == this) {
        stop();
      }
    }
  }

  private void listen() {
    jvmEvents =
        options.jvmEvents() ? JvmEvents.start(drainer.jvmZones(), run.nanoTime(), jvmFile()) : null;
    Tracker.add(listener);
    if (options.device().isOn()) {
      options.device().remarks().forEach(Notice::print);
      deviceLogs = DeviceLogs.start(options.device().logs(logs()), this::tell);
    }
  }

  private void tell(DeviceRead read) {
    if (follower != null && options.device().pushesToTracy()) {
      follower.read(read);
    }
  }

  /** Those of another process may be in the folder that was asked for. */
  private Path logs() {
    return Objects.requireNonNull(journalFile.getParent());
  }

  private Path jvmFile() {
    return logs().resolve("tilescope_jvm_events." + run.pid() + ".jfr");
  }

  /** Returns when the virtual machine's events are heard, or will never be. */
  void awaitJvmEvents() throws InterruptedException {
    if (jvmEvents != null) {
      jvmEvents.await();
    }
  }

  private ProfilerSummary end() {
    if (deviceLogs != null) {
      deviceLogs.close();
    }
    Tracker.remove(listener);
    current = null;
    MethodZones.update(null);
    if (jvmEvents != null) {
      jvmEvents.close();
    }
    drainer.end();
    if (follower != null) {
      follower.ended();
    }
    ProfilerSummary summary = drainer.summary();
    if (!summary.complaint().isEmpty()) {
      Notice.print("profiler: " + summary.complaint());
    }
    ProfilerCost cost = summary.cost();
    if (saysCost && cost != null) {
      Notice.print("profiler: " + cost.text());
    }
    return summary;
  }

  /** For a program that does not ask for its summary. */
  void sayCostAtEnd() {
    saysCost = true;
  }

  /** The drainer has failed and ends: nothing more can be recorded. */
  void abandon() {
    Thread.ofPlatform().daemon().name("tilescope-profiler-end").start(this::endIfCurrent);
  }

  /** The calling thread's log in the session of now; null if there is none. */
  static @Nullable ThreadLog log() {
    Session session = current;
    return session == null ? null : session.ownLog();
  }

  private ThreadLog ownLog() {
    ThreadLog log = LOGS.get();
    return log != null && log.session == this ? log : register();
  }

  private ThreadLog register() {
    ThreadLog log = new ThreadLog(this, Thread.currentThread(), pool, System.nanoTime());
    LOGS.set(log);
    ThreadLog earlier;
    do {
      earlier = newLogs.get();
      log.earlier = earlier;
    } while (!newLogs.compareAndSet(earlier, log));
    return log;
  }

  /** The logs registered since the last call, the oldest first. */
  List<ThreadLog> takeNewLogs() {
    List<ThreadLog> taken = new ArrayList<>();
    for (ThreadLog log = newLogs.getAndSet(null); log != null; log = log.earlier) {
      taken.add(log);
    }
    return taken.reversed();
  }

  /** Null if devices are not profiled. */
  @Nullable DeviceLogs deviceLogs() {
    return deviceLogs;
  }

  ProfilerOptions options() {
    return options;
  }

  HostRun run() {
    return run;
  }

  Path journalFile() {
    return journalFile;
  }

  ChunkPool pool() {
    return pool;
  }

  /** Since the start. */
  long nanos() {
    return System.nanoTime() - run.nanoTime();
  }
}
