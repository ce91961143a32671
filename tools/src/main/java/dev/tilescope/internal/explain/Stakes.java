package dev.tilescope.internal.explain;

import dev.tilescope.device.TimeBand;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Programs of which each could save some time for the same reason. */
final class Stakes {
  private static final int SHOWN = 2;

  private record Stake(Work work, double costNanos, double savedNanos) {}

  private final Run run;
  private final Topic topic;
  private final List<Stake> stakes = new ArrayList<>();

  Stakes(Run run, Topic topic) {
    this.run = run;
    this.topic = topic;
  }

  /** Nothing if there is nothing to save. */
  void add(Work work, double savedNanos) {
    add(work, work.nanos(), savedNanos);
  }

  void add(Work work, double costNanos, double savedNanos) {
    if (savedNanos > 0) {
      stakes.add(new Stake(work, costNanos, Math.min(savedNanos, costNanos)));
    }
  }

  boolean isEmpty() {
    return stakes.isEmpty();
  }

  int size() {
    return stakes.size();
  }

  /** The one that could save most. */
  Work first() {
    return sorted().getFirst().work;
  }

  double costNanos() {
    return stakes.stream().mapToDouble(Stake::costNanos).sum();
  }

  /** A finding of all of them, or nothing. */
  List<Finding> found(String what, String advice) {
    if (stakes.isEmpty()) {
      return List.of();
    }
    double saved = 0;
    double low = 0;
    double high = 0;
    for (Stake stake : stakes) {
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
    double saved = part * stakes.stream().mapToDouble(Stake::savedNanos).sum();
    return stakes.isEmpty()
        ? List.of()
        : List.of(finding(what, advice, run.totalNanos() + costNanos(), saved, saved, saved));
  }

  /** The same of times between programs, which no model gave either. */
  List<Finding> ofGaps(String what, String advice) {
    double saved = stakes.stream().mapToDouble(Stake::savedNanos).sum();
    return stakes.isEmpty()
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
        stakes.size(),
        all > 0 ? saved / all : 0,
        costNanos(),
        saved,
        low,
        high);
  }

  private List<Stake> sorted() {
    return stakes.stream()
        .sorted(Comparator.comparingDouble(Stake::savedNanos).reversed())
        .toList();
  }
}
