package dev.tilescope.golden;

import dev.tilescope.model.DataType;
import dev.tilescope.tensor.Pcc;
import java.util.Arrays;

/**
 * Whether a result of a data type is what the oracle says. Correlation alone would pass a result
 * that is twice as large, has one wrong element among thousands, or NaN for 0; so no element may be
 * further away than a fraction of the largest, and what is not finite must be equal.
 */
final class Agreement {
  private Agreement() {}

  /** The correlation that is needed. */
  static double pcc(DataType dtype) {
    return switch (dtype) {
      case FLOAT32 -> 0.9999;
      case BFLOAT16 -> 0.999;
      case BFLOAT8_B -> 0.99;
      case BFLOAT4_B -> 0.97;
      case UINT32, INT32, UINT16, UINT8, INT8 -> 1;
    };
  }

  /** How far one element may be away, in parts of the largest magnitude. */
  static double distance(DataType dtype) {
    return switch (dtype) {
      case FLOAT32 -> 0x1p-14;
      case BFLOAT16 -> 0x1p-6;
      case BFLOAT8_B -> 0x1p-4;
      case BFLOAT4_B -> 0x1p-1;
      case UINT32, INT32, UINT16, UINT8, INT8 -> 0;
    };
  }

  static void check(DataType dtype, double[] golden, double[] calculated) {
    if (golden.length != calculated.length) {
      throw new AssertionError(
          "%d elements expected, got %d".formatted(golden.length, calculated.length));
    }
    double allowed = distance(dtype) * largest(golden);
    for (int i = 0; i < golden.length; i++) {
      if (Double.isFinite(golden[i]) && Double.isFinite(calculated[i])
          ? Math.abs(golden[i] - calculated[i]) > allowed
          : Double.compare(golden[i], calculated[i]) != 0) {
        throw new AssertionError(
            "element %d is %s, golden %s; %s allows a distance of %s"
                .formatted(i, calculated[i], golden[i], dtype, allowed));
      }
    }
    checkCorrelation(dtype, golden, calculated);
  }

  /** Of constant values there is no correlation, and their distance says it all. */
  private static void checkCorrelation(DataType dtype, double[] golden, double[] calculated) {
    if (Arrays.stream(golden).distinct().limit(2).count() == 2) {
      double pcc = Pcc.of(golden, calculated);
      if (!(pcc >= pcc(dtype))) {
        throw new AssertionError("pcc is %s but should be >=%s".formatted(pcc, pcc(dtype)));
      }
    }
  }

  private static double largest(double[] values) {
    return Arrays.stream(values).filter(Double::isFinite).map(Math::abs).max().orElse(0);
  }
}
