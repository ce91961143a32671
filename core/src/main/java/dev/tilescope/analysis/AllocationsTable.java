package dev.tilescope.analysis;

import dev.tilescope.graph.CallTree;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceNode;
import dev.tilescope.model.TraceNode.BufferAllocate;
import dev.tilescope.model.TraceNode.BufferDeallocate;
import dev.tilescope.model.TraceNode.BufferDescription;
import dev.tilescope.model.TraceNode.CircularBufferDeallocateAll;
import dev.tilescope.model.TraceNode.FunctionStart;
import dev.tilescope.model.TraceNode.ProgramMemory;
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
   * @param event what happened
   */
  public record Row(
      String currentOperation, TraceNode event, long totalCbBytes, long totalBufferBytes) {}

  public static AllocationsTable of(Trace trace) {
    CallTree tree = CallTree.of(trace);
    List<Row> rows = new ArrayList<>();
    long cb = 0;
    long buffers = 0;
    for (int i = 0; i < trace.size(); i++) {
      TraceNode node = trace.chronological(i);
      cb = node instanceof CircularBufferDeallocateAll ? 0 : cb + programBytes(node);
      buffers += bufferBytes(trace, node);
      Operation current = tree.enclosing(node.counter());
      if (current != null && isEvent(node)) {
        rows.add(new Row(shown(current.name()), node, cb, buffers));
      }
    }
    return new AllocationsTable(rows);
  }

  private static String shown(String name) {
    return name.equals(OLD_INFRA) ? "ttnn::prim::old_infra_op" : name;
  }

  private static boolean isEvent(TraceNode node) {
    return switch (node) {
      case TraceNode.Tensor _, TraceNode.Buffer _ -> false;
      case BufferAllocate _,
          BufferDeallocate _,
          ProgramMemory _,
          CircularBufferDeallocateAll _,
          FunctionStart _,
          TraceNode.FunctionEnd _,
          TraceNode.CaptureStart _,
          TraceNode.CaptureEnd _,
          TraceNode.Failure _,
          TraceNode.Unknown _ ->
          true;
    };
  }

  private static long programBytes(TraceNode node) {
    return switch (node) {
      case TraceNode.CircularBufferAllocate c -> c.sizeBytes();
      case TraceNode.ScratchpadAllocate s -> s.sizeBytes();
      case TraceNode.DataflowBufferAllocate d -> d.borrowed() ? 0 : d.sizeBytes();
      case CircularBufferDeallocateAll _,
          TraceNode.BufferEvent _,
          FunctionStart _,
          TraceNode.FunctionEnd _,
          TraceNode.CaptureStart _,
          TraceNode.CaptureEnd _,
          TraceNode.Tensor _,
          TraceNode.Failure _,
          TraceNode.Unknown _ ->
          0;
    };
  }

  private static long bufferBytes(Trace trace, TraceNode node) {
    return switch (node) {
      case FunctionStart start when start.level() == 1 ->
          Buffers.newInputBytes(trace, start, _ -> true);
      case BufferAllocate a -> Buffers.bytes(a.buffer());
      case BufferDeallocate d -> {
        BufferDescription buffer = Buffers.connected(trace, d);
        yield buffer == null ? 0 : -Buffers.bytes(buffer);
      }
      case FunctionStart _,
          TraceNode.Buffer _,
          TraceNode.FunctionEnd _,
          TraceNode.CaptureStart _,
          TraceNode.CaptureEnd _,
          TraceNode.Tensor _,
          ProgramMemory _,
          CircularBufferDeallocateAll _,
          TraceNode.Failure _,
          TraceNode.Unknown _ ->
          0;
    };
  }
}
