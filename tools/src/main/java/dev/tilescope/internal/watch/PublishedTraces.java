package dev.tilescope.internal.watch;

import dev.tilescope.internal.monitor.LiveTraceFiles;
import dev.tilescope.internal.monitor.MonitorFolder;
import dev.tilescope.internal.monitor.ProcessIdentity;
import dev.tilescope.internal.monitor.Processes;
import dev.tilescope.model.MetalTrace;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.MetalTraceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The metal traces that processes publish, as {@link LiveTraceFiles}. */
public final class PublishedTraces {
  private PublishedTraces() {}

  /** The live traces of a process of this user; an error if it does not publish any. */
  public static List<MetalTrace> of(long pid, Map<String, String> environment) {
    MonitorFolder folder = MonitorFolder.ofEnvironment(environment);
    List<MetalTrace> traces = new ArrayList<>();
    try {
      for (Path file : folder.exists() ? LiveTraceFiles.all(folder) : List.<Path>of()) {
        ProcessIdentity owner = LiveTraceFiles.processOf(file);
        boolean isWhole = LiveTraceFiles.isWhole(file);
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
    for (Path file : LiveTraceFiles.all(folder)) {
      ProcessIdentity owner = LiveTraceFiles.processOf(file);
      if (owner != null && owner.hasEnded(processes)) {
        Files.deleteIfExists(file);
      }
    }
  }
}
