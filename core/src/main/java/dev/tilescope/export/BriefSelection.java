package dev.tilescope.export;

import dev.tilescope.model.Ints;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceNode;
import dev.tilescope.model.TraceNode.BufferAllocate;
import dev.tilescope.model.TraceNode.FunctionEnd;
import dev.tilescope.model.TraceNode.Tensor;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/**
 * Which nodes show what the program itself did: a tensor where some function first returns it (an
 * output's node follows the function's end), a buffer if the capture saw its allocation, and
 * everything else. Nodes must be asked about in order, once each.
 */
final class BriefSelection {
  private final BitSet allocated = new BitSet();
  private final BitSet returned = new BitSet();
  private final Set<Long> shownTensors = new HashSet<>();

  BriefSelection(Trace trace) {
    for (TraceNode node : trace.nodes()) {
      if (node instanceof BufferAllocate allocate && !allocate.connections().isEmpty()) {
        allocated.set(allocate.connections().get(0));
      }
    }
  }

  boolean shows(TraceNode node) {
    return switch (node) {
      case Tensor t -> returned.get(t.counter()) && shownTensors.add(t.tensor().tensorId());
      case TraceNode.Buffer b -> allocated.get(b.counter());
      case FunctionEnd end -> {
        noteReturned(end.connections());
        yield true;
      }
      case TraceNode.CaptureStart _,
          TraceNode.CaptureEnd _,
          TraceNode.FunctionStart _,
          BufferAllocate _,
          TraceNode.BufferDeallocate _,
          TraceNode.ProgramMemory _,
          TraceNode.CircularBufferDeallocateAll _,
          TraceNode.Failure _,
          TraceNode.Unknown _ ->
          true;
    };
  }

  private void noteReturned(Ints connections) {
    for (int i = 0; i < connections.size(); i++) {
      returned.set(connections.get(i));
    }
  }
}
