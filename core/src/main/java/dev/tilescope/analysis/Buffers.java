package dev.tilescope.analysis;

import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceNode;
import dev.tilescope.model.TraceNode.BufferDeallocate;
import dev.tilescope.model.TraceNode.BufferDescription;
import dev.tilescope.model.TraceNode.BufferEvent;
import dev.tilescope.model.TraceNode.FunctionStart;
import java.util.BitSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** How memory events and the buffers they speak of are connected. */
final class Buffers {
  private Buffers() {}

  /**
   * The buffer an event is about: what its first connection describes, since older traces write
   * size 0 on a deallocation itself. Null if it is connected to none.
   */
  static @Nullable BufferDescription connected(Trace trace, BufferDeallocate event) {
    return !event.connections().isEmpty()
            && trace.node(event.connections().get(0)) instanceof BufferEvent buffer
        ? buffer.buffer()
        : null;
  }

  /** The node that stands for an event's buffer: its first connection, or the event itself. */
  static int identity(BufferEvent event) {
    return event.connections().isEmpty() ? event.counter() : event.connections().get(0);
  }

  /** Identities of the buffers that were allocated during the capture. */
  static BitSet allocatedInCapture(Trace trace) {
    BitSet allocated = new BitSet(trace.size());
    for (TraceNode node : trace.nodes()) {
      if (node instanceof TraceNode.BufferAllocate allocate) {
        allocated.set(identity(allocate));
      }
    }
    return allocated;
  }

  /** Bytes of a buffer, 0 if the file does not say. */
  static long bytes(BufferDescription buffer) {
    return Math.max(0, buffer.sizeBytes());
  }

  /**
   * Bytes of the inputs of an outermost operation that the capture had not seen before: the buffer
   * nodes directly after its start. The run ends at the first node that is neither a tensor nor a
   * buffer that counts.
   */
  static long newInputBytes(Trace trace, FunctionStart start, Predicate<BufferDescription> counts) {
    long bytes = 0;
    for (int i = start.counter() + 1; i < trace.size(); i++) {
      switch (trace.node(i)) {
        case TraceNode.Tensor _ -> {}
        case TraceNode.Buffer b when counts.test(b.buffer()) -> bytes += bytes(b.buffer());
        case TraceNode.Buffer _,
            TraceNode.BufferAllocate _,
            TraceNode.BufferDeallocate _,
            TraceNode.CaptureStart _,
            TraceNode.CaptureEnd _,
            TraceNode.FunctionStart _,
            TraceNode.FunctionEnd _,
            TraceNode.ProgramMemory _,
            TraceNode.CircularBufferDeallocateAll _,
            TraceNode.Failure _,
            TraceNode.Unknown _ -> {
          return bytes;
        }
      }
    }
    return bytes;
  }
}
