package dev.tilescope.internal.board;

import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.Fit;
import dev.tilescope.ops.OperationCall;
import dev.tilescope.ops.OperationQuery;
import dev.tilescope.ops.Ttnn;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A call that the model is asked for.
 *
 * @param arguments by TT-NN's names; for tensors their specs
 */
public record Question(String operation, Map<String, Object> arguments) {
  static Question of(String operation) {
    return new Question(operation, Map.of());
  }

  /** Unchanged if there is no such value. */
  Question with(String name, @Nullable Object value) {
    if (value == null) {
      return this;
    }
    Map<String, Object> more = new LinkedHashMap<>(arguments);
    more.put(name, value);
    return new Question(operation, more);
  }

  /** What the model gives it; 0 if it does not fit, or if there is nothing to run. */
  public long modelledNanos(Board board) {
    Fit fit = ask(board);
    return fit.fits() ? fit.modelledNanos() : 0;
  }

  Fit ask(Board board) {
    return OperationQuery.run(board, DeviceOptions.DEFAULT, this::call);
  }

  private @Nullable Object call(MeshDevice device) {
    OperationCall call = OperationCall.of(operation);
    for (Map.Entry<String, Object> argument : arguments.entrySet()) {
      call = call.withArgument(argument.getKey(), made(device, argument.getValue()));
    }
    return call.run();
  }

  private static Object made(MeshDevice device, Object value) {
    return switch (value) {
      case TensorSpec spec ->
          Ttnn.empty(spec.shape(), spec.dtype(), spec.layout(), device, spec.memoryConfig());
      case List<?> list -> list.stream().map(each -> made(device, each)).toList();
      default -> value;
    };
  }
}
