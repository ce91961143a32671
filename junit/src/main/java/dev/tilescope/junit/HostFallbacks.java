package dev.tilescope.junit;

import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Shape;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.FunctionEnd;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.model.TraceEvent.TensorDescription;
import dev.tilescope.model.TraceNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Work that left the device for the host and came back.
 *
 * <p>A trace has no word for it: TT-NN's fallback functions show as what they do, reading a tensor
 * from the device and sending another one to it. So a fallback is
 *
 * <ul>
 *   <li>an operation, other than one meant for that, that reads device values to the host; or
 *   <li>a tensor sent to the device that was read from it, or was made on the host of one that was,
 *       by tensor ids; or
 *   <li>values that left the world of tensors ({@code to_torch}, {@code to_array}) and, as the next
 *       thing on that thread that touches a device, as many values that come from there: whether
 *       they are the same ones a trace cannot tell.
 * </ul>
 *
 * <p>Reading results at the end and sending inputs at the beginning are none.
 */
final class HostFallbacks {
  private static final Set<String> READS = Set.of("Tensor::cpu", "tt::tt_metal::copy_to_host");
  private static final Set<String> WRITES =
      Set.of("Tensor::to_device", "tt::tt_metal::copy_to_device");
  private static final Set<String> MAY_READ =
      Set.of(
          "ttnn::from_device",
          "ttnn::to_torch",
          "ttnn::to_array",
          "ttnn::copy_device_to_host_tensor");
  private static final Set<String> LEAVES = Set.of("ttnn::to_torch", "ttnn::to_array");
  private static final Set<String> ENTERS =
      Set.of("ttnn::convert_python_tensor_to_tt_tensor", "ttnn::from_array");

  private final Trace trace;
  private final List<String> found = new ArrayList<>();
  private final Map<Long, String> trailByTensor = new HashMap<>();
  private final Map<Integer, Left> leftByThread = new HashMap<>();
  private final Deque<Call> open = new ArrayDeque<>();

  private record Call(TraceNode node, FunctionStart start) {
    String name() {
      return start.name();
    }
  }

  /** Values that were read out of a tensor. */
  private record Left(String trail, long elements) {}

  private HostFallbacks(Trace trace) {
    this.trace = trace;
  }

  /** One line for each, in the order of the trace. */
  static List<String> of(Trace trace) {
    HostFallbacks walk = new HostFallbacks(trace);
    for (TraceNode node : trace.nodes()) {
      switch (node.event()) {
        case FunctionStart start -> walk.begin(new Call(node, start));
        case FunctionEnd _ -> walk.end(node);
        case TraceEvent.BufferEvent _, TraceEvent.ProgramEvent _, TraceEvent.MemoryNeutral _ -> {}
      }
    }
    return List.copyOf(walk.found);
  }

  private void begin(Call call) {
    while (!open.isEmpty() && open.getLast().node().level() >= call.node().level()) {
      open.removeLast();
    }
    open.addLast(call);
    if (READS.contains(call.name())) {
      read(call);
    } else if (WRITES.contains(call.name())) {
      write(call);
    }
  }

  private void read(Call call) {
    List<TensorDescription> inputs = tensors(call.start().inputTensors());
    if (inputs.stream().noneMatch(HostFallbacks::isOnDevice)) {
      return;
    }
    Call caller = open.getFirst();
    if (open.size() > 1 && !MAY_READ.contains(spelled(caller))) {
      found.add(at(caller) + " reads a device tensor to the host (" + at(call) + ")");
    }
    inputs.stream()
        .filter(tensor -> !isOnDevice(tensor))
        .forEach(tensor -> trailByTensor.put(tensor.tensorId(), at(caller)));
  }

  private void write(Call call) {
    tensors(call.start().inputTensors()).stream()
        .map(tensor -> trailByTensor.get(tensor.tensorId()))
        .filter(trail -> trail != null)
        .findFirst()
        .ifPresent(trail -> found.add(trail + " > " + at(open.getFirst())));
  }

  private void end(TraceNode end) {
    Call call = opened(end);
    if (call == null) {
      return;
    }
    List<TensorDescription> inputs = tensors(call.start().inputTensors());
    List<TensorDescription> outputs = outputs(end);
    String trail = trail(call, inputs, outputs);
    if (trail != null) {
      outputs.stream()
          .filter(tensor -> !isOnDevice(tensor))
          .forEach(tensor -> trailByTensor.put(tensor.tensorId(), trail));
    }
    if (open.isEmpty()) {
      noteWhatLeft(call, inputs, outputs);
    }
  }

  private @Nullable Call opened(TraceNode end) {
    while (!open.isEmpty() && open.getLast().node().level() > end.level()) {
      open.removeLast();
    }
    return open.isEmpty() || open.getLast().node().level() != end.level()
        ? null
        : open.removeLast();
  }

  /** Where host values that this call gives came from, if from a device. */
  private @Nullable String trail(
      Call call, List<TensorDescription> inputs, List<TensorDescription> outputs) {
    Call caller = open.isEmpty() ? call : open.getFirst();
    if (READS.contains(call.name())) {
      return inputs.stream().anyMatch(HostFallbacks::isOnDevice) ? at(caller) : null;
    }
    if (ENTERS.contains(spelled(call))) {
      Left left = leftByThread.get(call.node().thread());
      return left != null && outputs.stream().anyMatch(o -> elements(o) == left.elements())
          ? left.trail() + " > " + at(caller)
          : null;
    }
    return inputs.stream()
        .map(tensor -> trailByTensor.get(tensor.tensorId()))
        .filter(trail -> trail != null)
        .findFirst()
        .map(trail -> open.isEmpty() ? extended(trail, call) : trail)
        .orElse(null);
  }

  private static String extended(String trail, Call call) {
    return trail.endsWith(at(call)) ? trail : trail + " > " + at(call);
  }

  /** A call that leaves the device alone changes nothing; any other one ends the suspicion. */
  private void noteWhatLeft(
      Call call, List<TensorDescription> inputs, List<TensorDescription> outputs) {
    if (LEAVES.contains(spelled(call))) {
      inputs.stream()
          .findFirst()
          .filter(i -> isOnDevice(i) || trailByTensor.containsKey(i.tensorId()))
          .ifPresent(i -> leftByThread.put(call.node().thread(), new Left(at(call), elements(i))));
    } else if (inputs.stream().anyMatch(HostFallbacks::isOnDevice)
        || outputs.stream().anyMatch(HostFallbacks::isOnDevice)) {
      leftByThread.remove(call.node().thread());
    }
  }

  private List<TensorDescription> outputs(TraceNode end) {
    return tensors(end.connections());
  }

  private List<TensorDescription> tensors(Ints counters) {
    return counters.stream()
        .filter(counter -> counter >= 0 && counter < trace.size())
        .mapToObj(trace::event)
        .filter(TraceEvent.Tensor.class::isInstance)
        .map(event -> ((TraceEvent.Tensor) event).tensor())
        .toList();
  }

  private static boolean isOnDevice(TensorDescription tensor) {
    return tensor.bufferType() != null || tensor.deviceId() != null;
  }

  private static long elements(TensorDescription tensor) {
    Shape shape = tensor.shape();
    return shape == null ? -1 : shape.volume();
  }

  private static String spelled(Call call) {
    return call.name().replace(".", "::");
  }

  private static String at(Call call) {
    return VisibleText.of(call.name()) + " (node " + call.node().counter() + ")";
  }
}
