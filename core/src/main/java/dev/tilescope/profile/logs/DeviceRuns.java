package dev.tilescope.profile.logs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sorts markers into runs of operations, and finds what a sound log cannot hold: time that goes
 * back, an end without a start, a zone nobody named, an operation that starts twice or never ends.
 */
final class DeviceRuns implements Consumer<Marker> {
  private static final int PERF_COUNTER_ID = 9090;

  private final Path file;
  private final InputProblems problems;
  private final Map<RunKey, DeviceRun> runs = new LinkedHashMap<>();
  private final Set<RiscStream> streams = new LinkedHashSet<>();
  private @Nullable DeviceRun current;
  private @Nullable RiscStream currentStream;
  private long perfCounterRows;

  DeviceRuns(Path file, InputProblems problems) {
    this.file = file;
    this.problems = problems;
  }

  @Override
  public void accept(Marker marker) {
    if (marker.stream != currentStream) {
      currentStream = marker.stream;
      streams.add(marker.stream);
    }
    DeviceRun run = marker.runHostId == 0 || marker.timerId == 0 ? null : runOf(marker);
    String problem = problemOf(marker, run);
    if (problem != null) {
      if (run != null) {
        run.damaged = true;
      }
      problems.found(file, marker.row, problem);
    } else if (run != null) {
      run.add(marker);
    }
  }

  private DeviceRun runOf(Marker marker) {
    DeviceRun last = current;
    if (last != null && isOf(last.key, marker)) {
      return last;
    }
    RunKey key =
        new RunKey(marker.stream.device, marker.runHostId, marker.traceId, marker.traceCounter);
    DeviceRun run = runs.get(key);
    if (run == null) {
      run = new DeviceRun(key, marker.row);
      runs.put(key, run);
    }
    current = run;
    return run;
  }

  private static boolean isOf(RunKey key, Marker marker) {
    return key.id() == marker.runHostId
        && key.replay() == marker.traceCounter
        && key.traceId() == marker.traceId
        && key.device() == marker.stream.device;
  }

  private @Nullable String problemOf(Marker marker, @Nullable DeviceRun run) {
    return switch (marker.phase) {
      case ZONE_START, ZONE_END -> {
        String problem = zoneProblem(marker);
        yield problem != null
            ? problem
            : marker.phase == Phase.ZONE_START ? startProblem(marker, run) : endProblem(marker);
      }
      case ZONE_TOTAL -> marker.zone.kind() == Zone.Kind.UNNAMED ? unnamed(marker) : null;
      case TS_DATA, TS_EVENT -> {
        perfCounterRows += marker.timerId == PERF_COUNTER_ID ? 1 : 0;
        yield null;
      }
    };
  }

  private static @Nullable String zoneProblem(Marker marker) {
    RiscStream stream = marker.stream;
    if (marker.zone.kind() == Zone.Kind.UNNAMED) {
      return unnamed(marker);
    }
    if (marker.zone.kind() == Zone.Kind.DISPATCH) {
      return "zone " + marker.zone.name() + " is of a dispatch core, which the report leaves out";
    }
    if (marker.cycles < stream.lastCycles) {
      return "time goes back from %d to %d cycles on %s: the log is reordered"
          .formatted(stream.lastCycles, marker.cycles, stream);
    }
    stream.lastCycles = marker.cycles;
    return null;
  }

  private static String unnamed(Marker marker) {
    return "zone hash %d has no name: zone_src_locations.log of the run did not know it"
        .formatted(marker.timerId);
  }

  private static @Nullable String startProblem(Marker marker, @Nullable DeviceRun run) {
    RiscStream stream = marker.stream;
    if (run != null && stream.isMaster(marker.zone) && run.startedOn(stream.core.index())) {
      return "%s starts a second time on core %s: its id is used twice"
          .formatted(run.key, stream.core);
    }
    if (stream.open.size() >= RiscStream.MOST_OPEN) {
      return RiscStream.MOST_OPEN + " zones are open at once on " + stream;
    }
    stream.open.add(new RiscStream.Open(marker.timerId, marker.zone, marker.row, run));
    return null;
  }

  private static @Nullable String endProblem(Marker marker) {
    return marker.stream.close(marker.timerId)
        ? null
        : "%s ends on %s without a start".formatted(marker.zone.name(), marker.stream);
  }

  /** Rows of performance counters, which the report does not use. */
  long perfCounterRows() {
    return perfCounterRows;
  }

  /** The sound runs, device by device, in the order they started; to be called once, at the end. */
  List<DeviceRun> finish() {
    streams.forEach(this::checkClosed);
    List<DeviceRun> sound = new ArrayList<>();
    for (DeviceRun run : runs.values()) {
      if (isSound(run)) {
        sound.add(run);
      }
    }
    sound.sort(
        Comparator.<DeviceRun>comparingInt(run -> run.key.device())
            .thenComparingLong(run -> run.firmware.first()));
    return sound;
  }

  private void checkClosed(RiscStream stream) {
    for (RiscStream.Open open : stream.open) {
      if (open.run() != null) {
        open.run().damaged = true;
      }
      problems.found(
          file,
          open.row(),
          "%s starts on %s and never ends: the log is truncated"
              .formatted(open.zone().name(), stream));
    }
  }

  private boolean isSound(DeviceRun run) {
    int core = run.incompleteCore();
    if (!run.damaged && core < 0) {
      return true;
    }
    String reason =
        run.damaged
            ? "has damaged rows: its device times are dropped"
            : "has markers on core %s, but not both ends of its firmware zone: the log is truncated"
                .formatted(coreName(run.key.device(), core));
    problems.found(file, run.firstRow, run.key + " " + reason);
    return false;
  }

  private String coreName(int device, int index) {
    Map<Integer, String> names = new HashMap<>();
    for (RiscStream stream : streams) {
      if (stream.device == device) {
        names.put(stream.core.index(), stream.core.toString());
      }
    }
    return names.getOrDefault(index, "?");
  }
}
