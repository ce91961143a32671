package dev.tilescope.internal.explain;

import dev.tilescope.internal.perf.PerfTensor;
import java.util.List;
import java.util.Locale;

/** Programs that compute with float32 where bfloat16 is half of it. */
final class WideTypes implements Detector {
  @Override
  public List<Finding> in(Run run) {
    Stakes stakes = new Stakes(run, Topic.WIDE_TYPES);
    for (Work work : run.works()) {
      stakes.add(work, (work.nanos() - FewCores.LAUNCH_NANOS) * widePart(work) / 2);
    }
    if (stakes.isEmpty()) {
      return List.of();
    }
    return stakes.found(
        String.format(
            Locale.ROOT,
            "%s works with FLOAT32, which moves twice the bytes of BFLOAT16",
            stakes.first().name()),
        "make these tensors BFLOAT16; fp32_dest_acc_en keeps sums exact");
  }

  private static double widePart(Work work) {
    double wide = 0;
    double all = 0;
    if (work.stem().equals("Typecast")) {
      return 0;
    }
    for (PerfTensor tensor : work.row().inputs()) {
      all += tensor.bytes();
      wide += isWide(tensor) ? tensor.bytes() : 0;
    }
    if (work.result().isKnown()) {
      all += work.result().bytes();
      wide += isWide(work.result()) ? work.result().bytes() : 0;
    }
    return all > 0 ? wide / all : 0;
  }

  private static boolean isWide(PerfTensor tensor) {
    return "FLOAT32".equals(tensor.dataType());
  }
}
