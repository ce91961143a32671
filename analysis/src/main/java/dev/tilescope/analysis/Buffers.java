package dev.tilescope.analysis;

import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.BufferAllocate;
import dev.tilescope.model.TraceEvent.BufferDeallocate;
import dev.tilescope.model.TraceEvent.BufferDescription;
import dev.tilescope.model.TraceEvent.BufferEvent;
import dev.tilescope.model.TraceEvent.CircularBufferAllocate;
import dev.tilescope.model.TraceEvent.DataflowBufferAllocate;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.model.TraceEvent.ScratchpadAllocate;
import dev.tilescope.model.TraceEvent.Tensor;
import dev.tilescope.model.TraceNode;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** How memory events and the buffers they speak of are connected. */
final class Buffers {
  private Buffers() {}

  /**
   * The buffer an event is about: what its first connection describes, since older traces write
   * size 0 on a deallocation itself. Null if it is connected to none.
   */
  static @Nullable BufferDescription connected(Trace trace, TraceNode node) {
    return !node.connections().isEmpty()
            && trace.event(node.connections().get(0)) instanceof BufferEvent event
        ? event.buffer()
        : null;
  }

  /** The node that stands for an event's buffer: its first connection, or the event itself. */
  static int identity(TraceNode node) {
    return node.connections().isEmpty() ? node.counter() : node.connections().get(0);
  }

  /** Bytes of a buffer, 0 if the file does not say. */
  static long bytes(BufferDescription buffer) {
    return Math.max(0, buffer.sizeBytes());
  }

  /**
   * The sum of program memory on one core after an event, as TT-NN counts it: globally allocated
   * circular buffers too.
   */
  static long programBytes(long before, TraceEvent event) {
    return switch (event) {
      case CircularBufferAllocate c -> before + c.sizeBytes();
      case ScratchpadAllocate s -> before + s.sizeBytes();
      case DataflowBufferAllocate d -> before + (d.borrowed() ? 0 : d.sizeBytes());
      case TraceEvent.CircularBufferDeallocateAll _ -> 0;
      case BufferEvent _, TraceEvent.MemoryNeutral _ -> before;
    };
  }

  /** By how much a node changes the sum of the buffers that count, as TT-NN counts them. */
  static long bufferBytes(Trace trace, TraceNode node, Predicate<BufferDescription> counts) {
    return switch (node.event()) {
      case FunctionStart _ when node.level() == 1 -> newInputBytes(trace, node, counts);
      case BufferAllocate a -> counts.test(a.buffer()) ? bytes(a.buffer()) : 0;
      case BufferDeallocate _ -> {
        BufferDescription buffer = connected(trace, node);
        yield buffer != null && counts.test(buffer) ? -bytes(buffer) : 0;
      }
      case TraceEvent.ProgramEvent _, TraceEvent.MemoryNeutral _ -> 0;
    };
  }

  /**
   * Bytes of the inputs of an outermost operation that the capture had not seen before: the buffer
   * nodes directly after its start. The run ends at the first node that is neither a tensor nor a
   * buffer that counts.
   */
  private static long newInputBytes(
      Trace trace, TraceNode start, Predicate<BufferDescription> counts) {
    long bytes = 0;
    for (int i = start.counter() + 1; i < trace.size(); i++) {
      if (trace.event(i) instanceof TraceEvent.Buffer b && counts.test(b.buffer())) {
        bytes += bytes(b.buffer());
      } else if (!(trace.event(i) instanceof Tensor)) {
        break;
      }
    }
    return bytes;
  }
}
