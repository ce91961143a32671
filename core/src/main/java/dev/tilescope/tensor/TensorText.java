package dev.tilescope.tensor;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Shape;
import java.util.Locale;

/**
 * A tensor as TT-NN prints it with its "short" profile: {@code ttnn.Tensor([[...]], shape=Shape([2,
 * 4]), dtype=DataType::BFLOAT16, layout=Layout::TILE)}. Two items at each end of a dimension, the
 * rest as dots.
 */
final class TensorText {
  private static final int EDGE_ITEMS = 2;

  private final Values values;
  private final DataType dtype;
  private final Shape shape;
  private final StringBuilder text = new StringBuilder();

  private TensorText(Tensor tensor) {
    this.values = tensor.requireParts("tensor").getFirst();
    this.dtype = tensor.dtype();
    this.shape = tensor.shape();
  }

  static String of(Tensor tensor) {
    return "ttnn.Tensor(%s, shape=%s, dtype=%s, layout=%s)"
        .formatted(content(tensor), tensor.shape(), tensor.dtype(), tensor.layout());
  }

  private static String content(Tensor tensor) {
    if (!tensor.isAllocated()) {
      return "<buffer is not allocated>";
    }
    if (!tensor.hasValues()) {
      return "<not computed: NO_DISPATCH>";
    }
    TensorText printer = new TensorText(tensor);
    printer.dimension(0, 0);
    return printer.text.toString();
  }

  private void dimension(int depth, int offset) {
    if (depth == shape.rank()) {
      text.append(element(offset));
      return;
    }
    int size = shape.dim(depth);
    int stride = 1;
    for (int i = depth + 1; i < shape.rank(); i++) {
      stride *= shape.dim(i);
    }
    String separator =
        depth == shape.rank() - 1 ? ", " : ",\n" + " ".repeat("ttnn.Tensor(".length() + depth + 1);
    text.append('[');
    for (int i = 0; i < size; i++) {
      if (size > 2 * EDGE_ITEMS && i == EDGE_ITEMS) {
        text.append(separator).append("...");
        i = size - EDGE_ITEMS;
      }
      text.append(i == 0 ? "" : separator);
      dimension(depth + 1, offset + i * stride);
    }
    text.append(']');
  }

  private String element(int index) {
    double value = values.get(dtype, index);
    return switch (dtype) {
      case BFLOAT16, BFLOAT8_B, BFLOAT4_B -> real("%.4f", value);
      case FLOAT32 -> real("%.4e", value);
      case UINT32, UINT8, UINT16, INT32 -> Long.toString((long) value);
    };
  }

  /** As C++ writes it, where Java says NaN and Infinity. */
  private static String real(String format, double value) {
    if (Double.isFinite(value)) {
      return String.format(Locale.ROOT, format, value);
    }
    return Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  }
}
