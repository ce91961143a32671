package dev.tilescope.report;

import dev.tilescope.model.Ints;
import dev.tilescope.model.Report.Damage.Kind;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.model.TraceNode;
import java.util.List;

/** Removes positions that no node has, so that nobody after the reader has to check. */
final class Connections {
  private final List<TraceNode> nodes;
  private final boolean truncated;
  private final DamageLog damage;
  private long dropped;

  private Connections(List<TraceNode> nodes, boolean truncated, DamageLog damage) {
    this.nodes = nodes;
    this.truncated = truncated;
    this.damage = damage;
  }

  /**
   * Replaces nodes that point outside the list.
   *
   * @param truncated whether the list is cut short; then dangling positions are its consequence and
   *     counted in one entry
   */
  static void keepWithin(List<TraceNode> nodes, boolean truncated, DamageLog damage) {
    Connections connections = new Connections(nodes, truncated, damage);
    nodes.replaceAll(node -> connections.dangles(node) ? connections.trimmed(node) : node);
    if (truncated && connections.dropped > 0) {
      damage.add(connections.dropped + " connections point past the last node read, dropped");
    }
  }

  private boolean dangles(TraceNode node) {
    return dangles(node.connections())
        || (node.event() instanceof FunctionStart start && dangles(start.inputTensors()));
  }

  private boolean dangles(Ints positions) {
    for (int i = 0; i < positions.size(); i++) {
      if (positions.get(i) >= nodes.size()) {
        return true;
      }
    }
    return false;
  }

  private TraceNode trimmed(TraceNode node) {
    Ints kept = trimmed(node.connections(), node.counter());
    TraceEvent event =
        node.event() instanceof FunctionStart(var name, var inputs, var arguments, var tensors)
            ? new FunctionStart(name, inputs, arguments, trimmed(tensors, node.counter()))
            : node.event();
    return new TraceNode(node.counter(), node.level(), node.thread(), kept, event);
  }

  private Ints trimmed(Ints positions, int counter) {
    positions.stream().filter(p -> p >= nodes.size()).forEach(p -> drop(counter, p));
    return Ints.of(positions.stream().filter(p -> p < nodes.size()).toArray());
  }

  private void drop(int counter, int position) {
    dropped++;
    if (!truncated) {
      String what =
          "node %s: connection %s is outside 0..%s, dropped"
              .formatted(counter, position, nodes.size() - 1);
      damage.add(0, 0, counter, Kind.CONNECTION, what);
    }
  }
}
