package dev.tilescope.analysis;

import dev.tilescope.analysis.BufferLifetimes.Moment;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.CircularBufferDeallocateAll;
import dev.tilescope.model.TraceEvent.ProgramMemory;
import dev.tilescope.model.TraceNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How long each circular buffer, dataflow buffer and scratchpad held its part of L1: until its
 * device's next program began. Memory borrowed from a tensor is left out.
 *
 * @param spans by beginning, device after device where they end together
 */
public record ProgramLifetimes(List<Span> spans) {
  public ProgramLifetimes {
    spans = List.copyOf(spans);
  }

  /**
   * @param releasedPosition in the order of time; the size of the trace if it never was
   */
  public record Span(ProgramMemory memory, Moment made, int releasedPosition) {}

  private record Open(ProgramMemory memory, Moment made) {}

  public static ProgramLifetimes of(Trace trace, OperationClock clock) {
    MeshChips meshes = MeshChips.of(trace);
    List<Span> spans = new ArrayList<>();
    Map<Integer, List<Open>> open = new HashMap<>();
    for (int i = 0; i < trace.size(); i++) {
      TraceNode node = trace.chronological(i);
      switch (node.event()) {
        case ProgramMemory p when !p.borrowed() -> {
          Open taken = new Open(p, clock.moment(node.counter()));
          open.computeIfAbsent(p.deviceId(), _ -> new ArrayList<>()).add(taken);
        }
        case CircularBufferDeallocateAll all ->
            release(meshes.releasedWith(all.deviceId(), open.keySet()), i, open, spans);
        case ProgramMemory _, TraceEvent.BufferEvent _, TraceEvent.MemoryNeutral _ -> {}
      }
    }
    release(List.copyOf(open.keySet()), trace.size(), open, spans);
    return new ProgramLifetimes(spans);
  }

  private static void release(
      List<Integer> devices, int position, Map<Integer, List<Open>> open, List<Span> spans) {
    for (int device : devices) {
      List<Open> held = open.remove(device);
      if (held != null) {
        held.forEach(o -> spans.add(new Span(o.memory(), o.made(), position)));
      }
    }
  }
}
