package dev.tilescope.analysis;

import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceNode;
import dev.tilescope.model.TraceNode.BufferAllocate;
import dev.tilescope.model.TraceNode.BufferDeallocate;
import dev.tilescope.model.TraceNode.BufferDescription;
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
      switch (trace.chronological(i)) {
        case BufferAllocate a when a.buffer().type().isDram() ->
            allocated += Buffers.bytes(a.buffer());
        case BufferDeallocate d -> deallocated += dramBytes(Buffers.connected(trace, d));
        case BufferAllocate _,
            TraceNode.Buffer _,
            TraceNode.CaptureStart _,
            TraceNode.CaptureEnd _,
            TraceNode.FunctionStart _,
            TraceNode.FunctionEnd _,
            TraceNode.Tensor _,
            TraceNode.ProgramMemory _,
            TraceNode.CircularBufferDeallocateAll _,
            TraceNode.Failure _,
            TraceNode.Unknown _ -> {}
      }
      peak = Math.max(peak, allocated - deallocated);
    }
    return new DramUsage(peak, allocated, deallocated);
  }

  private static long dramBytes(@Nullable BufferDescription buffer) {
    return buffer != null && buffer.type().isDram() ? Buffers.bytes(buffer) : 0;
  }
}
