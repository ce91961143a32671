package dev.tilescope.analysis;

import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.BufferAllocate;
import dev.tilescope.model.TraceEvent.BufferDeallocate;
import dev.tilescope.model.TraceEvent.BufferDescription;
import dev.tilescope.model.TraceEvent.CircularBufferDeallocateAll;
import dev.tilescope.model.TraceEvent.MemoryNeutral;
import dev.tilescope.model.TraceEvent.ProgramMemory;
import dev.tilescope.model.TraceNode;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Tells what a trace says of memory, in the order of time. Allocating a buffer that lives and
 * freeing one that does not are damage, and change nothing.
 *
 * @param <B> what the visitor keeps of a buffer while it lives
 */
final class MemoryWalk<B> {
  interface Visitor<B> {
    /** A buffer is from before the capture: told of before all events, by its own node. */
    B stood(int counter, BufferDescription buffer);

    B allocated(TraceNode event, BufferDescription buffer, int position);

    /**
     * @param said of the buffer by the event itself
     */
    void freed(B buffer, TraceNode event, BufferDescription said, int position);

    default void held(TraceNode event, ProgramMemory memory, int position) {}

    default void released(int deviceId, int position) {}
  }

  private final Trace trace;
  private final Visitor<B> visitor;
  private final Map<Integer, B> live = new LinkedHashMap<>();

  MemoryWalk(Trace trace, Visitor<B> visitor) {
    this.trace = trace;
    this.visitor = visitor;
    BitSet allocated = new BitSet(trace.size());
    for (TraceNode node : trace.nodes()) {
      if (node.event() instanceof BufferAllocate) {
        allocated.set(Buffers.identity(node));
      }
    }
    for (TraceNode node : trace.nodes()) {
      if (node.event() instanceof TraceEvent.Buffer buffer && !allocated.get(node.counter())) {
        live.put(node.counter(), visitor.stood(node.counter(), buffer.buffer()));
      }
    }
  }

  /** Each position once, and in order. */
  void step(int position) {
    TraceNode node = trace.chronological(position);
    switch (node.event()) {
      case BufferAllocate a ->
          live.computeIfAbsent(
              Buffers.identity(node), _ -> visitor.allocated(node, a.buffer(), position));
      case BufferDeallocate d -> {
        B freed = live.remove(Buffers.identity(node));
        if (freed != null) {
          visitor.freed(freed, node, d.buffer(), position);
        }
      }
      case ProgramMemory p -> visitor.held(node, p, position);
      case CircularBufferDeallocateAll all -> visitor.released(all.deviceId(), position);
      case MemoryNeutral _ -> {}
    }
  }

  void toEnd() {
    for (int position = 0; position < trace.size(); position++) {
      step(position);
    }
  }

  /** The buffers that live now, oldest first. */
  Collection<B> live() {
    return live.values();
  }
}
