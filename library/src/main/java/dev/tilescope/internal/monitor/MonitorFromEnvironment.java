package dev.tilescope.internal.monitor;

import dev.tilescope.internal.track.AutoStart;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.Notice;
import dev.tilescope.model.TilescopeException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the memory of a program that knows nothing of it.
 *
 * <pre>
 * TILESCOPE_MONITOR=1              publish; also -Dtilescope.monitor=1
 * TT_ALLOC_TRACKING_ENABLED=1      the same, and warn if there is no allocation server
 * TILESCOPE_MONITOR_DIR=DIR        where the file goes; a monitor must be told the same
 * TILESCOPE_ALLOCATION_SOCKET=PATH the socket of the allocation server
 * </pre>
 */
public final class MonitorFromEnvironment implements AutoStart {
  private static final String TT_VARIABLE = "TT_ALLOC_TRACKING_ENABLED";

  @Override
  public void startIfAsked() {
    Map<String, String> environment = System.getenv();
    if (isAsked(environment, System.getProperty("tilescope.monitor"))) {
      try {
        start(environment);
      } catch (TilescopeException e) {
        Notice.print("memory is not published: " + e.getMessage());
      }
    }
  }

  static boolean isAsked(Map<String, String> environment, @Nullable String property) {
    return "1".equals(environment.get(TT_VARIABLE))
        || "1".equals(environment.get("TILESCOPE_MONITOR"))
        || "1".equals(property);
  }

  private static void start(Map<String, String> environment) {
    MonitorFolder folder = MonitorFolder.ofEnvironment(environment);
    ProcessIdentity process = ProcessIdentity.ofThis(Processes.ofSystem());
    MemoryFile file =
        MemoryFile.create(folder, process, commandOfThis(), System.currentTimeMillis());
    boolean expectsServer = "1".equals(environment.get(TT_VARIABLE));
    AllocationSender sender =
        new AllocationSender(
            AllocationSocket.ofEnvironment(environment),
            folder.ownerId(),
            process.pid(),
            expectsServer ? System.err::println : null);
    MemoryPublisher publisher = new MemoryPublisher(file, sender.start());
    LiveTraces traces = new LiveTraces(folder, process);
    endWithProgram(() -> {
      traces.end();
      publisher.end();
    });
    Tracker.add(publisher);
    Tracker.add(traces);
  }

  private static void endWithProgram(Runnable end) {
    Runtime.getRuntime()
        .addShutdownHook(Thread.ofPlatform().name("tilescope-monitor").unstarted(end));
  }

  /** The main class or jar, without arguments, which may be secret. */
  static String commandOfThis() {
    String command = System.getProperty("sun.java.command", "").strip();
    int end = command.indexOf(' ');
    String first = end < 0 ? command : command.substring(0, end);
    return first.isEmpty() ? "java" : first.endsWith(".jar") ? fileName(first) : first;
  }

  private static String fileName(String path) {
    return String.valueOf(Path.of(path).getFileName());
  }
}
