package dev.tilescope.internal.store;

import dev.tilescope.model.Ints;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.internal.RawReport;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The order in which nodes really happened, where threads ran beside each other: the trace itself
 * has each operation in one piece.
 *
 * <p>Told that the trace was read up to a node, it tells the nodes whose turn it then is.
 */
final class Chronology {
  private static final String KEY = "chronology";

  private int[] order = new int[0];
  private int size;
  private int next;

  private Chronology() {}

  /** Of a report that has none, nodes come in the order of the trace. */
  static Chronology of(RawReport report, Losses losses) {
    Chronology chronology = new Chronology();
    report.forEachElement(
        KEY, index -> chronology.add(index instanceof Long number ? number : Long.MAX_VALUE));
    if (!Ints.copyOf(chronology.order, chronology.size).isPermutation()) {
      losses.found(() ->
          new TilescopeException(
              "chronology must name each node once; nodes count in the order of the trace"));
      chronology.size = 0;
    }
    return chronology;
  }

  private void add(long index) {
    if (size == order.length) {
      order = Arrays.copyOf(order, Math.max(16, size * 2));
    }
    order[size++] = Math.clamp(index, -1, Integer.MAX_VALUE);
  }

  /** Threads are to be told apart. */
  boolean isThreaded() {
    return size > 0;
  }

  /** The trace was read up to this node: says whose turn it is. */
  void reached(long index, LongConsumer turn) {
    if (index >= size) {
      remaining(turn);
      turn.accept(index);
      return;
    }
    while (next < size && order[next] <= index) {
      turn.accept(order[next++]);
    }
  }

  /** The trace ends after so many nodes; what it lacks of the order is left out. */
  void end(long nodes, LongConsumer turn) {
    remaining(index -> {
      if (index < nodes) {
        turn.accept(index);
      }
    });
  }

  private void remaining(LongConsumer turn) {
    while (next < size) {
      turn.accept(order[next++]);
    }
  }
}
