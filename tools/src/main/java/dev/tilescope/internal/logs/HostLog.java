package dev.tilescope.internal.logs;

import dev.tilescope.profile.internal.table.OpsColumn;
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
  static final String ZONES = HostZones.FILE;

  final Map<Long, HostOperation> operations = new LinkedHashMap<>();
  final List<Signpost> signposts = new ArrayList<>();
  final Map<TraceKey, List<Long>> replayNanos = new HashMap<>();

  private HostLog() {}

  /** Without operations if either file is missing, or nobody wants them. */
  static HostLog read(LogOptions options, InputProblems problems) {
    HostLog log = new HostLog();
    return options.deviceOnly()
        ? log
        : log.read(options.logs(), options.upstreamQuirks(), problems);
  }

  private HostLog read(Path logs, boolean upstreamQuirks, InputProblems problems) {
    Path messages = logs.resolve(MESSAGES);
    Path zones = logs.resolve(ZONES);
    if (Files.isRegularFile(messages) && Files.isRegularFile(zones)) {
      new HostMessages(messages, this, upstreamQuirks, problems).read();
      if (!operations.isEmpty()) {
        HostZones.read(zones, problems, new HostTimes(this));
        dropUntimed(messages, problems);
      }
    }
    return this;
  }

  /**
   * Whether an operation may run more than once where the device log names no trace: if it was
   * recorded into one, or if there is nobody to ask.
   */
  boolean mayRepeat(long id) {
    HostOperation operation = operations.get(id);
    return operation == null
        ? operations.isEmpty() || !replayNanos.isEmpty()
        : operation.traceId != Marker.NONE;
  }

  /** What tells the programs of operations apart; the same for all if the host does not say. */
  String programOf(long id) {
    HostOperation operation = operations.get(id);
    return operation == null ? "" : operation.info.cells().text(OpsColumn.PROGRAM_HASH);
  }

  /** Whether the host says that the operation has a compute kernel. */
  boolean computes(long id) {
    HostOperation operation = operations.get(id);
    return operation != null && operation.info.hasComputeKernel();
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
