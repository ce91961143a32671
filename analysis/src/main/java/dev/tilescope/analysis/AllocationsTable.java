package dev.tilescope.analysis;

import dev.tilescope.graph.CallTree;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceNode;
import java.util.ArrayList;
import java.util.List;

/**
 * What each event inside an operation did to memory: the table of TT-NN's graph document, with
 * buffers of DRAM and L1 in one sum.
 *
 * <p>A function's end shows under the function it returns to, and the end of an outermost function
 * not at all; tensors and buffers are no events. As in that document, every buffer node directly
 * after the start of an outermost function is taken for an input from before the capture. Today's
 * dataflow buffers and scratchpads count with the circular buffers, since they are released
 * together.
 */
public record AllocationsTable(List<Row> rows) {
  private static final String OLD_INFRA = "ttnn::prim::old_infra_device_operation";

  public AllocationsTable {
    rows = List.copyOf(rows);
  }

  /**
   * @param currentOperation the innermost operation after the event
   * @param node what happened
   */
  public record Row(
      String currentOperation, TraceNode node, long totalCbBytes, long totalBufferBytes) {}

  public static AllocationsTable of(Trace trace) {
    CallTree tree = CallTree.of(trace);
    List<Row> rows = new ArrayList<>();
    long cb = 0;
    long buffers = 0;
    for (int i = 0; i < trace.size(); i++) {
      TraceNode node = trace.chronological(i);
      cb = Buffers.programBytes(cb, node.event());
      buffers += Buffers.bufferBytes(trace, node, _ -> true);
      Operation current = tree.enclosing(node.counter());
      if (current != null && isShown(node.event())) {
        rows.add(new Row(shown(current.name()), node, cb, buffers));
      }
    }
    return new AllocationsTable(rows);
  }

  private static String shown(String name) {
    return name.equals(OLD_INFRA) ? "ttnn::prim::old_infra_op" : name;
  }

  private static boolean isShown(TraceEvent event) {
    return !(event instanceof TraceEvent.Tensor || event instanceof TraceEvent.Buffer);
  }
}
