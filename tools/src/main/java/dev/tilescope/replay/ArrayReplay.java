package dev.tilescope.replay;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.replay.ReplayResult.Verdict;
import dev.tilescope.tensor.Distribution;
import dev.tilescope.tensor.Values;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes a tensor of an array again. A trace does not have the array, but the values of the tensor
 * are the array's, rounded to its type, and rounding them again changes nothing. So they stand for
 * it, and the verdict says what that leaves open.
 */
final class ArrayReplay {
  /** Makes tensors of Java's arrays, which are no arguments that a trace can have. */
  static final String OPERATION = "ttnn.from_array";

  static final String ARRAY = "values";

  private ArrayReplay() {}

  static boolean is(TracedCall call) {
    return call.name().equals(OPERATION);
  }

  /**
   * The tensor whose values are the array, as the only argument.
   *
   * @throws TilescopeException if the file does not say enough
   */
  static CallPlan plan(TracedCall call) {
    TensorPlan tensor =
        new TensorPlan(
            new TensorSpec(
                argument(call, "shape", Shape.class),
                argument(call, "dtype", DataType.class),
                argument(call, "layout", Layout.class),
                MemoryConfig.DRAM),
            false,
            Distribution.REPLICATED,
            1,
            true,
            false,
            List.of(values(call)),
            null,
            null,
            null);
    return new CallPlan(OPERATION, new LinkedHashMap<>(Map.of(ARRAY, tensor)));
  }

  /**
   * @throws TilescopeException if the file does not say enough
   */
  static Verdict run(TracedCall call, ResultComparison comparison) {
    TensorPlan array = plan(call).tensors().getFirst();
    comparison.compare(List.of(array.onHost()), call.results());
    if (!comparison.differences().isEmpty()) {
      return new Verdict.Differs(comparison.differences());
    }
    return isExact(array.spec().dtype())
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
      case BFLOAT16, BFLOAT8_B, BFLOAT4_B, UINT16, UINT8, INT8 -> false;
    };
  }
}
