package dev.tilescope.internal.links;

import dev.tilescope.internal.links.Link.Confidence;
import dev.tilescope.internal.links.Link.Linked;
import org.jspecify.annotations.Nullable;

/** The calls of one sequence with what is found of them so far. */
final class CallMatch {
  /** One in ten that cannot be explained is too much. */
  private static final int COUNTED_SHARE = 10;

  /** Rows without numbers may have been dropped anywhere. */
  private static final int OTHER_SHARE = 2;

  private final @Nullable Linked[] found;
  private final boolean[] taken;
  private boolean strays;

  CallMatch(int calls, int targets) {
    this.found = new @Nullable Linked[calls];
    this.taken = new boolean[targets];
  }

  void link(int call, int target, Confidence confidence, String reason) {
    found[call] = new Linked(target, confidence, reason);
    taken[target] = true;
  }

  @Nullable Linked of(int call) {
    return found[call];
  }

  boolean isTaken(int target) {
    return taken[target];
  }

  int calls() {
    return found.length;
  }

  boolean strays() {
    return strays;
  }

  /** To be asked before what stands out of order is linked. */
  void findStrays(Calls calls, Calls targets) {
    long passed = 0;
    int linked = 0;
    int last = -1;
    for (int i = 0; i < found.length; i++) {
      Linked link = found[i];
      if (link != null) {
        Linked before = last < 0 ? null : found[last];
        passed +=
            before == null ? 0 : passed(calls, last, i, targets, before.target(), link.target());
        linked++;
        last = i;
      }
    }
    strays = passed * (calls.counted() ? COUNTED_SHARE : OTHER_SHARE) > linked;
  }

  /** Calls that are missing were dropped: the count goes on over them. */
  private static long passed(Calls calls, int from, int to, Calls targets, int first, int second) {
    long skippedCalls = to - from - 1L;
    long skippedTargets = Math.max(0, second - first - 1L);
    if (!calls.counted()) {
      return skippedCalls + skippedTargets;
    }
    long counted = calls.coordinates()[to] - calls.coordinates()[from];
    long there = targets.coordinates()[second] - targets.coordinates()[first];
    return there > counted
        ? Math.min(there - counted, skippedTargets)
        : Math.min(counted - there, skippedCalls);
  }
}
