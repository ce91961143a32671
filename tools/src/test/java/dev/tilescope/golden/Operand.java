package dev.tilescope.golden;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;

/**
 * A tensor for both engines: the values rounded to its type, which the oracle gets as float32 or
 * int64.
 */
record Operand(Tensor host, OnnxValue.Given golden) {
  static Operand of(float[] values, DataType dtype, Layout layout, int... shape) {
    Tensor host = Ttnn.fromArray(values, Shape.of(shape), dtype, layout);
    return new Operand(host, OnnxValue.Given.of(Ttnn.toArray(host), shape));
  }

  static Operand of(int[] values, DataType dtype, Layout layout, int... shape) {
    Tensor host = Ttnn.fromArray(values, Shape.of(shape), dtype, layout);
    boolean unsigned = dtype == DataType.UINT32;
    long[] longs =
        Arrays.stream(Ttnn.toIntArray(host))
            .mapToLong(value -> unsigned ? Integer.toUnsignedLong(value) : value)
            .toArray();
    return new Operand(host, OnnxValue.Given.of(longs, shape));
  }

  int[] shape() {
    return host.shape().toArray();
  }

  int rank() {
    return host.shape().rank();
  }
}
