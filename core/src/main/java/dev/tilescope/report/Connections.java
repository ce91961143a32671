package dev.tilescope.report;

import dev.tilescope.model.Ints;
import dev.tilescope.model.Report.Damage.Kind;
import dev.tilescope.model.TraceNode;
import dev.tilescope.model.TraceNode.BufferAllocate;
import dev.tilescope.model.TraceNode.BufferDeallocate;
import dev.tilescope.model.TraceNode.CaptureEnd;
import dev.tilescope.model.TraceNode.CaptureStart;
import dev.tilescope.model.TraceNode.CircularBufferAllocate;
import dev.tilescope.model.TraceNode.CircularBufferDeallocateAll;
import dev.tilescope.model.TraceNode.DataflowBufferAllocate;
import dev.tilescope.model.TraceNode.Failure;
import dev.tilescope.model.TraceNode.FunctionEnd;
import dev.tilescope.model.TraceNode.FunctionStart;
import dev.tilescope.model.TraceNode.ScratchpadAllocate;
import dev.tilescope.model.TraceNode.Tensor;
import dev.tilescope.model.TraceNode.Unknown;
import java.util.List;
import java.util.function.IntConsumer;

/** Removes positions that no node has, so that nobody after the reader has to check. */
final class Connections {
  private final int limit;

  private Connections(int limit) {
    this.limit = limit;
  }

  /**
   * Replaces nodes that point outside the list.
   *
   * @param truncated whether the list is cut short; then dangling positions are its consequence and
   *     counted in one entry
   */
  static void keepWithin(List<TraceNode> nodes, boolean truncated, DamageLog damage) {
    Connections bounds = new Connections(nodes.size());
    long[] dropped = {0};
    for (int i = 0; i < nodes.size(); i++) {
      TraceNode node = nodes.get(i);
      if (bounds.dangles(node)) {
        nodes.set(
            i,
            bounds.trimmed(
                node,
                position -> {
                  dropped[0]++;
                  if (!truncated) {
                    damage.add(
                        0,
                        0,
                        node.counter(),
                        Kind.CONNECTION,
                        bounds.describe(node.counter(), position));
                  }
                }));
      }
    }
    if (truncated && dropped[0] > 0) {
      damage.add(dropped[0] + " connections point past the last node read, dropped");
    }
  }

  private String describe(int counter, int position) {
    return "node "
        + counter
        + ": connection "
        + position
        + " is outside 0.."
        + (limit - 1)
        + ", dropped";
  }

  private boolean dangles(TraceNode node) {
    return dangles(node.connections())
        || (node instanceof FunctionStart start && dangles(start.inputTensors()));
  }

  private boolean dangles(Ints positions) {
    for (int i = 0; i < positions.size(); i++) {
      if (positions.get(i) >= limit) {
        return true;
      }
    }
    return false;
  }

  private Ints trimmed(Ints positions, IntConsumer dropped) {
    positions.stream().filter(p -> p >= limit).forEach(dropped);
    return Ints.of(positions.stream().filter(p -> p < limit).toArray());
  }

  private TraceNode trimmed(TraceNode node, IntConsumer dropped) {
    int at = node.counter();
    int level = node.level();
    int thread = node.thread();
    Ints kept = trimmed(node.connections(), dropped);
    return switch (node) {
      case CaptureStart _ -> new CaptureStart(at, thread, kept);
      case CaptureEnd n -> new CaptureEnd(at, thread, kept, n.durationNanos());
      case FunctionStart n ->
          new FunctionStart(
              at,
              level,
              thread,
              kept,
              n.name(),
              n.inputs(),
              n.arguments(),
              trimmed(n.inputTensors(), dropped));
      case FunctionEnd n ->
          new FunctionEnd(
              at, level, thread, kept, n.name(), n.durationNanos(), n.modelledDeviceNanos());
      case Tensor n -> new Tensor(at, level, thread, kept, n.tensor());
      case TraceNode.Buffer n -> new TraceNode.Buffer(at, level, thread, kept, n.buffer());
      case BufferAllocate n -> new BufferAllocate(at, level, thread, kept, n.buffer());
      case BufferDeallocate n -> new BufferDeallocate(at, level, thread, kept, n.buffer());
      case CircularBufferAllocate n ->
          new CircularBufferAllocate(
              at,
              level,
              thread,
              kept,
              n.deviceId(),
              n.address(),
              n.sizeBytes(),
              n.cores(),
              n.borrowed());
      case DataflowBufferAllocate n ->
          new DataflowBufferAllocate(
              at,
              level,
              thread,
              kept,
              n.deviceId(),
              n.address(),
              n.sizeBytes(),
              n.cores(),
              n.borrowed());
      case ScratchpadAllocate n ->
          new ScratchpadAllocate(
              at, level, thread, kept, n.deviceId(), n.address(), n.sizeBytes(), n.cores());
      case CircularBufferDeallocateAll n ->
          new CircularBufferDeallocateAll(at, level, thread, kept, n.deviceId());
      case Failure n -> new Failure(at, level, thread, kept, n.type(), n.message(), n.operation());
      case Unknown n -> new Unknown(at, level, thread, kept, n.nodeType());
    };
  }
}
