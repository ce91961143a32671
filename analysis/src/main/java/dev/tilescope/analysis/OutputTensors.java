package dev.tilescope.analysis;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.Shape;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.BufferDescription;
import dev.tilescope.model.TraceEvent.FunctionEnd;
import dev.tilescope.model.TraceEvent.TensorDescription;
import dev.tilescope.model.TraceNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the traced program produced: the tensors of the last function end that has any, and how many
 * tensors were created on the way.
 *
 * <p>Tensors are told apart by tensor id, not by node: today's traces give every use of a tensor a
 * node of its own.
 *
 * @param outputs one entry per device buffer and output tensor in it, by buffer node
 * @param intermediateCount tensors made by {@code create_device_tensor} that are no outputs
 * @param outputCount distinct output tensors, on device or not
 */
public record OutputTensors(List<Output> outputs, int intermediateCount, int outputCount) {
  private static final Set<String> CREATORS =
      Set.of("create_device_tensor", "tt::tt_metal::create_device_tensor");

  public OutputTensors {
    outputs = List.copyOf(outputs);
  }

  public record Output(
      long tensorId, @Nullable Shape shape, long bufferBytes, BufferType bufferType) {}

  public static OutputTensors of(Trace trace) {
    Set<Long> created = new HashSet<>();
    Set<Long> outputs = Set.of();
    for (TraceNode node : trace.nodes()) {
      if (node.event() instanceof FunctionEnd end) {
        Set<Long> ids =
            trace
                .tensors(node.connections())
                .map(TensorDescription::tensorId)
                .collect(Collectors.toSet());
        outputs = ids.isEmpty() ? outputs : ids;
        if (CREATORS.contains(end.name())) {
          created.addAll(ids);
        }
      }
    }
    created.removeAll(outputs);
    return new OutputTensors(inBuffers(trace, outputs), created.size(), outputs.size());
  }

  /**
   * The nodes of the outputs, as TT-NN's {@code extract_output_tensors} names them.
   *
   * @return counters, ascending
   */
  public static List<Integer> nodes(Trace trace) {
    for (TraceNode node : trace.nodes().reversed()) {
      List<Integer> tensors = tensorNodes(trace, node);
      if (node.event() instanceof FunctionEnd && !tensors.isEmpty()) {
        return tensors;
      }
    }
    return List.of();
  }

  private static List<Integer> tensorNodes(Trace trace, TraceNode node) {
    return node.connections().stream()
        .filter(to -> to >= 0 && to < trace.size())
        .filter(to -> trace.nodes().get(to).event() instanceof TraceEvent.Tensor)
        .distinct()
        .sorted()
        .boxed()
        .toList();
  }

  private static List<Output> inBuffers(Trace trace, Set<Long> outputIds) {
    List<Output> found = new ArrayList<>();
    for (TraceNode node : trace.nodes()) {
      if (node.event() instanceof TraceEvent.Buffer buffer) {
        Set<Long> seen = new HashSet<>();
        trace
            .tensors(node.connections())
            .filter(t -> outputIds.contains(t.tensorId()) && seen.add(t.tensorId()))
            .forEach(tensor -> found.add(output(tensor, buffer.buffer())));
      }
    }
    return found;
  }

  private static Output output(TensorDescription tensor, BufferDescription buffer) {
    return new Output(tensor.tensorId(), tensor.shape(), Buffers.bytes(buffer), buffer.type());
  }
}
