package dev.tilescope.report;

import dev.tilescope.model.TraceEvent;
import org.jspecify.annotations.Nullable;

/**
 * Turns events that often repeat into one shared object: a report describes a tensor anew wherever
 * it is used, and a program takes the same space in L1 each time it runs. A long trace takes a
 * fifth less memory for it.
 *
 * <p>A direct-mapped cache of fixed size: a newcomer evicts whoever held its slot, so hostile input
 * costs sharing, never memory or time.
 */
final class EventPool {
  private static final int SLOT_BITS = 12;

  /** Spreads ids that count up and addresses that are multiples of a page. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final @Nullable TraceEvent[] slots = new @Nullable TraceEvent[1 << SLOT_BITS];

  TraceEvent shared(TraceEvent event) {
    return switch (event) {
      case TraceEvent.Tensor t -> shared(event, t.tensor().tensorId());
      case TraceEvent.BufferEvent b -> shared(event, b.buffer().address() + b.buffer().sizeBytes());
      case TraceEvent.ProgramMemory p -> shared(event, p.address() + p.sizeBytes());
      case TraceEvent.CircularBufferDeallocateAll d -> shared(event, d.deviceId());
      case TraceEvent.FunctionStart f when f.inputTensors().isEmpty() ->
          shared(event, 31L * f.name().hashCode() + f.arguments().hashCode());
      case TraceEvent.MemoryNeutral _ -> event;
    };
  }

  private TraceEvent shared(TraceEvent event, long key) {
    int slot = (int) (key * SPREAD >>> (Long.SIZE - SLOT_BITS));
    TraceEvent held = slots[slot];
    if (held != null && held.equals(event)) {
      return held;
    }
    slots[slot] = event;
    return event;
  }
}
