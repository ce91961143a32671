package dev.tilescope.internal.perf;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An input or output of an operation in a performance CSV; dimensions are padded ones, NaN if
 * unknown.
 *
 * @param memory such as {@code DEV_0_DRAM_INTERLEAVED}
 */
public record PerfTensor(
    double w, double z, double y, double x, @Nullable String dataType, @Nullable String memory) {
  private static final Pattern BITS = Pattern.compile("\\d+");
  private static final double UNKNOWN_ELEMENT_BYTES = 4;

  /** What moving the tensor costs DRAM: 0 if it is elsewhere. */
  double dramBytes() {
    if (memory == null || !memory.contains("DRAM")) {
      return 0;
    }
    return w * y * z * x * elementBytes();
  }

  private double elementBytes() {
    Matcher bits = BITS.matcher(dataType == null ? "" : dataType);
    return bits.find() ? Double.parseDouble(bits.group()) / 8 : UNKNOWN_ELEMENT_BYTES;
  }

  /** The data type as reports abbreviate it, or null. */
  @Nullable String shortType() {
    return switch (dataType) {
      case null -> null;
      case "FLOAT32" -> "FP32";
      case "BFLOAT16" -> "BF16";
      case "BFLOAT8_B" -> "BFP8";
      case "BFLOAT4_B" -> "BFP4";
      default -> dataType;
    };
  }
}
