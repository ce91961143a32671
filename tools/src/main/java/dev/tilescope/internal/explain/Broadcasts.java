package dev.tilescope.internal.explain;

import dev.tilescope.device.TimeFamily;
import java.util.List;
import java.util.Set;

/** Tensors that are copied to the shape of another before both go into an operation. */
final class Broadcasts implements Detector {
  private static final Set<String> COPIES = Set.of("Repeat", "RepeatInterleave", "Expand");

  /** Where the program that takes the copies may be. */
  private static final int REACH = 4;

  @Override
  public List<Finding> in(Run run) {
    Stakes stakes = new Stakes(run, Topic.BROADCASTS);
    List<Work> works = run.works();
    for (int i = 0; i < works.size(); i++) {
      Work copy = works.get(i);
      if (COPIES.contains(copy.stem())) {
        for (Work taker : works.subList(i + 1, Math.min(works.size(), i + 1 + REACH))) {
          if (takes(taker, copy)) {
            stakes.add(copy, copy.nanos());
            stakes.add(taker, run.dramNanos(copy.result().isInDram() ? copy.result().bytes() : 0));
          }
        }
      }
    }
    return stakes.isEmpty()
        ? List.of()
        : stakes.found(
            stakes.first().name() + " has to do with copies that an operation would broadcast",
            "give the element-wise operation the small tensor: it broadcasts rows, columns and"
                + " batches itself");
  }

  private static boolean takes(Work taker, Work copy) {
    boolean isKnown = copy.output() >= 0 && !taker.inputs().isEmpty();
    return taker.family() == TimeFamily.ELEMENTWISE
        && (isKnown
            ? taker.inputs().contains(copy.output())
            : taker.row().inputs().stream()
                .anyMatch(input -> input.elements() == copy.result().elements()));
  }
}
