package dev.tilescope.internal.times;

import dev.tilescope.internal.links.Ran;
import dev.tilescope.internal.perf.ModelledBand;
import dev.tilescope.internal.perf.PerfOperation;
import dev.tilescope.internal.perf.PerfOptions;
import dev.tilescope.internal.perf.PerfReport;
import dev.tilescope.internal.perf.PerfRow;
import dev.tilescope.internal.perf.PerfTable;
import dev.tilescope.model.TilescopeException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The device operations of one performance CSV.
 *
 * @param notices how the rows were chosen
 * @param dropped rows that are damaged or cut, each with what is wrong with it
 * @param band what a board may take for modelled times; null if a board measured them
 */
public record RunTimes(
    Path file,
    List<TimedCall> calls,
    List<String> notices,
    List<String> dropped,
    @Nullable ModelledBand band) {
  /** Each device for itself, in the order of the file: calls are put together by their numbers. */
  private static PerfOptions rows(boolean wholeFile) {
    return new PerfOptions(null, null, wholeFile, false, null, null, true, true, false);
  }

  /**
   * @param count of rows without a number, each a call of its own
   */
  private record Key(long call, String name, int count) {}

  public RunTimes {
    calls = List.copyOf(calls);
    notices = List.copyOf(notices);
  }

  /** Of the rows that {@code tilescope perf} shows. */
  public static RunTimes read(Path file) {
    return read(file, false);
  }

  /**
   * @param wholeFile whether signposts choose no rows
   * @throws TilescopeException if it is no such CSV, or holds no device operations
   */
  public static RunTimes read(Path file, boolean wholeFile) {
    List<String> dropped = new ArrayList<>();
    PerfTable table = PerfTable.readSound(List.of(file), dropped::add);
    PerfReport report = PerfReport.of(table, rows(wholeFile));
    List<PerfRow> rows =
        report.operations().stream()
            .map(PerfOperation::row)
            .filter(PerfRow::isDeviceOperation)
            .toList();
    if (rows.isEmpty()) {
      throw new TilescopeException(
          file + ": holds no device operations; profile the program with: tilescope profile -r");
    }
    return new RunTimes(
        file, calls(rows), report.notices(), List.copyOf(dropped), ModelledBand.of(rows));
  }

  private static List<TimedCall> calls(List<PerfRow> rows) {
    List<Ran> ran = PerfTable.ran(rows);
    Map<Key, List<Integer>> together = new LinkedHashMap<>();
    for (int i = 0; i < rows.size(); i++) {
      Ran of = ran.get(i);
      Key key = new Key(of.call(), of.name(), of.call() < 0 ? i : 0);
      together.computeIfAbsent(key, _ -> new ArrayList<>()).add(i);
    }
    boolean shared =
        together.values().stream()
            .anyMatch(call -> call.stream().map(i -> ran.get(i).device()).distinct().count() > 1);
    return together.values().stream().map(call -> call(call, rows, ran, shared)).toList();
  }

  private static TimedCall call(
      List<Integer> call, List<PerfRow> rows, List<Ran> ran, boolean shared) {
    Map<Long, List<PerfRow>> replays = new TreeMap<>();
    PerfRow shown = rows.get(call.getFirst());
    for (int i : call) {
      PerfRow row = rows.get(i);
      if (!Double.isNaN(row.kernelNanos())) {
        replays.computeIfAbsent(ran.get(i).replay(), _ -> new ArrayList<>()).add(row);
        shown = Double.isNaN(shown.kernelNanos()) ? row : shown;
      }
    }
    double[] nanos = replays.values().stream().mapToDouble(PerfRow::kernelNanosTogether).toArray();
    Ran first = ran.get(call.getFirst());
    int device = shared ? Ran.UNKNOWN : first.device();
    Ran whole =
        new Ran(
            first.name(),
            first.tensors(),
            first.details(),
            device,
            first.call(),
            Ran.UNKNOWN,
            first.moment());
    List<Integer> ids = call.stream().map(i -> rows.get(i).id()).toList();
    return new TimedCall(whole, shown, ids, Samples.of(nanos));
  }

  /** Of each call once, with the median of its replays; of devices that count alone the mean. */
  double totalNanos() {
    long apart = calls.stream().mapToInt(call -> call.ran().device()).distinct().count();
    return calls.stream().mapToDouble(TimedCall::medianOrNone).sum() / Math.max(1, apart);
  }
}
