package dev.tilescope.internal.serve.graph;

import dev.tilescope.internal.serve.data.OpenReport;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The graphs of a report that were placed last: as many as have {@link #MAX_NODES} nodes together,
 * since what is opened and closed makes a new one each time.
 */
final class Graphs {
  private static final int MAX_NODES = 150_000;

  private final Map<Wanted, Placed> placed = new LinkedHashMap<>(16, 0.75f, true);

  private Graphs() {}

  static Placed of(OpenReport report, Wanted wanted) {
    FlowColumns flow = FlowColumns.of(report, wanted.rank());
    return report.keep(Graphs.class, _ -> new Graphs()).get(flow, wanted);
  }

  /** One at a time: two that want the same need it placed once, and memory for one. */
  private synchronized Placed get(FlowColumns flow, Wanted wanted) {
    Placed known = placed.get(wanted);
    if (known == null) {
      VisibleGraph graph = new VisibleGraph(flow, wanted);
      known = ElkLayers.fits(graph) ? ElkLayers.place(graph) : OrderLayers.place(graph);
      placed.put(wanted, known);
      forgetOld();
    }
    return known;
  }

  private void forgetOld() {
    int nodes = placed.values().stream().mapToInt(p -> p.graph().size() + 100).sum();
    Iterator<Placed> oldest = placed.values().iterator();
    while (nodes > MAX_NODES && placed.size() > 1) {
      nodes -= oldest.next().graph().size() + 100;
      oldest.remove();
    }
  }
}
