package dev.tilescope.internal.export;

import dev.tilescope.graph.CallTree;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.FunctionEnd;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.model.TraceEvent.Tensor;
import dev.tilescope.model.TraceNode;
import java.io.IOException;

/**
 * A whole trace for Graphviz, as TT-NN draws it: every node as {@code node_<counter>}, every
 * function as a cluster {@code subgraph_<n>}, every connection as an edge.
 *
 * <pre>
 * digraph  --> 'digraph {' attributes item* edge* '}'
 * item     --> node | 'subgraph subgraph_n {' attributes item* '}'
 * </pre>
 *
 * Where TT-NN refuses a trace with a function that never ended, its cluster ends with what holds
 * it.
 */
public final class DotWriter {
  private static final String OPENING =
      """
      digraph {
        graph [ordering=in, rankdir=TB, ranksep=0.1]
        node [style=filled, shape=box, fontsize=10, height=0.2, margin=0, border=1, \
      fontname="Linux libertine", fillcolor="#DCDCDC"]
      """;

  private final CallTree tree;
  private final Appendable out;
  private int clusters;
  private int depth;

  private DotWriter(Trace trace, Appendable out) {
    this.tree = CallTree.of(trace);
    this.out = out;
  }

  public static void write(Trace trace, Appendable out) throws IOException {
    DotWriter writer = new DotWriter(trace, out);
    out.append(OPENING);
    for (TraceNode node : trace.nodes()) {
      writer.item(node);
    }
    writer.closeDownTo(0);
    for (TraceNode node : trace.nodes()) {
      writer.edges(node);
    }
    out.append("}\n");
  }

  /** A start and its end stand in the cluster of their function. */
  private void item(TraceNode node) throws IOException {
    Operation holder = tree.enclosing(node.counter());
    int holderDepth = holder == null ? 0 : holder.depth() + 1;
    boolean end = node.event() instanceof FunctionEnd && depth > holderDepth;
    boolean start = node.event() instanceof FunctionStart;
    closeDownTo(start ? holderDepth - 1 : end ? holderDepth + 1 : holderDepth);
    if (node.event() instanceof FunctionStart opening) {
      open(opening);
    }
    out.append("  node_").append(Integer.toString(node.counter()));
    out.append(" [label=\"").append(label(node.event())).append("\"]\n");
    if (end) {
      closeDownTo(holderDepth);
    }
  }

  private void open(FunctionStart start) throws IOException {
    depth++;
    out.append("  subgraph subgraph_").append(Integer.toString(clusters++));
    out.append(" {\n  cluster=true; label=\"").append(quoted(start.name()));
    out.append("\"; bgcolor=\"").append(DepthColour.translucent(depth)).append("\"\n");
  }

  private void closeDownTo(int wanted) throws IOException {
    for (; depth > wanted; depth--) {
      out.append("  }\n");
    }
  }

  private static String label(TraceEvent event) {
    String type = quoted(EventText.event(event));
    if (event instanceof FunctionStart f) {
      return type + "\\n" + quoted(f.name());
    }
    if (event instanceof FunctionEnd f) {
      return type + "\\n" + quoted(f.name());
    }
    return event instanceof Tensor t ? type + "\\n" + t.tensor().tensorId() : type;
  }

  private void edges(TraceNode node) throws IOException {
    Ints connections = node.connections();
    for (int i = 0; i < connections.size(); i++) {
      out.append("  node_").append(Integer.toString(node.counter()));
      out.append(" -> node_").append(Integer.toString(connections.get(i))).append('\n');
    }
  }

  /** Graphviz also reads backslashes and entities in what it shows. */
  private static String quoted(String text) {
    return VisibleText.of(text).replace("\\", "\\\\").replace("\"", "\\\"").replace("&", "&amp;");
  }
}
