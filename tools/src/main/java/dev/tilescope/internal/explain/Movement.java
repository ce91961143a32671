package dev.tilescope.internal.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Programs that compute nothing: together they may be most of a run. */
final class Movement implements Detector {
  private static final List<String> COLLECTIVES =
      List.of("AllGather", "ReduceScatter", "AllReduce", "AllBroadcast", "AllToAll");

  private static final double LEAST_PART = 0.25;

  /** Of their time: some of it has to be. */
  private static final double SAVED = 0.5;

  @Override
  public List<Finding> in(Run run) {
    Stakes moves = new Stakes(run, Topic.MOVEMENT);
    Stakes collectives = new Stakes(run, Topic.COLLECTIVES);
    for (Work work : run.works()) {
      if (isCollective(work)) {
        collectives.add(work, work.nanos() * SAVED);
      } else if (isMoving(work)) {
        moves.add(work, work.nanos() * SAVED);
      }
    }
    List<Finding> found = new ArrayList<>();
    found.addAll(
        ifMost(
            run,
            moves,
            "moving and relaying tensors",
            "look for operations that take tensors as they are: broadcasts instead of repeats,"
                + " transposed products instead of transposes, one buffer instead of growing"
                + " copies"));
    found.addAll(
        ifMost(
            run,
            collectives,
            "what devices send to each other",
            "let collectives run beside products, or in them (all_gather_matmul), and send"
                + " narrower types"));
    return found;
  }

  private static List<Finding> ifMost(Run run, Stakes stakes, String what, String advice) {
    double part = run.totalNanos() > 0 ? stakes.costNanos() / run.totalNanos() : 0;
    return part < LEAST_PART
        ? List.of()
        : stakes.found(
            String.format(
                Locale.ROOT,
                "%.0f %% of the time goes into %s, most in %s",
                100 * part,
                what,
                stakes.first().name()),
            advice);
  }

  /** Products that gather on their way are among them. */
  static boolean waitsForOtherDevices(String program) {
    return COLLECTIVES.stream().anyMatch(program::contains);
  }

  private static boolean isCollective(Work work) {
    return waitsForOtherDevices(work.name()) && !work.name().contains("Matmul");
  }

  private static boolean isMoving(Work work) {
    return switch (work.family()) {
      case MOVEMENT -> !work.stem().startsWith("Embedding");
      case SHARDS, LAYOUT -> true;
      case ELEMENTWISE, MATMUL, CONVOLUTION, NORM, REDUCTION, ATTENTION, OTHER -> false;
    };
  }
}
