package dev.tilescope.internal.explain;

import dev.tilescope.device.TimeBand;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;

/** Programs of which each could save some time for the same reason. */
final class Stakes {
  private static final int SHOWN = 2;

  private record Stake(Work work, double costNanos, double savedNanos) {}

  private final Run run;
  private final Topic topic;
  private final IdentityHashMap<Work, Stake> byWork = new IdentityHashMap<>();

  Stakes(Run run, Topic topic) {
    this.run = run;
    this.topic = topic;
  }

  /** Nothing if there is nothing to save; of several savings the sum, up to what it takes. */
  void add(Work work, double savedNanos) {
    add(work, work.nanos(), savedNanos);
  }

  void add(Work work, double costNanos, double savedNanos) {
    if (savedNanos > 0) {
      Stake before = byWork.get(work);
      double saved = savedNanos + (before == null ? 0 : before.savedNanos);
      byWork.put(work, new Stake(work, costNanos, Math.min(saved, costNanos)));
    }
  }

  boolean isEmpty() {
    return byWork.isEmpty();
  }

  int size() {
    return byWork.size();
  }

  /** The one that could save most. */
  Work first() {
    return sorted().getFirst().work;
  }

  double costNanos() {
    return byWork.values().stream().mapToDouble(Stake::costNanos).sum();
  }

  /** A finding of all of them, or nothing. */
  List<Finding> found(String what, String advice) {
    if (byWork.isEmpty()) {
      return List.of();
    }
    double saved = 0;
    double low = 0;
    double high = 0;
    for (Stake stake : byWork.values()) {
      TimeBand band = run.bands().of(stake.work.name());
      saved += stake.savedNanos;
      low += stake.savedNanos * band.low();
      high += stake.savedNanos * band.high();
    }
    return List.of(finding(what, advice, run.totalNanos(), saved, low, high));
  }

  /**
   * The same of times that the host took, which no model gave: the device waits meanwhile.
   *
   * @param part of it that could be saved
   */
  List<Finding> ofHost(double part, String what, String advice) {
    double saved = part * byWork.values().stream().mapToDouble(Stake::savedNanos).sum();
    return byWork.isEmpty()
        ? List.of()
        : List.of(finding(what, advice, run.totalNanos() + costNanos(), saved, saved, saved));
  }

  /** The same of times between programs, which no model gave either. */
  List<Finding> ofGaps(String what, String advice) {
    double saved = byWork.values().stream().mapToDouble(Stake::savedNanos).sum();
    return byWork.isEmpty()
        ? List.of()
        : List.of(finding(what, advice, run.totalNanos(), saved, saved, saved));
  }

  private Finding finding(
      String what, String advice, double all, double saved, double low, double high) {
    return new Finding.OfTime(
        topic,
        what,
        advice,
        sorted().stream().limit(SHOWN).map(stake -> stake.work.place()).toList(),
        byWork.size(),
        all > 0 ? saved / all : 0,
        costNanos(),
        saved,
        low,
        high);
  }

  private List<Stake> sorted() {
    return byWork.values().stream()
        .sorted(
            Comparator.comparingDouble(Stake::savedNanos)
                .reversed()
                .thenComparingInt(stake -> stake.work.row().id()))
        .toList();
  }
}
