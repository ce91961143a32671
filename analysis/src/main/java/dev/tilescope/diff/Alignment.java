package dev.tilescope.diff;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Pairs the equal elements of two sequences in order, as many as it can: Myers' algorithm in linear
 * space, after leaving out what the other side lacks.
 *
 * <p>Time is linear in the lengths for sequences that are mostly equal. Where they differ by more
 * than {@link #MAX_COST} in one place the search for the best answer is given up there and the path
 * that came furthest is taken, which bounds the time by length times that cost.
 */
public final class Alignment {
  private static final int MAX_COST = 1024;

  /** No path leads here. */
  private static final int NOWHERE = -1;

  private final int[] a;
  private final int[] b;

  /** By diagonal, how far along {@code a} paths came from the low corner of a box. */
  private final int[] forward;

  /** The same from the high corner, with both sequences read backwards. */
  private final int[] backward;

  private final Deque<Box> boxes = new ArrayDeque<>();

  private record Box(int aLow, int aHigh, int bLow, int bHigh) {
    int width() {
      return aHigh - aLow;
    }

    int height() {
      return bHigh - bLow;
    }

    Split at(int x, int y) {
      return new Split(aLow + x, bLow + y);
    }
  }

  private record Split(int a, int b) {}

  private Alignment(int[] a, int[] b) {
    this.a = a;
    this.b = b;
    this.forward = new int[a.length + b.length + 1];
    this.backward = new int[a.length + b.length + 1];
  }

  /** For each element of {@code a} the index of its partner in {@code b}, or -1. */
  public static int[] of(int[] a, int[] b) {
    int[] result = new int[a.length];
    Arrays.fill(result, -1);
    int[] keptA = commonIndexes(a, b);
    int[] keptB = commonIndexes(b, a);
    Alignment inner = new Alignment(pick(a, keptA), pick(b, keptB));
    int[] partner = new int[keptA.length];
    Arrays.fill(partner, -1);
    inner.align(partner);
    for (int i = 0; i < partner.length; i++) {
      if (partner[i] >= 0) {
        result[keptA[i]] = keptB[partner[i]];
      }
    }
    return result;
  }

  /**
   * The same by several likenesses, from the strictest to the weakest: each pairs what lies between
   * two neighbouring pairs of those before it.
   *
   * @param a for each likeness a number of each element
   */
  public static int[] byLikeness(int[][] a, int[][] b) {
    int[] partner = new int[a[0].length];
    Arrays.fill(partner, -1);
    for (int likeness = 0; likeness < a.length; likeness++) {
      fillGaps(a[likeness], b[likeness], partner);
    }
    return partner;
  }

  /** Pairs what lies between two neighbouring pairs and has no partner yet. */
  public static void fillGaps(int[] a, int[] b, int[] partner) {
    int aLow = 0;
    int bLow = 0;
    for (int i = 0; i <= partner.length; i++) {
      int bHigh = i == partner.length ? b.length : partner[i];
      if (bHigh >= 0) {
        if (aLow < i && bLow < bHigh) {
          int[] found = of(Arrays.copyOfRange(a, aLow, i), Arrays.copyOfRange(b, bLow, bHigh));
          for (int k = 0; k < found.length; k++) {
            partner[aLow + k] = found[k] < 0 ? -1 : bLow + found[k];
          }
        }
        aLow = i + 1;
        bLow = bHigh + 1;
      }
    }
  }

  private static int[] commonIndexes(int[] of, int[] other) {
    BitSet present = new BitSet();
    for (int key : other) {
      present.set(key);
    }
    int[] kept = new int[of.length];
    int count = 0;
    for (int i = 0; i < of.length; i++) {
      if (present.get(of[i])) {
        kept[count++] = i;
      }
    }
    return Arrays.copyOf(kept, count);
  }

  private static int[] pick(int[] from, int[] indexes) {
    int[] picked = new int[indexes.length];
    Arrays.setAll(picked, i -> from[indexes[i]]);
    return picked;
  }

  private void align(int[] partner) {
    boxes.push(new Box(0, a.length, 0, b.length));
    while (!boxes.isEmpty()) {
      Box box = trimmed(boxes.pop(), partner);
      if (box.aLow < box.aHigh && box.bLow < box.bHigh) {
        Split split = split(box);
        boxes.push(new Box(split.a, box.aHigh, split.b, box.bHigh));
        boxes.push(new Box(box.aLow, split.a, box.bLow, split.b));
      }
    }
  }

  private Box trimmed(Box box, int[] partner) {
    int aLow = box.aLow;
    int bLow = box.bLow;
    while (aLow < box.aHigh && bLow < box.bHigh && a[aLow] == b[bLow]) {
      partner[aLow++] = bLow++;
    }
    int aHigh = box.aHigh;
    int bHigh = box.bHigh;
    while (aLow < aHigh && bLow < bHigh && a[aHigh - 1] == b[bHigh - 1]) {
      partner[--aHigh] = --bHigh;
    }
    return new Box(aLow, aHigh, bLow, bHigh);
  }

  /**
   * A point in the middle of a cheapest path through a box whose corners do not match. Diagonal k
   * holds the points with x - y = k; a path of cost d from the low corner ends on one of -d, -d +
   * 2, ..., d, and where it meets one from the high corner both together are cheapest.
   */
  private Split split(Box box) {
    int delta = box.width() - box.height();
    for (int cost = 0; cost <= MAX_COST; cost++) {
      Split met = extend(box, forward, cost, false, (delta & 1) != 0);
      if (met == null) {
        met = extend(box, backward, cost, true, (delta & 1) == 0);
      }
      if (met != null) {
        return met;
      }
    }
    return furthest(box);
  }

  private @Nullable Split extend(
      Box box, int[] reach, int cost, boolean reversed, boolean mayMeet) {
    int height = box.height();
    int first = Math.max(-cost, -height + ((cost - height) & 1));
    for (int k = first; k <= Math.min(cost, box.width()); k += 2) {
      int x = start(box, reach, cost, k);
      while (x != NOWHERE && x < box.width() && x - k < height && equal(box, x, x - k, reversed)) {
        x++;
      }
      reach[height + k] = x;
      Split met = mayMeet && x != NOWHERE ? meeting(box, k, x, cost, reversed) : null;
      if (met != null) {
        return met;
      }
    }
    return null;
  }

  /** One step to the right or down from a path that was one cheaper, whichever comes further. */
  private static int start(Box box, int[] reach, int cost, int k) {
    if (cost == 0) {
      return 0;
    }
    int height = box.height();
    int left = k > -cost && k > -height ? reach[height + k - 1] : NOWHERE;
    int right = left == NOWHERE || left == box.width() ? NOWHERE : left + 1;
    int down = k < cost && k < box.width() ? reach[height + k + 1] : NOWHERE;
    if (down != NOWHERE && down - k > height) {
      down = NOWHERE;
    }
    return Math.max(right, down);
  }

  private boolean equal(Box box, int x, int y, boolean reversed) {
    return reversed
        ? a[box.aHigh - 1 - x] == b[box.bHigh - 1 - y]
        : a[box.aLow + x] == b[box.bLow + y];
  }

  /** Where the path on diagonal k meets one from the other corner, if it does. */
  private @Nullable Split meeting(Box box, int k, int x, int cost, boolean reversed) {
    int other = box.width() - box.height() - k;
    int otherCost = reversed ? cost : cost - 1;
    if (Math.abs(other) > otherCost || other < -box.height() || other > box.width()) {
      return null;
    }
    int reach = (reversed ? forward : backward)[box.height() + other];
    if (reach == NOWHERE || x + reach < box.width()) {
      return null;
    }
    return reversed ? box.at(box.width() - x, box.height() - (x - k)) : box.at(x, x - k);
  }

  private Split furthest(Box box) {
    int height = box.height();
    int bestK = 0;
    int best = NOWHERE;
    int first = Math.max(-MAX_COST, -height + ((MAX_COST - height) & 1));
    for (int k = first; k <= Math.min(MAX_COST, box.width()); k += 2) {
      int x = forward[height + k];
      if (x != NOWHERE && 2 * x - k > best) {
        best = 2 * x - k;
        bestK = k;
      }
    }
    int x = forward[height + bestK];
    return box.at(x, x - bestK);
  }
}
