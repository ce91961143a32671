package dev.tilescope.internal.explain;

import dev.tilescope.device.TimeFamily;
import java.util.List;

/** Programs that compute on rows though their engines work on tiles. */
final class RowMajor implements Detector {
  /** What is left where tiles are worked on: a core then asks for whole tiles, not for rows. */
  private static final double WITH_TILES = 0.5;

  @Override
  public List<Finding> in(Run run) {
    Stakes stakes = new Stakes(run, Topic.ROW_MAJOR);
    for (Work work : run.works()) {
      boolean computes =
          work.family() == TimeFamily.ELEMENTWISE
              || work.family() == TimeFamily.NORM
              || work.family() == TimeFamily.REDUCTION;
      if (computes && "ROW_MAJOR".equals(work.input().layout()) && !work.stem().equals("ArgMax")) {
        stakes.add(work, (work.nanos() - FewCores.LAUNCH_NANOS) * WITH_TILES);
      }
    }
    return stakes.isEmpty()
        ? List.of()
        : stakes.found(
            stakes.first().name() + " computes on ROW_MAJOR tensors, row by row",
            "tilize the tensor once before, and keep TILE layout");
  }
}
