package dev.tilescope.internal.logs;

import dev.tilescope.profile.internal.table.Column;
import dev.tilescope.profile.internal.table.OpsRow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How long each core waited between two operations: {@code per_core_op_to_op_times}.
 *
 * <p>A gap is from the end of the last kernel of an operation to the start of the first kernel of
 * the next that moves data. A row has the gaps of all cores between the same two operations.
 */
final class CoreGaps {
  static final Column DEVICE = new Column.Named("device ID");
  static final Column OPERATIONS = new Column.Named("op2op ID");

  /** What the profiler itself takes between two operations. */
  private static final int OVERHEAD_NANOS = 1500;

  private static final Comparator<RiscStream.Core> BY_PLACE =
      Comparator.comparingInt(RiscStream.Core::x).thenComparingInt(RiscStream.Core::y);

  private record Gap(long start, long before, long after, long cycles, RiscStream.Core core) {
    boolean isBetweenTheSame(Gap other) {
      return before == other.before && after == other.after;
    }
  }

  private final DeviceLogHeader clock;
  private final boolean inCycles;

  /**
   * @param inCycles copies TT-NN, which calls cycles nanoseconds
   */
  CoreGaps(DeviceLogHeader clock, boolean inCycles) {
    this.clock = clock;
    this.inCycles = inCycles;
  }

  static List<Column> header(Collection<RiscStream> streams) {
    List<Column> header = new ArrayList<>(List.of(DEVICE, OPERATIONS));
    streams.stream()
        .map(stream -> stream.core)
        .sorted(BY_PLACE)
        .map(CoreGaps::column)
        .distinct()
        .forEach(header::add);
    return header;
  }

  private static Column column(RiscStream.Core core) {
    return new Column.Named(core.x() + "; " + core.y() + " [ns]");
  }

  /** Device by device, in the order the first core was idle. */
  List<OpsRow> rows(List<DeviceRun> runs, Collection<RiscStream> streams) {
    Map<Integer, Map<Integer, RiscStream.Core>> devices = new TreeMap<>();
    for (RiscStream stream : streams) {
      devices
          .computeIfAbsent(stream.device, _ -> new TreeMap<>())
          .put(stream.core.index(), stream.core);
    }
    List<OpsRow> rows = new ArrayList<>();
    devices.forEach((device, cores) -> {
      List<DeviceRun> ofDevice = runs.stream().filter(run -> run.key.device() == device).toList();
      rows.addAll(rows(device, cores.values().stream().map(c -> gaps(c, ofDevice)).toList()));
    });
    return rows;
  }

  private static Deque<Gap> gaps(RiscStream.Core core, List<DeviceRun> runs) {
    int index = core.index();
    List<DeviceRun> here =
        runs.stream()
            .filter(run -> run.kernelEnd(index) != Long.MIN_VALUE)
            .sorted(Comparator.comparingLong(run -> run.kernelEnd(index)))
            .toList();
    Deque<Gap> gaps = new ArrayDeque<>();
    for (int i = 1; i < here.size(); i++) {
      DeviceRun run = here.get(i);
      DeviceRun before = here.get(i - 1);
      long start = run.dataMovementStart(index);
      if (start != Long.MAX_VALUE) {
        long end = before.kernelEnd(index);
        gaps.add(new Gap(end, before.key.id(), run.key.id(), start - end, core));
      }
    }
    return gaps;
  }

  private List<OpsRow> rows(int device, List<Deque<Gap>> cores) {
    List<Gap> inOrder =
        cores.stream()
            .flatMap(Collection::stream)
            .sorted(Comparator.comparingLong(Gap::start).thenComparing(Gap::core, BY_PLACE))
            .toList();
    Set<Gap> taken = new HashSet<>();
    List<OpsRow> rows = new ArrayList<>();
    for (Gap gap : inOrder) {
      if (!taken.contains(gap)) {
        rows.add(row(device, gap, cores, taken));
      }
    }
    return rows;
  }

  private OpsRow row(int device, Gap like, List<Deque<Gap>> cores, Set<Gap> taken) {
    OpsRow row = new OpsRow();
    row.put(DEVICE, device);
    row.put(OPERATIONS, like.before() + " -> " + like.after());
    for (Deque<Gap> gaps : cores) {
      Gap next = gaps.peek();
      if (next != null && next.isBetweenTheSame(like)) {
        taken.add(gaps.remove());
        row.put(column(next.core()), time(next.cycles()));
      }
    }
    return row;
  }

  private long time(long cycles) {
    return (inCycles ? cycles : clock.wholeNanos(cycles)) - OVERHEAD_NANOS;
  }
}
