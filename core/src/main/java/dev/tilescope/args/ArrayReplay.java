package dev.tilescope.args;

import dev.tilescope.args.ReplayResult.Verdict;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.List;

/**
 * Makes a tensor of an array again. A trace does not have the array, but the values of the tensor
 * are the array's, rounded to its type, and rounding them again changes nothing. So they stand for
 * it, and the verdict says what that leaves open.
 */
final class ArrayReplay {
  /** Makes tensors of Java's arrays, which are no arguments that a trace can have. */
  static final String OPERATION = "ttnn.from_array";

  private ArrayReplay() {}

  static boolean is(TracedCall call) {
    return call.name().equals(OPERATION);
  }

  /**
   * @throws TilescopeException if the file does not say enough
   */
  static Verdict run(TracedCall call, ResultComparison comparison) {
    Values values = values(call);
    Shape shape = argument(call, "shape", Shape.class);
    DataType dtype = argument(call, "dtype", DataType.class);
    Layout layout = argument(call, "layout", Layout.class);
    Tensor made =
        values instanceof Values.Floats(float[] floats)
            ? Ttnn.fromArray(floats, shape, dtype, layout)
            : Ttnn.fromArray(values.integers(), shape, dtype, layout);
    comparison.compare(List.of(made), call.results());
    if (!comparison.differences().isEmpty()) {
      return new Verdict.Differs(comparison.differences());
    }
    return isExact(dtype)
        ? comparison.same()
        : Verdict.Same.partly(
            "the array is taken from the tensor: that its values were rounded well is not checked");
  }

  private static Values values(TracedCall call) {
    Recorded result = call.returnValue();
    List<Values> parts = result == null ? null : TensorPlan.of("result", result).parts();
    if (parts == null) {
      throw new TilescopeException(
          OPERATION
              + ": the array is not recorded, and neither are the values of the tensor made of it;"
              + " trace with values");
    }
    return parts.getFirst();
  }

  private static <T> T argument(TracedCall call, String name, Class<T> type) {
    Recorded value = call.kwargs().get(name);
    Object read = value == null ? null : RecordedValue.of(name, type, value);
    if (read == null) {
      throw new TilescopeException(OPERATION + ": the file does not have the argument " + name);
    }
    return type.cast(read);
  }

  /** Whether the type holds whatever an array of Java has. */
  private static boolean isExact(DataType dtype) {
    return switch (dtype) {
      case FLOAT32, INT32, UINT32 -> true;
      case BFLOAT16, BFLOAT8_B, BFLOAT4_B, UINT16, UINT8 -> false;
    };
  }
}
