package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.model.Shape;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Reference;
import java.util.function.ToDoubleFunction;

/** Golden references of operations that move elements: one element after the other, by index. */
public final class Elements {
  private Elements() {}

  /** A tensor whose elements are a function of their index. */
  public static double[] of(Shape shape, ToDoubleFunction<int[]> element) {
    double[] values = new double[(int) shape.volume()];
    int[] index = new int[shape.rank()];
    for (int i = 0; i < values.length; i++) {
      values[i] = element.applyAsDouble(index);
      for (int d = shape.rank() - 1; d >= 0 && ++index[d] == shape.dim(d); d--) {
        index[d] = 0;
      }
    }
    return values;
  }

  public static double at(Reference tensor, int... index) {
    return tensor.values()[offset(tensor.spec().shape(), index)];
  }

  public static int offset(Shape shape, int... index) {
    int offset = 0;
    for (int d = 0; d < index.length; d++) {
      offset = offset * shape.dim(d) + index[d];
    }
    return offset;
  }
}
