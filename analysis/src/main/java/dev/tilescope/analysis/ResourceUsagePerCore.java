package dev.tilescope.analysis;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.BufferAllocate;
import dev.tilescope.model.TraceEvent.BufferDeallocate;
import dev.tilescope.model.TraceEvent.BufferDescription;
import dev.tilescope.model.TraceEvent.CircularBufferAllocate;
import dev.tilescope.model.TraceEvent.CircularBufferDeallocateAll;
import dev.tilescope.model.TraceEvent.DataflowBufferAllocate;
import dev.tilescope.model.TraceEvent.ScratchpadAllocate;
import dev.tilescope.model.TraceNode;
import java.util.HashMap;
import java.util.Map;

/**
 * The most L1 in use at once on one core: program memory as it is, buffers by what they take of a
 * bank. Memory borrowed from a tensor takes no space of its own. Releasing a buffer from before the
 * capture counts as nothing.
 */
public record ResourceUsagePerCore(
    long peakCbBytes,
    long peakL1Bytes,
    long peakDataflowBufferBytes,
    long peakScratchpadBytes,
    long peakTotalBytes) {
  /**
   * @throws TilescopeException if an L1 allocation lacks its size per bank, as in older traces
   */
  public static ResourceUsagePerCore of(Trace trace) {
    Meter meter = new Meter();
    for (int i = 0; i < trace.size(); i++) {
      meter.add(trace.chronological(i));
    }
    return new ResourceUsagePerCore(
        meter.peakCb, meter.peakL1, meter.peakDataflow, meter.peakScratchpad, meter.peakTotal);
  }

  private static final class Meter {
    private final Map<Integer, Long> liveBytes = new HashMap<>();
    private long cb;
    private long l1;
    private long dataflow;
    private long scratchpad;
    private long peakCb;
    private long peakL1;
    private long peakDataflow;
    private long peakScratchpad;
    private long peakTotal;

    void add(TraceNode node) {
      switch (node.event()) {
        case CircularBufferAllocate c -> cb += c.borrowed() ? 0 : c.sizeBytes();
        case DataflowBufferAllocate d -> dataflow += d.borrowed() ? 0 : d.sizeBytes();
        case ScratchpadAllocate s -> scratchpad += s.sizeBytes();
        case CircularBufferDeallocateAll _ -> releaseProgram();
        case BufferAllocate a when a.buffer().type().isL1() -> allocate(node, a.buffer());
        case BufferDeallocate d -> deallocate(node, d.buffer());
        case BufferAllocate _, TraceEvent.MemoryNeutral _ -> {}
      }
      peakCb = Math.max(peakCb, cb);
      peakL1 = Math.max(peakL1, l1);
      peakDataflow = Math.max(peakDataflow, dataflow);
      peakScratchpad = Math.max(peakScratchpad, scratchpad);
      peakTotal = Math.max(peakTotal, cb + l1 + dataflow + scratchpad);
    }

    private void releaseProgram() {
      cb = 0;
      dataflow = 0;
      scratchpad = 0;
    }

    private void allocate(TraceNode node, BufferDescription buffer) {
      long bytes = buffer.maxSizePerBankBytes();
      if (bytes < 0) {
        throw new TilescopeException(
            "node "
                + node.counter()
                + " (buffer_allocate) has no max_size_per_bank: the trace is of an older"
                + " generation, from which use per core cannot be told; capture again with a"
                + " current version, or ask for the peak over all cores");
      }
      liveBytes.merge(Buffers.identity(node), bytes, Long::sum);
      l1 += bytes;
    }

    private void deallocate(TraceNode node, BufferDescription buffer) {
      Long bytes = liveBytes.remove(Buffers.identity(node));
      l1 -= bytes == null ? unconnectedBytes(node, buffer) : bytes;
    }

    /** Without a connection, the event's own size is all there is; it never frees more than all. */
    private long unconnectedBytes(TraceNode node, BufferDescription buffer) {
      return node.connections().isEmpty() && buffer.type().isL1()
          ? Math.clamp(buffer.maxSizePerBankBytes(), 0, l1)
          : 0;
    }
  }
}
