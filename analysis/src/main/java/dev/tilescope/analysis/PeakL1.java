package dev.tilescope.analysis;

import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceNode;

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
      program = Buffers.programBytes(program, node.event());
      buffers += Buffers.bufferBytes(trace, node, b -> b.type().isL1());
      if (program + buffers > peak.bytes) {
        peak = new PeakL1(program + buffers, node.counter());
      }
    }
    return peak;
  }
}
