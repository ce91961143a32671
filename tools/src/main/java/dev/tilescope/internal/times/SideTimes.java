package dev.tilescope.internal.times;

import dev.tilescope.internal.links.Links;
import dev.tilescope.internal.links.Ran;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs of one program: the calls of the first, with their times in all.
 *
 * @param calls with one sample of each run; of a single run, of each replay
 * @param total of each run
 */
public record SideTimes(List<RunTimes> runs, List<TimedCall> calls, Samples total) {
  public SideTimes {
    runs = List.copyOf(runs);
    calls = List.copyOf(calls);
  }

  /**
   * @param runs at least one
   */
  public static SideTimes of(List<RunTimes> runs) {
    Samples total = Samples.of(runs.stream().mapToDouble(RunTimes::totalNanos).toArray());
    RunTimes first = runs.getFirst();
    return new SideTimes(runs, runs.size() == 1 ? first.calls() : together(runs), total);
  }

  /** One run. */
  public static SideTimes of(Path csv) {
    return of(List.of(RunTimes.read(csv)));
  }

  private static List<TimedCall> together(List<RunTimes> runs) {
    List<TimedCall> first = runs.getFirst().calls();
    List<List<Double>> nanos = new ArrayList<>();
    first.forEach(call -> nanos.add(new ArrayList<>(medians(call))));
    for (RunTimes other : runs.subList(1, runs.size())) {
      Links links = Links.of(ran(other.calls()), ran(first));
      for (int i = 0; i < other.calls().size(); i++) {
        if (links.target(i) >= 0) {
          nanos.get(links.target(i)).addAll(medians(other.calls().get(i)));
        }
      }
    }
    List<TimedCall> calls = new ArrayList<>();
    for (int i = 0; i < first.size(); i++) {
      calls.add(first.get(i).with(new Samples(nanos.get(i))));
    }
    return calls;
  }

  private static List<Double> medians(TimedCall call) {
    double median = call.nanos().median();
    return Double.isNaN(median) ? List.of() : List.of(median);
  }

  static List<Ran> ran(List<TimedCall> calls) {
    return calls.stream().map(TimedCall::ran).toList();
  }
}
