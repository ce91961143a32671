package dev.tilescope.internal.logs;

import dev.tilescope.device.marker.PerfCounterType;
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
  private final Path file;
  private final HostLog host;
  private final InputProblems problems;
  private final Map<RunKey, List<DeviceRun>> runs = new LinkedHashMap<>();
  private final Set<RiscStream> streams = new LinkedHashSet<>();
  private final LogEnd end;
  private @Nullable DeviceRun current;
  private @Nullable RiscStream currentStream;
  private long row;
  private long unknownCounterRows;

  /**
   * @param host what the operations are
   */
  DeviceRuns(Path file, HostLog host, InputProblems problems) {
    this.file = file;
    this.host = host;
    this.problems = problems;
    end = new LogEnd(host);
  }

  @Override
  public void accept(Marker marker) {
    row = marker.row;
    if (marker.stream != currentStream) {
      currentStream = marker.stream;
      streams.add(marker.stream);
      end.turnTo(marker.stream);
    }
    DeviceRun run = belongsToARun(marker) ? runOf(marker) : null;
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

  /** What a dispatch core does is for many operations; its zones name the next one. */
  private static boolean belongsToARun(Marker marker) {
    return marker.runHostId != 0 && marker.timerId != 0 && marker.zone.kind() != Zone.Kind.DISPATCH;
  }

  private DeviceRun runOf(Marker marker) {
    DeviceRun last = current;
    if (last != null && isOf(last.key, marker) && !isOver(last, marker)) {
      return last;
    }
    RunKey key =
        new RunKey(marker.stream.device, marker.runHostId, marker.traceId, marker.traceCounter);
    List<DeviceRun> ofKey = runs.computeIfAbsent(key, _ -> new ArrayList<>(1));
    int index = firstNotOver(ofKey, marker);
    if (index == ofKey.size()) {
      boolean another = ofKey.isEmpty() || host.mayRepeat(marker.runHostId);
      if (!another) {
        return ofKey.getLast();
      }
      ofKey.add(new DeviceRun(key, index + 1, marker.row));
    }
    current = ofKey.get(index);
    return ofKey.get(index);
  }

  /** A RISC goes through the runs of an id in order, so those it is done with come first. */
  private static int firstNotOver(List<DeviceRun> runs, Marker marker) {
    int from = 0;
    int to = runs.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (isOver(runs.get(middle), marker)) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /** Where the log names the trace and the replay, there is one run of each. */
  private static boolean isOver(DeviceRun run, Marker marker) {
    return marker.traceId == Marker.NONE && run.isOverOn(marker.stream);
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
      case TS_DATA, TS_EVENT -> dataProblem(marker, run);
    };
  }

  private static @Nullable String zoneProblem(Marker marker) {
    RiscStream stream = marker.stream;
    if (marker.zone.kind() == Zone.Kind.UNNAMED) {
      return unnamed(marker);
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
          .formatted(run.identity(), stream.core);
    }
    if (stream.open.size() >= RiscStream.MOST_OPEN) {
      return RiscStream.MOST_OPEN + " zones are open at once on " + stream;
    }
    stream.open.add(new RiscStream.Open(marker.timerId, marker.zone, marker.row, run));
    if (marker.zone.kind() == Zone.Kind.DISPATCH && stream.mayDispatch()) {
      stream.dispatching().zoneStarts(marker.cycles);
    }
    return null;
  }

  private static @Nullable String endProblem(Marker marker) {
    RiscStream stream = marker.stream;
    if (!stream.close(marker.timerId)) {
      return "%s ends on %s without a start".formatted(marker.zone.name(), stream);
    }
    if (marker.zone.kind() == Zone.Kind.DISPATCH && stream.mayDispatch()) {
      stream.dispatching().zoneEnds(marker.cycles);
    }
    return null;
  }

  private @Nullable String dataProblem(Marker marker, @Nullable DeviceRun run) {
    RiscStream stream = marker.stream;
    if (stream.dispatch != null) {
      stream.dispatch.data(marker);
    }
    if (!marker.isCounter) {
      return null;
    }
    PerfCounterType counter = marker.counter;
    if (counter == null) {
      unknownCounterRows++;
      return null;
    }
    return run != null && run.hasCounter(stream.core.index(), counter)
        ? "counter %s of %s is here twice on core %s"
            .formatted(counter, run.identity(), stream.core)
        : null;
  }

  /** Rows of performance counters that are none of those known. */
  long unknownCounterRows() {
    return unknownCounterRows;
  }

  /** The RISCs that have rows, in the order of the log. */
  Set<RiscStream> streams() {
    return streams;
  }

  /**
   * The sound runs, device by device, in the order they started; to be called once, at the end.
   *
   * @param dropsLast forgets the last run of a device without a word if it is incomplete
   */
  List<DeviceRun> finish(boolean dropsLast) {
    List<DeviceRun> all = runs.values().stream().flatMap(List::stream).toList();
    Set<DeviceRun> forgotten = dropsLast ? incompleteLast(all) : Set.of();
    streams.forEach(stream -> checkClosed(stream, forgotten));
    LogEnd.Cut cut = end.find(all.stream().filter(run -> !forgotten.contains(run)).toList());
    if (cut != null) {
      cut.runs().forEach(run -> run.damaged = true);
      problems.found(file, row, cut.problem());
    }
    List<DeviceRun> sound = new ArrayList<>();
    for (DeviceRun run : all) {
      if (!forgotten.contains(run) && isSound(run)) {
        sound.add(run);
      }
    }
    sound.sort(
        Comparator.<DeviceRun>comparingInt(run -> run.key.device())
            .thenComparingLong(run -> run.markers.first()));
    return sound;
  }

  private static Set<DeviceRun> incompleteLast(List<DeviceRun> all) {
    Map<Integer, DeviceRun> latest = new HashMap<>();
    for (DeviceRun run : all) {
      latest.merge(run.key.device(), run, (a, b) -> b.markers.first() > a.markers.first() ? b : a);
    }
    Set<DeviceRun> incomplete = new LinkedHashSet<>(latest.values());
    incomplete.removeIf(run -> run.incompleteCore() < 0);
    return incomplete;
  }

  private void checkClosed(RiscStream stream, Set<DeviceRun> forgotten) {
    for (RiscStream.Open open : stream.open) {
      DeviceRun run = open.run();
      if (run != null) {
        run.damaged = true;
      }
      if (run == null || !forgotten.contains(run)) {
        problems.found(
            file,
            open.row(),
            "%s starts on %s and never ends: the log is truncated"
                .formatted(open.zone().name(), stream));
      }
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
    problems.found(file, run.firstRow, run.identity() + " " + reason);
    return false;
  }

  private String coreName(int device, int index) {
    return streams.stream()
        .filter(stream -> stream.device == device && stream.core.index() == index)
        .map(stream -> stream.core.toString())
        .findFirst()
        .orElse("?");
  }
}
