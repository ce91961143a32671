package dev.tilescope.internal.explain;

import dev.tilescope.model.Changed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;

/**
 * What matters in a run.
 *
 * @param findings what has most at stake first
 * @param time where device time went, by program, the most first
 */
public record Explanation(
    Totals totals,
    List<Share> time,
    List<Finding> findings,
    List<String> memory,
    List<Loss> losses) {
  private static final List<Detector> DETECTORS =
      List.of(
          new FewCores(),
          new HighFidelity(),
          new SlowProducts(),
          new WideTypes(),
          new RoundTrips(),
          new RepeatedWork(),
          new Movement(),
          new Broadcasts(),
          new Unfused(),
          new ThroughDram(),
          new RowMajor(),
          new Padding(),
          new Gaps(),
          new HostTraffic(),
          new CacheMisses(),
          new SlowDevice(),
          new FullMemory(),
          new BrokenSpace());

  /** Less is not worth a line. */
  private static final double LEAST_STAKE = 0.01;

  /**
   * @param works how many programs ran
   * @param deviceNanos in programs; 0 if no file tells
   * @param gapNanos between them; 0 if no file tells
   * @param cores worker cores of a device; 0 if not known
   */
  public record Totals(
      int works, double deviceNanos, double gapNanos, boolean isModelled, String arch, int cores) {}

  /**
   * What programs of one name took.
   *
   * @param dramPercent of DRAM's peak, by their time; not a number where nobody counts bytes
   * @param flopsPercent of the peak of their cores, by their time; not a number for others than
   *     products
   */
  public record Share(
      String name, int calls, double nanos, double dramPercent, double flopsPercent) {
    private static Share of(String name, List<Work> works) {
      return new Share(
          name,
          works.size(),
          works.stream().mapToDouble(Work::nanos).sum(),
          mean(works, work -> work.operation().dramPercent()),
          mean(works, work -> work.operation().flopsPercent()));
    }

    private static double mean(List<Work> works, ToDoubleFunction<Work> percent) {
      double sum = 0;
      double nanos = 0;
      for (Work work : works) {
        double known = percent.applyAsDouble(work);
        sum += Double.isNaN(known) ? 0 : known * work.nanos();
        nanos += Double.isNaN(known) ? 0 : work.nanos();
      }
      return nanos > 0 ? sum / nanos : Double.NaN;
    }
  }

  public Explanation {
    time = List.copyOf(time);
    findings = List.copyOf(findings);
    memory = List.copyOf(memory);
    losses = List.copyOf(losses);
  }

  static Explanation of(Run run) {
    List<Finding> findings = new ArrayList<>();
    DETECTORS.forEach(detector -> findings.addAll(detector.in(run)));
    findings.removeIf(finding -> finding.stake() < LEAST_STAKE);
    findings.sort(Comparator.comparingDouble(Finding::stake).reversed());
    Totals totals =
        new Totals(
            run.works().size(),
            run.deviceNanos(),
            run.gapNanos(),
            run.isModelled(),
            run.arch().name(),
            run.workers());
    return new Explanation(totals, shares(run), findings, MemoryWords.of(run), run.losses());
  }

  /**
   * The same with source lines where findings name an operation without one.
   *
   * @param source of an operation by its number; empty if not known
   */
  Explanation withSources(IntFunction<String> source) {
    return Changed.with(
        this,
        "findings",
        findings.stream()
            .map(finding ->
                finding.at(
                    finding.places().stream().map(place -> place.withSource(source)).toList()))
            .toList());
  }

  /** Whether something that was recorded is not in the files. */
  public boolean hasLosses() {
    return losses.stream().anyMatch(Loss::isDamage);
  }

  private static List<Share> shares(Run run) {
    Map<String, List<Work>> byName = new LinkedHashMap<>();
    for (Work work : run.works()) {
      byName.computeIfAbsent(work.stem(), _ -> new ArrayList<>()).add(work);
    }
    return byName.entrySet().stream()
        .map(each -> Share.of(each.getKey(), each.getValue()))
        .filter(share -> share.nanos() > 0)
        .sorted(Comparator.comparingDouble(Share::nanos).reversed())
        .toList();
  }
}
