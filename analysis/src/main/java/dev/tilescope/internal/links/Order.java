package dev.tilescope.internal.links;

import dev.tilescope.diff.Alignment;
import dev.tilescope.internal.links.Link.Confidence;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Calls and targets paired by order and likeness alone, and which of these pairs must be: nothing
 * else is like them, or there is only one way to place all calls among the targets.
 */
final class Order {
  private final Likeness likeness;
  private final int[] partners;

  /** By call: the first and the last place it can have if all that were paired have one. */
  private final int[] earliest;

  private final int[] latest;
  private final boolean allPlaced;
  private final Map<Long, Integer> callsOfKind = new HashMap<>();

  Order(Likeness likeness) {
    this.likeness = likeness;
    this.partners = Alignment.byLikeness(levels(true), levels(false));
    for (int i = 0; i < partners.length; i++) {
      callsOfKind.merge(likeness.kind(i), 1, Integer::sum);
    }
    this.earliest = new int[partners.length];
    this.latest = new int[partners.length];
    this.allPlaced = placeAll();
  }

  private int[][] levels(boolean ofRows) {
    int[][] levels = new int[Likeness.LEVELS][];
    Arrays.setAll(levels, l -> ofRows ? likeness.ofRows(l) : likeness.ofTargets(l));
    return levels;
  }

  /** Whether all calls that are like anything find a place in order. */
  private boolean placeAll() {
    int next = 0;
    for (int i = 0; i < partners.length; i++) {
      earliest[i] = firstFrom(likeness.places(i), next);
      next = earliest[i] < 0 ? next : earliest[i] + 1;
      if (earliest[i] < 0 && likeness.level(i) < Likeness.NONE) {
        return false;
      }
    }
    int before = likeness.targets();
    for (int i = partners.length - 1; i >= 0; i--) {
      latest[i] = lastBefore(likeness.places(i), before);
      before = latest[i] < 0 ? before : latest[i];
    }
    return true;
  }

  private static int firstFrom(int[] places, int from) {
    int found = Arrays.binarySearch(places, from);
    int at = found < 0 ? -found - 1 : found;
    return at < places.length ? places[at] : -1;
  }

  private static int lastBefore(int[] places, int before) {
    int found = Arrays.binarySearch(places, before);
    int at = (found < 0 ? -found - 1 : found) - 1;
    return at >= 0 ? places[at] : -1;
  }

  int[] partners() {
    return partners;
  }

  /** There is one of this kind on both sides. */
  boolean isUnique(int call) {
    return likeness.level(call) < Likeness.OF_NAMES
        && likeness.places(call).length == 1
        && callsOfKind.getOrDefault(likeness.kind(call), 0) == 1;
  }

  /** A pair that leaves no choice. */
  boolean isForced(int call) {
    int partner = partners[call];
    return partner >= 0
        && likeness.agree(call, partner)
        && (isUnique(call) || (allPlaced && earliest[call] == latest[call]));
  }

  /** What is not unlike anything near it is likely; one of several alike is a guess. */
  void link(int call, CallMatch match) {
    int partner = partners[call];
    if (isForced(call)) {
      String reason =
          isUnique(call) ? "nothing else is like it" : "no other order of them all is possible";
      match.link(call, partner, Confidence.CERTAIN, reason);
    } else if (!likeness.agree(call, partner)) {
      match.link(call, partner, Confidence.GUESS, "its place and its name; its tensors are others");
    } else if (likeness.level(call) == Likeness.OF_NAMES && likeness.places(call).length > 1) {
      match.link(call, partner, Confidence.GUESS, "its place among those of its name");
    } else {
      match.link(call, partner, Confidence.LIKELY, "its place; others are like it");
    }
  }
}
