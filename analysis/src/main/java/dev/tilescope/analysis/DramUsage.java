package dev.tilescope.analysis;

import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.BufferAllocate;
import dev.tilescope.model.TraceEvent.BufferDeallocate;
import dev.tilescope.model.TraceEvent.BufferDescription;
import dev.tilescope.model.TraceNode;
import org.jspecify.annotations.Nullable;

/**
 * DRAM allocated during the capture; buffers from before it are not counted, so releasing one of
 * them may bring the running sum below zero.
 */
public record DramUsage(long peakBytes, long totalAllocatedBytes, long totalDeallocatedBytes) {
  public static DramUsage of(Trace trace) {
    long peak = 0;
    long allocated = 0;
    long deallocated = 0;
    for (int i = 0; i < trace.size(); i++) {
      TraceNode node = trace.chronological(i);
      switch (node.event()) {
        case BufferAllocate a when a.buffer().type().isDram() ->
            allocated += Buffers.bytes(a.buffer());
        case BufferDeallocate _ -> deallocated += dramBytes(Buffers.connected(trace, node));
        case BufferAllocate _, TraceEvent.ProgramEvent _, TraceEvent.MemoryNeutral _ -> {}
      }
      peak = Math.max(peak, allocated - deallocated);
    }
    return new DramUsage(peak, allocated, deallocated);
  }

  private static long dramBytes(@Nullable BufferDescription buffer) {
    return buffer != null && buffer.type().isDram() ? Buffers.bytes(buffer) : 0;
  }
}
