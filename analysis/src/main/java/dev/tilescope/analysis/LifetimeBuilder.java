package dev.tilescope.analysis;

import dev.tilescope.analysis.BufferLifetimes.Lifetime;
import dev.tilescope.analysis.BufferLifetimes.Moment;
import dev.tilescope.graph.CallTree;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.BufferDescription;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.model.TraceEvent.Tensor;
import dev.tilescope.model.TraceEvent.TensorDescription;
import dev.tilescope.model.TraceNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Two passes: allocations and deallocations in the order of time, then uses through tensors.
 *
 * <p>A buffer node names the tensors in it. Today every use of a tensor is a node of its own; older
 * traces have one node that names each function it goes into; and a tensor node that no buffer
 * names is in the buffer of another node with the same tensor id.
 */
final class LifetimeBuilder implements MemoryWalk.Visitor<LifetimeBuilder.Draft> {
  private static final int NONE = -1;

  static final class Draft {
    final int counter;
    final int made;
    final @Nullable Draft before;
    BufferDescription description;
    int freed = NONE;
    int lastUseStep = NONE;

    Draft(int counter, BufferDescription description, int made, @Nullable Draft before) {
      this.counter = counter;
      this.description = description;
      this.made = made;
      this.before = before;
    }
  }

  private final Trace trace;
  private final OperationClock clock;
  private final List<Draft> drafts = new ArrayList<>();
  private final Map<Integer, Draft> latest = new HashMap<>();
  private final int[] bufferOfTensor;
  private final Map<Long, Integer> bufferOfId = new HashMap<>();

  LifetimeBuilder(Trace trace, OperationClock clock) {
    this.trace = trace;
    this.clock = clock;
    this.bufferOfTensor = new int[trace.size()];
    Arrays.fill(bufferOfTensor, NONE);
  }

  List<Lifetime> build() {
    new MemoryWalk<>(trace, this).toEnd();
    usesThroughBuffers();
    usesThroughIds();
    return drafts.stream().map(this::finished).toList();
  }

  @Override
  public Draft stood(int counter, BufferDescription buffer) {
    return begin(counter, buffer, NONE);
  }

  @Override
  public Draft allocated(TraceNode event, BufferDescription buffer, int position) {
    return begin(Buffers.identity(event), buffer, event.counter());
  }

  private Draft begin(int identity, BufferDescription description, int made) {
    Draft draft = new Draft(identity, description, made, latest.get(identity));
    latest.put(identity, draft);
    drafts.add(draft);
    return draft;
  }

  @Override
  public void freed(Draft draft, TraceNode event, BufferDescription said, int position) {
    draft.freed = event.counter();
    place(draft, said.address(), said.maxSizePerBankBytes());
  }

  /** Fills in what the buffer's own nodes lack. */
  private static void place(Draft draft, long address, long bytesPerBank) {
    BufferDescription d = draft.description;
    if ((d.address() < 0 && address >= 0) || (d.maxSizePerBankBytes() < 0 && bytesPerBank >= 0)) {
      draft.description =
          new BufferDescription(
              d.deviceId(),
              d.type(),
              d.layout(),
              d.address() < 0 ? address : d.address(),
              d.sizeBytes(),
              d.pageBytes(),
              d.shardCores(),
              d.maxSizePerBankBytes() < 0 ? bytesPerBank : d.maxSizePerBankBytes());
    }
  }

  private void usesThroughBuffers() {
    for (TraceNode node : trace.nodes()) {
      if (node.event() instanceof TraceEvent.Buffer) {
        for (int i = 0; i < node.connections().size(); i++) {
          TraceNode held = trace.node(node.connections().get(i));
          if (held.event() instanceof Tensor tensor) {
            holds(node.counter(), held, tensor.tensor());
          }
        }
      }
    }
  }

  private void holds(int buffer, TraceNode node, TensorDescription tensor) {
    bufferOfTensor[node.counter()] = buffer;
    bufferOfId.put(tensor.tensorId(), buffer);
    Draft draft = latest.get(buffer);
    Long address = tensor.address();
    if (draft != null && address != null) {
      place(draft, address, NONE);
    }
    use(buffer, node);
  }

  private void usesThroughIds() {
    for (TraceNode node : trace.nodes()) {
      if (node.event() instanceof Tensor tensor && bufferOfTensor[node.counter()] == NONE) {
        int buffer = bufferOfId.getOrDefault(tensor.tensor().tensorId(), NONE);
        bufferOfTensor[node.counter()] = buffer;
        use(buffer, node);
      }
    }
    for (TraceNode node : trace.nodes()) {
      if (node.event() instanceof FunctionStart start) {
        Ints inputs = start.inputTensors();
        for (int i = 0; i < inputs.size(); i++) {
          use(bufferOfTensor[inputs.get(i)], node.counter());
        }
      }
    }
  }

  private void use(int buffer, TraceNode tensor) {
    use(buffer, tensor.counter());
    Ints into = tensor.connections();
    for (int i = 0; i < into.size(); i++) {
      if (trace.event(into.get(i)) instanceof FunctionStart) {
        use(buffer, into.get(i));
      }
    }
  }

  private void use(int buffer, int counter) {
    int step = clock.stepOfCall(counter);
    Draft draft = step == NONE ? null : draftAt(buffer, clock.positionOf(counter));
    if (draft != null
        && (draft.lastUseStep == NONE
            || clock.endOfStep(step) > clock.endOfStep(draft.lastUseStep))) {
      draft.lastUseStep = step;
    }
  }

  /** A node may stand for several buffers, one after the other. */
  private @Nullable Draft draftAt(int buffer, int position) {
    Draft draft = latest.get(buffer);
    while (draft != null && draft.made != NONE && clock.positionOf(draft.made) > position) {
      draft = draft.before;
    }
    return draft;
  }

  private Lifetime finished(Draft draft) {
    return new Lifetime(
        draft.counter,
        draft.description,
        moment(draft.made),
        lastUse(draft.lastUseStep),
        moment(draft.freed));
  }

  private @Nullable Moment moment(int counter) {
    return counter == NONE ? null : clock.moment(counter);
  }

  private @Nullable Moment lastUse(int step) {
    if (step == NONE) {
      return null;
    }
    CallTree.Operation operation = clock.operations().get(step);
    return new Moment(operation.start().counter(), clock.endOfStep(step), step, operation);
  }
}
