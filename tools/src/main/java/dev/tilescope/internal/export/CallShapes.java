package dev.tilescope.internal.export;

import dev.tilescope.graph.CallTree;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.internal.words.ByteText;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.BufferAllocate;
import dev.tilescope.model.TraceEvent.BufferDeallocate;
import dev.tilescope.model.TraceEvent.CaptureEnd;
import dev.tilescope.model.TraceEvent.CaptureStart;
import dev.tilescope.model.TraceEvent.CircularBufferAllocate;
import dev.tilescope.model.TraceEvent.CircularBufferDeallocateAll;
import dev.tilescope.model.TraceEvent.DataflowBufferAllocate;
import dev.tilescope.model.TraceEvent.Failure;
import dev.tilescope.model.TraceEvent.FunctionEnd;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.model.TraceEvent.ScratchpadAllocate;
import dev.tilescope.model.TraceEvent.Tensor;
import dev.tilescope.model.TraceEvent.Unknown;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Numbers that are equal for calls that look equal: the same name with the same calls and memory
 * events inside, in the same order. Tensor ids and addresses do not count.
 */
final class CallShapes {
  /** What an operation did itself, in order: a call or a memory event in words. */
  record Step(@Nullable Operation call, String words) {}

  private final Trace trace;
  private final Map<List<Object>, Integer> numbers = new HashMap<>();
  private final Map<Operation, Integer> ofOperation = new HashMap<>();
  private final Map<Operation, Integer> callsInside = new HashMap<>();

  CallShapes(Trace trace, CallTree tree) {
    this.trace = trace;
    // Callers come before their calls, so backwards every call is known before its caller.
    for (Operation operation : tree.operations().reversed()) {
      List<Object> shape = new ArrayList<>();
      shape.add(operation.name());
      int calls = 0;
      for (Step step : steps(operation)) {
        shape.add(step.call() == null ? step.words() : numberOf(step));
        calls += step.call() == null ? 0 : 1 + callsInside(step.call());
      }
      callsInside.put(operation, calls);
      ofOperation.put(operation, number(shape));
    }
  }

  int numberOf(Step step) {
    return step.call() == null
        ? number(List.of("", step.words()))
        : Objects.requireNonNull(ofOperation.get(step.call()));
  }

  int callsInside(Operation operation) {
    return callsInside.getOrDefault(operation, 0);
  }

  List<Step> steps(Operation operation) {
    List<Step> steps = new ArrayList<>();
    Ints events = operation.events();
    int next = 0;
    for (Operation call : operation.children()) {
      for (; next < events.size() && events.get(next) < call.start().counter(); next++) {
        addEvent(steps, events.get(next));
      }
      steps.add(new Step(call, call.name()));
    }
    for (; next < events.size(); next++) {
      addEvent(steps, events.get(next));
    }
    return steps;
  }

  private void addEvent(List<Step> steps, int counter) {
    String words = words(trace.event(counter));
    if (!words.isEmpty()) {
      steps.add(new Step(null, words));
    }
  }

  /** Empty for what edges and boxes show already. */
  private static String words(TraceEvent event) {
    return switch (event) {
      case BufferAllocate b ->
          "allocate " + b.buffer().type().name() + bytes(b.buffer().sizeBytes());
      case BufferDeallocate b -> "free " + b.buffer().type().name();
      case CircularBufferAllocate c -> "circular buffer" + bytes(c.sizeBytes());
      case DataflowBufferAllocate d -> "dataflow buffer" + bytes(d.sizeBytes());
      case ScratchpadAllocate s -> "scratchpad" + bytes(s.sizeBytes());
      case Failure f -> "error: " + f.message();
      case Unknown u -> u.nodeType();
      case CircularBufferDeallocateAll _,
          CaptureStart _,
          CaptureEnd _,
          FunctionStart _,
          FunctionEnd _,
          Tensor _,
          TraceEvent.Buffer _ ->
          "";
    };
  }

  private static String bytes(long bytes) {
    return bytes < 0 ? "" : " " + ByteText.brief(bytes);
  }

  private int number(List<Object> shape) {
    return numbers.computeIfAbsent(List.copyOf(shape), _ -> numbers.size());
  }
}
