package dev.tilescope.replay;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.ops.OperationCall;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * A traced call ready to be made again on any device: its arguments as Java values, but tensors as
 * {@link TensorPlan} and {@link TorchPlan}, and the device as {@link Device}.
 */
record CallPlan(String operation, SequencedMap<String, @Nullable Object> arguments) {
  /** Stands for the device that the call is made on. */
  enum Device {
    REPLAY
  }

  CallPlan {
    arguments = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(arguments));
  }

  /** Makes the tensors; if one cannot be made, those before it are freed. */
  OperationCall on(MeshDevice device) {
    OperationCall call = OperationCall.of(operation);
    try {
      for (var argument : arguments.entrySet()) {
        call = call.withArgument(argument.getKey(), made(argument.getValue(), device));
      }
      return call;
    } catch (RuntimeException | OutOfMemoryError e) {
      free(call);
      throw e;
    }
  }

  /** Frees the tensors that were made for a call. */
  static void free(OperationCall call) {
    call.arguments().values().forEach(value -> OperationCall.tensors(value).forEach(Tensor::close));
  }

  private static @Nullable Object made(@Nullable Object value, MeshDevice device) {
    return switch (value) {
      case TensorPlan tensor -> tensor.make(device);
      case TorchPlan tensor -> tensor.make();
      case Device _ -> device;
      case List<?> items -> {
        List<@Nullable Object> made = new ArrayList<>();
        items.forEach(item -> made.add(made(item, device)));
        yield Collections.unmodifiableList(made);
      }
      case null -> null;
      case Object plain -> plain;
    };
  }

  /** The tensors among the arguments. */
  List<TensorPlan> tensors() {
    List<TensorPlan> tensors = new ArrayList<>();
    arguments.values().forEach(value -> collect(value, tensors));
    return tensors;
  }

  private static void collect(@Nullable Object value, List<TensorPlan> tensors) {
    if (value instanceof TensorPlan tensor) {
      tensors.add(tensor);
    } else if (value instanceof List<?> items) {
      items.forEach(item -> collect(item, tensors));
    }
  }
}
