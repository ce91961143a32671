package dev.tilescope.internal.links;

import dev.tilescope.internal.links.Link.Confidence;
import dev.tilescope.internal.links.Link.Linked;
import dev.tilescope.internal.links.Offsets.Offset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds for the calls of a run what they are: by the run's own count if both sides count alike,
 * else by order, and for those that are left what is left.
 */
final class CallLinking {
  private final Likeness likeness;
  private final Order order;
  private final Offsets offsets;
  private final CallMatch match;

  private CallLinking(Calls calls, Calls targets, Likeness likeness) {
    this.likeness = likeness;
    this.order = new Order(likeness);
    this.offsets = new Offsets(calls, targets, likeness);
    this.match = new CallMatch(calls.size(), targets.size());
  }

  static CallMatch of(Calls calls, List<Ran> rows, Calls targets, List<Ran> all) {
    Likeness likeness = Likeness.of(calls.firsts(rows), targets.firsts(all));
    CallLinking linking = new CallLinking(calls, targets, likeness);
    Offset offset = calls.counted() ? linking.offsets.best(linking.order.partners()) : null;
    if (offset != null) {
      linking.byCount(offset);
    } else {
      linking.byOrder();
    }
    linking.match.findStrays(calls, targets);
    linking.leftOver();
    if (!calls.counted()) {
      linking.ranAgain();
    }
    return linking.match;
  }

  private void byCount(Offset offset) {
    for (int i = 0; i < match.calls(); i++) {
      int target = offsets.target(i, offset.by());
      if (target < 0 || match.isTaken(target)) {
        continue;
      }
      if (likeness.agree(i, target)) {
        boolean forced = order.partners()[i] == target && order.isForced(i);
        boolean certain = offset.certain() || forced;
        match.link(
            i,
            target,
            certain ? Confidence.CERTAIN : Confidence.LIKELY,
            certain ? "the run's count of calls" : "the run's count of calls; others fit as well");
      } else if (offset.certain() && likeness.sameName(i, target)) {
        match.link(
            i,
            target,
            Confidence.LIKELY,
            "the run's count of calls and its name; its tensors are others");
      }
    }
  }

  private void byOrder() {
    for (int i = 0; i < match.calls(); i++) {
      if (order.partners()[i] >= 0) {
        order.link(i, match);
      }
    }
  }

  /** What stands out of order: the only two left of a kind, or one of several. */
  private void leftOver() {
    Map<Long, List<Integer>> left = new HashMap<>();
    for (int i = 0; i < match.calls(); i++) {
      if (match.of(i) == null && likeness.level(i) < Likeness.NONE) {
        left.computeIfAbsent(likeness.kind(i), _ -> new ArrayList<>()).add(i);
      }
    }
    for (List<Integer> alike : left.values()) {
      List<Integer> free = new ArrayList<>();
      for (int place : likeness.places(alike.getFirst())) {
        if (!match.isTaken(place)) {
          free.add(place);
        }
      }
      boolean one = alike.size() == 1 && free.size() == 1;
      for (int i = 0; i < Math.min(alike.size(), free.size()); i++) {
        leftOver(alike.get(i), free.get(i), one);
      }
    }
  }

  private void leftOver(int call, int target, boolean one) {
    Confidence confidence =
        order.isUnique(call) ? Confidence.CERTAIN : one ? Confidence.LIKELY : Confidence.GUESS;
    String reason =
        switch (confidence) {
          case CERTAIN -> "nothing else is like it, though it stands out of order";
          case LIKELY -> "the only one left that is like it, out of order";
          case GUESS -> "one of several left that are like it, out of order";
        };
    match.link(call, target, confidence, reason);
  }

  /** Without numbers, a replay is seen only as more of the same in the same order. */
  private void ranAgain() {
    int last = -1;
    for (int i = 0; i < match.calls(); i++) {
      Linked linked = match.of(i);
      if (linked == null) {
        int[] places = likeness.places(i);
        int next = nextAfter(places, last);
        if (next < 0) {
          continue;
        }
        match.link(i, next, Confidence.GUESS, "it ran again, as a replay of a metal trace does");
        last = next;
      } else {
        last = linked.target();
      }
    }
  }

  private static int nextAfter(int[] places, int last) {
    for (int place : places) {
      if (place > last) {
        return place;
      }
    }
    return places.length == 0 ? -1 : places[0];
  }
}
