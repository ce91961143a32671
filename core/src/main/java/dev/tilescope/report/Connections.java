package dev.tilescope.report;

import dev.tilescope.model.Ints;
import dev.tilescope.model.Report.Damage.Kind;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.model.TraceNode;
import java.util.List;
import java.util.function.IntConsumer;

/** Removes positions that no node has, so that nobody after the reader has to check. */
final class Connections {
  private final int limit;

  private Connections(int limit) {
    this.limit = limit;
  }

  /**
   * Replaces nodes that point outside the list.
   *
   * @param truncated whether the list is cut short; then dangling positions are its consequence and
   *     counted in one entry
   */
  static void keepWithin(List<TraceNode> nodes, boolean truncated, DamageLog damage) {
    Connections bounds = new Connections(nodes.size());
    long[] dropped = {0};
    for (int i = 0; i < nodes.size(); i++) {
      TraceNode node = nodes.get(i);
      if (bounds.dangles(node)) {
        nodes.set(
            i,
            bounds.trimmed(
                node,
                position -> {
                  dropped[0]++;
                  if (!truncated) {
                    damage.add(
                        0,
                        0,
                        node.counter(),
                        Kind.CONNECTION,
                        bounds.describe(node.counter(), position));
                  }
                }));
      }
    }
    if (truncated && dropped[0] > 0) {
      damage.add(dropped[0] + " connections point past the last node read, dropped");
    }
  }

  private String describe(int counter, int position) {
    return "node "
        + counter
        + ": connection "
        + position
        + " is outside 0.."
        + (limit - 1)
        + ", dropped";
  }

  private boolean dangles(TraceNode node) {
    return dangles(node.connections())
        || (node.event() instanceof FunctionStart start && dangles(start.inputTensors()));
  }

  private boolean dangles(Ints positions) {
    for (int i = 0; i < positions.size(); i++) {
      if (positions.get(i) >= limit) {
        return true;
      }
    }
    return false;
  }

  private Ints trimmed(Ints positions, IntConsumer dropped) {
    positions.stream().filter(p -> p >= limit).forEach(dropped);
    return Ints.of(positions.stream().filter(p -> p < limit).toArray());
  }

  private TraceNode trimmed(TraceNode node, IntConsumer dropped) {
    Ints kept = trimmed(node.connections(), dropped);
    TraceEvent event =
        node.event() instanceof FunctionStart(var name, var inputs, var arguments, var tensors)
            ? new FunctionStart(name, inputs, arguments, trimmed(tensors, dropped))
            : node.event();
    return new TraceNode(node.counter(), node.level(), node.thread(), kept, event);
  }
}
