package dev.tilescope.internal.explain;

import dev.tilescope.device.TimeFamily;
import dev.tilescope.internal.perf.PerfTensor;
import java.util.List;
import java.util.Locale;

/** Programs most of whose work is on padding that another shape would not have. */
final class Padding implements Detector {
  private static final int TILE = 32;
  private static final double LEAST_WASTE = 0.3;

  /** Programs after one that pads, which may work on what it gave. */
  private static final int REACH = 8;

  @Override
  public List<Finding> in(Run run) {
    Stakes stakes = new Stakes(run, Topic.PADDING);
    for (Work work : run.works()) {
      double waste = waste(work);
      if (waste >= LEAST_WASTE) {
        double fixed = Math.max(FewCores.LAUNCH_NANOS, weightNanos(work, run));
        stakes.add(work, (work.nanos() - fixed) * waste);
      }
    }
    onPadded(run, stakes);
    if (stakes.isEmpty()) {
      return List.of();
    }
    PerfTensor tensor = largest(stakes.first());
    boolean isPadded = stakes.first().stem().equals("Pad") || waste(stakes.first()) < LEAST_WASTE;
    return isPadded
        ? stakes.found(
            String.format(
                Locale.ROOT,
                "%s works on %,.0f numbers, most of which a program before has padded",
                stakes.first().name(),
                tensor.elements()),
            "pad less: tiles fill up by themselves, and a result can be cut where it is used")
        : stakes.found(
            String.format(
                Locale.ROOT,
                "%s works on %,.0f numbers for %,.0f: the rest is padding",
                stakes.first().name(),
                tensor.elements(),
                tensor.logical() == null ? 0 : tensor.logical().elements()),
            "give the tensor a shape whose last two dimensions fill tiles, such as with the"
                + " dimensions before folded into its rows");
  }

  /** Programs on what a program has padded. */
  private static void onPadded(Run run, Stakes stakes) {
    List<Work> works = run.works();
    for (int i = 0; i < works.size(); i++) {
      Work pad = works.get(i);
      double waste = 1 - pad.input().elements() / pad.result().elements();
      if (pad.stem().equals("Pad") && waste >= LEAST_WASTE) {
        stakes.add(pad, pad.nanos());
        for (Work work : works.subList(i + 1, Math.min(works.size(), i + 1 + REACH))) {
          if (work.input().elements() == pad.result().elements()) {
            stakes.add(work, (work.nanos() - FewCores.LAUNCH_NANOS) * waste);
          }
        }
      }
    }
  }

  /** Weights are read whatever the rows. */
  private static double weightNanos(Work work, Run run) {
    PerfTensor weights = work.row().input1();
    return work.operation().isMatmul() && weights.isKnown() && weights.isInDram()
        ? run.dramNanos(weights.bytes())
        : 0;
  }

  private static PerfTensor largest(Work work) {
    PerfTensor result = work.result();
    PerfTensor input = work.input();
    return !result.isKnown() || input.isKnown() && input.elements() > result.elements()
        ? input
        : result;
  }

  /** The part of the padded tensor that is not there once all before the columns are rows. */
  private static double waste(Work work) {
    PerfTensor tensor = largest(work);
    PerfTensor.Extent logical = tensor.logical();
    if (!tensor.isKnown() || logical == null || !"TILE".equals(tensor.layout())) {
      return 0;
    }
    double folded = up(logical.w() * logical.z() * logical.y()) * up(logical.x());
    double rows = logical.w() * logical.z() * logical.y();
    boolean isNarrow = work.family() == TimeFamily.ELEMENTWISE && rows >= TILE;
    double least = isNarrow ? Math.max(up(logical.elements()), TILE * TILE) : folded;
    return 1 - Math.min(folded, least) / tensor.elements();
  }

  private static double up(double size) {
    return Math.ceil(size / TILE) * TILE;
  }
}
