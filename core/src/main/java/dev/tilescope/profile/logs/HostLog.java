package dev.tilescope.profile.logs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the host logs say: operations by id, signposts, and when traces were replayed. */
final class HostLog {
  /** A point the program marked. */
  record Signpost(String header, String message, long nanos) {}

  /** A trace of a device. */
  record TraceKey(long device, long traceId) {}

  static final String MESSAGES = "tracy_ops_data.csv";
  static final String ZONES = "tracy_ops_times.csv";

  final Map<Long, HostOperation> operations = new LinkedHashMap<>();
  final List<Signpost> signposts = new ArrayList<>();
  final Map<TraceKey, List<Long>> replayNanos = new HashMap<>();

  private HostLog() {}

  /** Without operations if either file is missing. */
  static HostLog read(Path logs, InputProblems problems) {
    HostLog log = new HostLog();
    Path messages = logs.resolve(MESSAGES);
    Path zones = logs.resolve(ZONES);
    if (Files.isRegularFile(messages) && Files.isRegularFile(zones)) {
      new HostMessages(messages, log, problems).read();
      if (!log.operations.isEmpty()) {
        new HostZones(zones, log, problems).read();
        log.dropUntimed(messages, problems);
      }
    }
    return log;
  }

  private void dropUntimed(Path messages, InputProblems problems) {
    for (HostOperation operation : List.copyOf(operations.values())) {
      if (operation.startNanos == Marker.NONE) {
        operations.remove(operation.id);
        problems.found(
            messages, operation.row, "operation " + operation.id + " has no zone in " + ZONES);
      }
    }
  }
}
