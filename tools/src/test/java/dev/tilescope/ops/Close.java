package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.fail;

import dev.tilescope.model.DataType;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;

/** How near a result must be to its double-precision reference. */
final class Close {
  private static final double RELATIVE = 1e-5;

  private Close() {}

  /** The elements as doubles, unsigned ones as such. */
  static double[] doubles(Tensor tensor) {
    Values values = tensor.values();
    double[] result = new double[values.size()];
    for (int i = 0; i < result.length; i++) {
      result[i] = values.get(tensor.dtype(), i);
    }
    return result;
  }

  /**
   * float32 within 1e-5 of the reference, bfloat16 within one step of the rounded reference,
   * integers exactly (modulo what the type holds).
   *
   * @param magnitudes what errors are relative to: the sum of the absolute terms where terms
   *     cancel, else the reference itself
   */
  static void check(String what, Tensor actual, double[] expected, double[] magnitudes) {
    double[] found = doubles(actual);
    if (found.length != expected.length) {
      fail("%s: %d elements expected, got %d", what, expected.length, found.length);
    }
    for (int i = 0; i < found.length; i++) {
      if (!close(actual.dtype(), found[i], expected[i], Math.abs(magnitudes[i]))) {
        fail(
            "%s: element %d of %s is %s, reference %s"
                .formatted(what, i, actual.spec(), found[i], expected[i]));
      }
    }
  }

  private static boolean close(DataType dtype, double found, double expected, double magnitude) {
    return switch (dtype) {
      case FLOAT32 -> closeFloat((float) found, expected, magnitude);
      case BFLOAT16 ->
          bfloat16Steps(found, expected) <= 1 || closeFloat((float) found, expected, magnitude);
      case UINT32, INT32 -> (int) (long) found == (int) (long) expected;
      case UINT16 -> (long) found == ((long) expected & 0xFFFF);
      case UINT8 -> (long) found == ((long) expected & 0xFF);
      case INT8 -> (long) found == (byte) (long) expected;
      case BFLOAT8_B, BFLOAT4_B -> false;
    };
  }

  private static boolean closeFloat(float found, double expected, double magnitude) {
    float rounded = (float) expected;
    if (Float.isNaN(rounded) || Float.isInfinite(rounded) || !Float.isFinite(found)) {
      return Float.compare(found, rounded) == 0;
    }
    return Math.abs(found - expected) <= Math.max(RELATIVE * magnitude, 2 * Math.ulp(rounded));
  }

  /** Steps between a bfloat16 and the bfloat16 nearest to the reference. */
  private static long bfloat16Steps(double found, double expected) {
    float rounded = (float) expected;
    if (Float.isNaN(rounded) || Double.isNaN(found)) {
      return Float.isNaN(rounded) && Double.isNaN(found) ? 0 : Long.MAX_VALUE;
    }
    int bits = Float.floatToRawIntBits(rounded);
    int nearest = (bits + 0x7FFF + (bits >>> 16 & 1)) >> 16;
    return Math.abs(ordered(nearest) - ordered(Float.floatToRawIntBits((float) found) >> 16));
  }

  /** Sign and magnitude to a line on which neighbours differ by one. */
  private static long ordered(int bfloat16) {
    int magnitude = bfloat16 & 0x7FFF;
    return bfloat16 < 0 ? -magnitude : magnitude;
  }
}
