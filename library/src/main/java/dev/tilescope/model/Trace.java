package dev.tilescope.model;

import dev.tilescope.model.TraceEvent.TensorDescription;
import java.util.List;
import java.util.stream.Stream;

/**
 * The nodes of one capture. Each top-level operation is contiguous and properly nested, whatever
 * other threads did meanwhile, so that any reader can pair starts and ends with a stack.
 *
 * @param nodes by counter
 * @param chronology counters in the order in which the events really happened; empty when that is
 *     the order of the nodes, as it always is with one thread
 */
public record Trace(List<TraceNode> nodes, Ints chronology) {
  public static final Trace EMPTY = new Trace(List.of(), Ints.EMPTY);

  public Trace {
    nodes = List.copyOf(nodes);
    if (!chronology.isEmpty() && chronology.size() != nodes.size()) {
      throw new TilescopeException(
          "chronology must name each of the "
              + nodes.size()
              + " nodes once, got "
              + chronology.size());
    }
  }

  public static Trace inOrder(List<TraceNode> nodes) {
    return new Trace(nodes, Ints.EMPTY);
  }

  public int size() {
    return nodes.size();
  }

  public TraceNode node(int counter) {
    return nodes.get(counter);
  }

  public TraceEvent event(int counter) {
    return nodes.get(counter).event();
  }

  /** The tensors among these nodes, in their order. */
  public Stream<TensorDescription> tensors(Ints counters) {
    return counters.stream()
        .mapToObj(this::event)
        .mapMulti((event, into) -> {
          if (event instanceof TraceEvent.Tensor tensor) {
            into.accept(tensor.tensor());
          }
        });
  }

  /** The node that happened {@code position}-th in time. */
  public TraceNode chronological(int position) {
    return nodes.get(chronology.isEmpty() ? position : chronology.get(position));
  }
}
