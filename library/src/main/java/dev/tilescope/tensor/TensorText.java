package dev.tilescope.tensor;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Shape;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * A tensor as TT-NN prints it: {@code ttnn.Tensor([[ 1.0000, -2.0000]], shape=Shape([1, 2]),
 * dtype=DataType::BFLOAT16, layout=Layout::TILE)}. In short, two items at each end of a dimension
 * of more than four, the rest as dots; numbers in columns, with room for a sign.
 */
final class TensorText {
  private static final String NAME = "ttnn.Tensor(";
  private static final int EDGE_ITEMS = 2;

  private final PrintOptions options;
  private final Values values;
  private final DataType dtype;
  private final Shape shape;
  private final boolean isWide;
  private final StringBuilder text = new StringBuilder();

  private TensorText(Tensor tensor, PrintOptions options) {
    this.options = options;
    this.values = tensor.requireParts("tensor").getFirst();
    this.dtype = tensor.dtype();
    this.shape = tensor.shape();
    this.isWide =
        switch (options.scientific()) {
          case DEFAULT -> isWide();
          case ALWAYS -> true;
          case NEVER -> false;
        };
  }

  static String of(Tensor tensor) {
    return "%s%s, shape=%s, dtype=%s, layout=%s)"
        .formatted(NAME, content(tensor), tensor.shape(), tensor.dtype(), tensor.layout());
  }

  private static String content(Tensor tensor) {
    if (!tensor.isAllocated()) {
      return "<buffer is not allocated>";
    }
    if (!tensor.hasValues()) {
      return "<not computed: NO_DISPATCH>";
    }
    PrintOptions options = PrintOptions.current();
    if (options.profile() == PrintOptions.Profile.EMPTY) {
      return "...";
    }
    TensorText printer = new TensorText(tensor, options);
    printer.dimension(0, 0);
    return printer.text.toString();
  }

  /** Whether four digits after the point would not show all numbers that are not zero. */
  private boolean isWide() {
    double least = Double.MAX_VALUE;
    double most = 0;
    for (int i = 0; dtype.isFloat() && i < values.size(); i++) {
      double size = Math.abs(values.get(dtype, i));
      if (Double.isFinite(size) && size != 0) {
        least = Math.min(least, size);
        most = Math.max(most, size);
      }
    }
    return most > 0 && (most / least > 1000 || most > 1e8 || least < 1e-4);
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
    String separator = separator(shape.rank() - depth, depth);
    boolean isCut = options.profile() == PrintOptions.Profile.SHORT && size > 2 * EDGE_ITEMS;
    text.append('[');
    for (int i = 0; i < size; i++) {
      if (isCut && i == EDGE_ITEMS) {
        text.append(separator).append(depth == shape.rank() - 1 ? " ..." : "...");
        i = size - EDGE_ITEMS;
      }
      text.append(i == 0 ? "" : separator);
      dimension(depth + 1, offset + i * stride);
    }
    text.append(']');
  }

  /** Rows stand below one another, blocks of rows with a line between them. */
  private static String separator(int dimensionsLeft, int depth) {
    return dimensionsLeft == 1
        ? ", "
        : (dimensionsLeft == 2 ? ",\n" : ",\n\n") + " ".repeat(NAME.length() + depth + 1);
  }

  private String element(int index) {
    double value = values.get(dtype, index);
    return switch (dtype) {
      case BFLOAT16, BFLOAT8_B, BFLOAT4_B, FLOAT32 -> real(value);
      case UINT32, UINT8, UINT16, INT32, INT8 -> padded(Long.toString((long) value), 5);
    };
  }

  /** As C++ writes it: halves to the even digit, and not Java's NaN and Infinity. */
  private String real(double value) {
    String digits =
        Double.isNaN(value) ? "nan" : Double.isInfinite(value) ? "inf" : digits(Math.abs(value));
    boolean isNegative = !Double.isNaN(value) && Math.copySign(1, value) < 0;
    return padded(isNegative ? "-" + digits : digits, options.precision() + (isWide ? 7 : 3));
  }

  private String digits(double size) {
    BigDecimal exact = new BigDecimal(size);
    int precision = options.precision();
    MathContext digits = new MathContext(precision + 1, RoundingMode.HALF_EVEN);
    return isWide
        ? String.format(Locale.ROOT, "%%.%de".formatted(precision), exact.round(digits))
        : exact.setScale(precision, RoundingMode.HALF_EVEN).toPlainString();
  }

  private static String padded(String number, int width) {
    return " ".repeat(Math.max(0, width - number.length())) + number;
  }
}
