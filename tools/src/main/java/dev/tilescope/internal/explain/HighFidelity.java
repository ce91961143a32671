package dev.tilescope.internal.explain;

import dev.tilescope.internal.perf.Fidelity;
import dev.tilescope.internal.perf.Fidelity.Verdict;
import java.util.List;

/** Products whose math fidelity takes more passes than their data types need. */
final class HighFidelity implements Detector {
  /** HiFi2 discards a bit of bfloat16, so it may not do: half of the saving counts. */
  private static final double MAY_DO = 0.7;

  private static final double LEAST_FLOPS_PERCENT = 20;

  @Override
  public List<Finding> in(Run run) {
    Stakes stakes = new Stakes(run, Topic.MATH_FIDELITY);
    for (Work work : run.works()) {
      stakes.add(work, saved(work));
    }
    if (stakes.isEmpty()) {
      return List.of();
    }
    Work first = stakes.first();
    return stakes.found(
        "%s computes in %s, and its data types need fewer passes"
            .formatted(first.name(), first.operation().fidelity()),
        advice(first));
  }

  private static String advice(Work work) {
    String advice = Fidelity.of(work.operation()).advice();
    return advice == null ? "try a lower math fidelity" : advice;
  }

  private static double saved(Work work) {
    String current = work.row().mathFidelity();
    double flops = work.operation().flopsPercent();
    if (current == null || !(flops >= LEAST_FLOPS_PERCENT)) {
      return 0;
    }
    Fidelity fidelity = Fidelity.of(work.operation());
    boolean mayDo = fidelity.verdict() == Verdict.SUFFICIENT && current.equals("HiFi4");
    if (fidelity.verdict() != Verdict.TOO_HIGH && !mayDo) {
      return 0;
    }
    double passes = passes(current);
    double needed = fidelity.advice() != null && fidelity.advice().startsWith("LoFi") ? 1 : 2;
    double computing = work.nanos() * Math.min(1, flops / 100);
    double bound = Math.max(0, computing - work.nanos() * dramPart(work) * needed / passes);
    return bound * (1 - needed / passes) * (mayDo ? MAY_DO : 1);
  }

  private static double dramPart(Work work) {
    double percent = work.operation().dramPercent();
    return Double.isNaN(percent) ? 0 : Math.min(1, percent / 100);
  }

  private static double passes(String fidelity) {
    return switch (fidelity) {
      case "HiFi4" -> 4;
      case "HiFi3" -> 3;
      case "HiFi2" -> 2;
      default -> 1;
    };
  }
}
