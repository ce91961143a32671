package dev.tilescope.internal.perf;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An input or output of an operation in a performance CSV; dimensions are padded ones, NaN if
 * unknown.
 *
 * @param memory such as {@code DEV_0_DRAM_INTERLEAVED}
 * @param layout {@code TILE} or {@code ROW_MAJOR}
 * @param logical without padding; null if the file does not say
 */
public record PerfTensor(
    double w,
    double z,
    double y,
    double x,
    @Nullable String dataType,
    @Nullable String memory,
    @Nullable String layout,
    @Nullable Extent logical) {
  /** An operand that a row does not have. */
  public static final PerfTensor NONE =
      new PerfTensor(Double.NaN, Double.NaN, Double.NaN, Double.NaN, null, null);

  private static final Pattern BITS = Pattern.compile("\\d+");
  private static final double UNKNOWN_ELEMENT_BYTES = 4;

  /** Dimensions as the program sees them. */
  public record Extent(double w, double z, double y, double x) {
    public double elements() {
      return w * z * y * x;
    }
  }

  public PerfTensor(
      double w, double z, double y, double x, @Nullable String dataType, @Nullable String memory) {
    this(w, z, y, x, dataType, memory, null, null);
  }

  public boolean isKnown() {
    return dataType != null && elements() > 0;
  }

  public boolean isInDram() {
    return memory != null && memory.contains("DRAM");
  }

  public boolean isSharded() {
    return memory != null && memory.contains("SHARDED");
  }

  /** Of padded dimensions. */
  public double elements() {
    return w * z * y * x;
  }

  public double bytes() {
    return elements() * elementBytes();
  }

  /** What moving the tensor costs DRAM: 0 if it is elsewhere. */
  double dramBytes() {
    return isInDram() ? bytes() : 0;
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
