package dev.tilescope.internal.monitor;

import dev.tilescope.internal.io.AtomicFiles;
import dev.tilescope.internal.io.AtomicFiles.Naming;
import dev.tilescope.internal.track.TraceListener;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.DeviceRef;
import dev.tilescope.model.MetalTrace;
import dev.tilescope.model.Notice;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.MetalTraceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Leaves the metal traces of this process where monitors find them, as {@link LiveTraceFiles}. A
 * file goes with its trace, with the process, or, after a kill, with the next look of a monitor.
 *
 * <p>Files are written by a thread of their own: commands never change once a trace is captured.
 */
final class LiveTraces implements TraceListener {
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

  /**
   * Whole or not at all, and for nobody else's eyes from the first byte on. What is left unfinished
   * has a name by which monitors know whose it was.
   */
  private static void write(MetalTrace trace, Path file) {
    try (AtomicFiles files = new AtomicFiles(Naming.PRIVATE, file.getFileName() + ".")) {
      files.stage(file, out -> MetalTraceFile.write(trace, out));
      files.publish();
    } catch (IOException e) {
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
    return LiveTraceFiles.file(folder, process, traceId);
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
      for (Path file : written ? LiveTraceFiles.all(folder) : List.<Path>of()) {
        if (process.equals(LiveTraceFiles.processOf(file))) {
          delete(file);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | TilescopeException _) {
      // The next monitor finds them without a process and removes them.
    }
  }
}
