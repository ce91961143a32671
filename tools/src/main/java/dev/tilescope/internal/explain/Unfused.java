package dev.tilescope.internal.explain;

import dev.tilescope.device.TimeFamily;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Biases and activations as programs of their own, right after a product that could do them. */
final class Unfused implements Detector {
  /** Of the time of such a program: the product does it on tiles that it holds anyway. */
  private static final double SAVED = 0.9;

  /** How many programs may come after a product: a bias and an activation. */
  private static final int REACH = 2;

  @Override
  public List<Finding> in(Run run) {
    Stakes stakes = new Stakes(run, Topic.UNFUSED);
    List<Work> works = run.works();
    for (int i = 0; i < works.size(); i++) {
      Work product = works.get(i);
      Work maker = product.operation().isMatmul() ? product : null;
      for (int k = i + 1; k <= i + REACH && k < works.size() && maker != null; k++) {
        maker = takes(works.get(k), maker) ? works.get(k) : null;
        if (maker != null) {
          stakes.add(
              maker,
              maker.nanos() + startNanos(maker),
              (maker.nanos() + startNanos(maker)) * SAVED);
        }
      }
    }
    return stakes.isEmpty()
        ? List.of()
        : stakes.found(
            stakes.first().name()
                + " works on what a product has just given, as a program of its own",
            "give linear the bias and the activation, or the element-wise operation its activations");
  }

  /** What comes before it, where that is not the host's. */
  private static double startNanos(Work work) {
    return Math.min(work.gapNanos(), FewCores.LAUNCH_NANOS);
  }

  private static boolean takes(Work work, @Nullable Work maker) {
    if (maker == null
        || work.family() != TimeFamily.ELEMENTWISE
        || work.stem().equals("Typecast")) {
      return false;
    }
    return work.inputs().isEmpty()
        ? work.input().isKnown()
            && work.input().elements() == maker.result().elements()
            && work.input().x() == maker.result().x()
            && Objects.equals(work.input().dataType(), maker.result().dataType())
        : work.inputs().getFirst() == maker.output();
  }
}
