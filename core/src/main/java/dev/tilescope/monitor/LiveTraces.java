package dev.tilescope.monitor;

import dev.tilescope.io.PrivateFolder;
import dev.tilescope.model.DeviceRef;
import dev.tilescope.model.MetalTrace;
import dev.tilescope.model.Notice;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.MetalTraceFile;
import dev.tilescope.track.TraceListener;
import dev.tilescope.track.Tracker;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The metal traces of processes that run: each live trace is a file beside the memory of its
 * process, {@code <process>.trace-<id>.json}, as {@link MetalTraceFile} writes it. It goes with the
 * trace, with the process, or, after a kill, with the next look of a monitor.
 *
 * <p>Files are written by a thread of their own: commands never change once a trace is captured.
 */
public final class LiveTraces implements TraceListener {
  private static final String MARK = ".trace-";
  private static final String SUFFIX = ".json";
  private static final long END_SECONDS = 5;

  private final MonitorFolder folder;
  private final ProcessIdentity process;
  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("tilescope-live-traces").factory());

  LiveTraces(MonitorFolder folder, ProcessIdentity process) {
    this.folder = folder;
    this.process = process;
  }

  @Override
  public void metalTraceEnded(MetalTrace trace) {
    later(() -> write(trace, file(trace.traceId())));
  }

  /** Whole or not at all, and for nobody else's eyes from the first byte on. */
  private static void write(MetalTrace trace, Path file) {
    Path making = file.resolveSibling(file.getFileName() + ".making");
    try {
      Files.deleteIfExists(making);
      Files.createFile(making, PrivateFolder.fileAttributes(making));
      try (OutputStream out = Files.newOutputStream(making)) {
        MetalTraceFile.write(trace, out);
      }
      Files.move(making, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException | UncheckedIOException e) {
      throw new TilescopeException("cannot write " + file + ": " + e, e);
    }
  }

  @Override
  public void metalTraceReleased(DeviceRef device, long traceId) {
    later(() -> delete(file(traceId)));
  }

  /** What cannot be written is missing from the view of a monitor, and the program goes on. */
  private void later(Runnable work) {
    if (!writer.isShutdown()) {
      writer.execute(() -> {
        try {
          work.run();
        } catch (TilescopeException e) {
          Notice.print("a live trace is not published: " + e.getMessage());
        }
      });
    }
  }

  private Path file(long traceId) {
    return folder.path().resolve(process.fileName() + MARK + traceId + SUFFIX);
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new TilescopeException("cannot remove " + file + ": " + e, e);
    }
  }

  /** Stops listening and takes the files away. */
  void end() {
    Tracker.remove(this);
    writer.shutdown();
    try {
      boolean written = writer.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
      for (Path file : written ? files(folder) : List.<Path>of()) {
        if (process.equals(processOf(file))) {
          delete(file);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | TilescopeException _) {
      // The next monitor finds them without a process and removes them.
    }
  }

  /** The live traces of a process of this user; an error if it does not publish any. */
  public static List<MetalTrace> of(long pid, Map<String, String> environment) {
    MonitorFolder folder = MonitorFolder.ofEnvironment(environment);
    List<MetalTrace> traces = new ArrayList<>();
    try {
      for (Path file : folder.exists() ? files(folder) : List.<Path>of()) {
        ProcessIdentity owner = processOf(file);
        boolean isWhole = file.toString().endsWith(SUFFIX);
        if (isWhole && owner != null && owner.pid() == pid && isLive(file, owner, folder)) {
          traces.add(MetalTraceFile.read(file));
        }
      }
    } catch (IOException e) {
      throw new TilescopeException("cannot read live traces in " + folder.path() + ": " + e, e);
    }
    if (traces.isEmpty()) {
      throw new TilescopeException(
          "process %d publishes no metal trace; start it with TILESCOPE_MONITOR=1 and look while a"
                  .formatted(pid)
              + " trace is live, that is between endCapture and release");
    }
    return traces;
  }

  private static boolean isLive(Path file, ProcessIdentity owner, MonitorFolder folder) {
    return !owner.hasEnded(Processes.ofSystem()) && folder.fault(file) == null;
  }

  /** Removes what processes left that were killed. */
  static void removeDead(MonitorFolder folder, Processes processes) throws IOException {
    for (Path file : files(folder)) {
      ProcessIdentity owner = processOf(file);
      if (owner != null && owner.hasEnded(processes)) {
        Files.deleteIfExists(file);
      }
    }
  }

  private static List<Path> files(MonitorFolder folder) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder.path(), "*" + MARK + "*")) {
      all.forEach(files::add);
    }
    files.sort(null);
    return files;
  }

  private static @Nullable ProcessIdentity processOf(Path file) {
    String name = String.valueOf(file.getFileName());
    return ProcessIdentity.ofFileName(name.substring(0, Math.max(0, name.indexOf(MARK))));
  }
}
