package dev.tilescope.replay;

import dev.tilescope.args.ValueFields;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.tensor.TorchDtype;
import dev.tilescope.tensor.TorchTensor;
import dev.tilescope.tensor.Values;
import org.jspecify.annotations.Nullable;

/**
 * A {@code torch.Tensor} of a trace, ready to be made again.
 *
 * @param values of a float type as doubles, else as longs; null if the file has none
 * @param absentFile the file that should have them; null if none is named
 * @param seeded where those come from that the file lacks
 */
record TorchPlan(
    Shape shape,
    TorchDtype dtype,
    @Nullable Object values,
    @Nullable String absentFile,
    @Nullable SeededValues seeded) {
  static boolean isTensor(Recorded value) {
    return value instanceof Fields fields && "torch.Tensor".equals(fields.text("type"));
  }

  static TorchPlan of(String argument, Recorded value) {
    if (!(value instanceof Fields fields) || !isTensor(value)) {
      throw new TilescopeException(
          argument + ": a torch.Tensor is expected, the file has " + value);
    }
    String name = fields.text("dtype");
    TorchDtype dtype = ConfigText.constant(TorchDtype.class, name == null ? "" : name);
    Shape shape = TensorPlan.shape(argument, fields.get("shape"));
    boolean isWhole =
        fields.get(ValueFields.VALUES) != null && fields.get(ValueFields.TRUNCATED) == null;
    return new TorchPlan(
        shape,
        dtype,
        isWhole ? values(argument, fields, shape, dtype) : null,
        fields.text(ValueFields.VALUES_FILE),
        null);
  }

  private static Object values(String argument, Fields fields, Shape shape, TorchDtype dtype) {
    NestedNumbers numbers =
        NestedNumbers.of(argument, fields.get(ValueFields.VALUES), shape.volume());
    return dtype.isFloat() ? numbers.doubles() : numbers.longs();
  }

  TorchPlan withSeed(SeededValues seed) {
    return new TorchPlan(shape, dtype, null, absentFile, seed);
  }

  TorchTensor make() {
    if (values == null && seeded != null) {
      Values made = seeded.of(shape, dtype.isFloat() ? DataType.FLOAT32 : DataType.INT32);
      return switch (made) {
        case Values.Floats(float[] floats) -> TorchTensor.of(floats, shape).to(dtype);
        case Values.Integers(int[] integers) -> TorchTensor.of(integers, shape).to(dtype);
      };
    }
    return switch (values) {
      case double[] doubles -> TorchTensor.of(doubles, shape).to(dtype);
      case long[] longs -> TorchTensor.of(longs, shape).to(dtype);
      case null, default ->
          throw new IllegalStateException("a seed is chosen before a tensor is made");
    };
  }
}
