package dev.tilescope.internal.export;

import dev.tilescope.model.Ints;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.BufferAllocate;
import dev.tilescope.model.TraceEvent.FunctionEnd;
import dev.tilescope.model.TraceEvent.Tensor;
import dev.tilescope.model.TraceNode;
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
      if (node.event() instanceof BufferAllocate && !node.connections().isEmpty()) {
        allocated.set(node.connections().get(0));
      }
    }
  }

  boolean shows(TraceNode node) {
    return switch (node.event()) {
      case Tensor t -> returned.get(node.counter()) && shownTensors.add(t.tensor().tensorId());
      case TraceEvent.Buffer _ -> allocated.get(node.counter());
      case FunctionEnd _ -> {
        noteReturned(node.connections());
        yield true;
      }
      case TraceEvent.BufferEvent _, TraceEvent.ProgramEvent _, TraceEvent.MemoryNeutral _ -> true;
    };
  }

  private void noteReturned(Ints connections) {
    for (int i = 0; i < connections.size(); i++) {
      returned.set(connections.get(i));
    }
  }
}
