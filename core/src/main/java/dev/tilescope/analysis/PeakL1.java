package dev.tilescope.analysis;

import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceNode;
import dev.tilescope.model.TraceNode.BufferAllocate;
import dev.tilescope.model.TraceNode.BufferDeallocate;
import dev.tilescope.model.TraceNode.BufferDescription;
import dev.tilescope.model.TraceNode.CircularBufferAllocate;
import dev.tilescope.model.TraceNode.CircularBufferDeallocateAll;
import dev.tilescope.model.TraceNode.DataflowBufferAllocate;
import dev.tilescope.model.TraceNode.FunctionStart;
import dev.tilescope.model.TraceNode.ScratchpadAllocate;

/**
 * The most L1 in use at once, as TT-NN's {@code extract_peak_L1_memory_usage} counts it: buffers by
 * their whole size over all cores, program memory by its size on one core, all devices together.
 *
 * <p>Kept from TT-NN so that numbers compare: globally allocated circular buffers count; inputs
 * from before the capture count up to the first DRAM one; and a buffer that an outermost operation
 * allocates as its very first act is taken for such an input too, and so counts twice. Unlike
 * TT-NN's, the sum has 64 bits. {@link PeakByDevice} is the careful answer.
 *
 * @param bytes the peak
 * @param counter the node that first reached it, -1 if nothing was allocated
 */
public record PeakL1(long bytes, int counter) {
  public static PeakL1 of(Trace trace) {
    long program = 0;
    long buffers = 0;
    PeakL1 peak = new PeakL1(0, -1);
    for (int i = 0; i < trace.size(); i++) {
      TraceNode node = trace.chronological(i);
      program = node instanceof CircularBufferDeallocateAll ? 0 : program + programBytes(node);
      buffers += bufferBytes(trace, node);
      if (program + buffers > peak.bytes) {
        peak = new PeakL1(program + buffers, node.counter());
      }
    }
    return peak;
  }

  private static long programBytes(TraceNode node) {
    return switch (node) {
      case CircularBufferAllocate c -> c.sizeBytes();
      case ScratchpadAllocate s -> s.sizeBytes();
      case DataflowBufferAllocate d -> d.borrowed() ? 0 : d.sizeBytes();
      case CircularBufferDeallocateAll _,
          TraceNode.CaptureStart _,
          TraceNode.CaptureEnd _,
          TraceNode.FunctionStart _,
          TraceNode.FunctionEnd _,
          TraceNode.Tensor _,
          TraceNode.BufferEvent _,
          TraceNode.Failure _,
          TraceNode.Unknown _ ->
          0;
    };
  }

  private static long bufferBytes(Trace trace, TraceNode node) {
    return switch (node) {
      case FunctionStart start when start.level() == 1 ->
          Buffers.newInputBytes(trace, start, b -> b.type().isL1());
      case BufferAllocate a when a.buffer().type().isL1() -> Buffers.bytes(a.buffer());
      case BufferDeallocate d -> -releasedBytes(trace, d);
      case FunctionStart _,
          BufferAllocate _,
          TraceNode.Buffer _,
          TraceNode.CaptureStart _,
          TraceNode.CaptureEnd _,
          TraceNode.FunctionEnd _,
          TraceNode.Tensor _,
          TraceNode.ProgramMemory _,
          CircularBufferDeallocateAll _,
          TraceNode.Failure _,
          TraceNode.Unknown _ ->
          0;
    };
  }

  private static long releasedBytes(Trace trace, BufferDeallocate event) {
    BufferDescription buffer = Buffers.connected(trace, event);
    return buffer != null && buffer.type().isL1() ? Buffers.bytes(buffer) : 0;
  }
}
