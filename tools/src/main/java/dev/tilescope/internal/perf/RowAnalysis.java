package dev.tilescope.internal.perf;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one row says about DRAM and FLOPs. Products of matrices and convolutions are counted, halos
 * only described; for the rest the numbers are NaN.
 *
 * @param name the operation with its size and configuration
 * @param fidelity math fidelity and data types
 * @param cores as the row has them, or the 12 that read DRAM-sharded weights
 */
record RowAnalysis(
    String name,
    double dramGigabytes,
    double dramPercent,
    double teraflops,
    double flopsPercent,
    String fidelity,
    boolean dramSharded,
    @Nullable Integer cores) {
  private static final String DRAM_SHARDED =
      "MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig";
  private static final int DRAM_SHARDED_CORES = 12;
  private static final Pattern WINDOW = Pattern.compile("window_hw=\\((\\d{1,9}); ?(\\d{1,9})\\)");

  static RowAnalysis of(PerfRow row, PerfArch arch) {
    String name = row.opCode();
    if (name.contains("Matmul")) {
      return matmul(row, arch);
    }
    if (name.contains("OptimizedConvNew") || name.contains("Conv2d")) {
      return convolution(row, arch);
    }
    return plain(row, name.contains("HaloDeviceOperation") ? name + " " + haloText(row) : name);
  }

  private static RowAnalysis plain(PerfRow row, String name) {
    double none = Double.NaN;
    return new RowAnalysis(name, none, none, none, none, typesText(row), false, row.cores());
  }

  private static RowAnalysis matmul(PerfRow row, PerfArch arch) {
    PerfTensor a = row.input0();
    PerfTensor b = row.input1();
    boolean sharded = row.attributes().contains(DRAM_SHARDED);
    Integer cores = sharded ? Integer.valueOf(DRAM_SHARDED_CORES) : row.cores();
    double batch = Math.max(a.w(), b.w()) * Math.max(a.z(), b.z());
    double flops = a.y() * a.x() * b.x() * batch * 2 / seconds(row);
    double bytes = a.dramBytes() + b.dramBytes() + row.output0().dramBytes();
    double gigabytes = bytes > 0 ? bytes / seconds(row) / 1e9 : Double.NaN;
    String size = sizeText(a.y(), a.x(), b.x());
    return new RowAnalysis(
        row.opCode() + " " + (batch > 1 ? "b={" + whole(batch) + "} x " + size : size),
        gigabytes,
        gigabytes / arch.dramGigabytes() * 100,
        flops / 1e12,
        percentOfPeak(flops, row, arch, cores),
        productText(row),
        sharded,
        cores);
  }

  private static RowAnalysis convolution(PerfRow row, PerfArch arch) {
    Matcher window = WINDOW.matcher(row.attributes());
    if (!window.find()) {
      return plain(row, row.opCode());
    }
    double m = row.output0().y();
    double k =
        row.input0().x() * Integer.parseInt(window.group(1)) * Integer.parseInt(window.group(2));
    double n = row.input1().x();
    double flops = m * k * n * 2 / seconds(row);
    return new RowAnalysis(
        row.opCode() + " " + sizeText(m, k, n) + " " + convolutionText(row),
        Double.NaN,
        Double.NaN,
        flops / 1e12,
        percentOfPeak(flops, row, arch, arch.workerCores()),
        productText(row),
        false,
        row.cores());
  }

  /** NaN for an operation that took no time, so that nothing becomes infinite. */
  private static double seconds(PerfRow row) {
    return row.kernelNanos() > 0 ? row.kernelNanos() * 1e-9 : Double.NaN;
  }

  private static double percentOfPeak(
      double flops, PerfRow row, PerfArch arch, @Nullable Integer cores) {
    if (cores == null || cores == 0) {
      return Double.NaN;
    }
    return flops / (arch.teraflops(row.mathFidelity()) * 1e12 * cores) * 100;
  }

  private static String sizeText(double m, double k, double n) {
    return whole(m) + " x " + whole(k) + " x " + whole(n);
  }

  private static String whole(double number) {
    return Double.isNaN(number) ? "?" : Long.toString((long) number);
  }

  private static String productText(PerfRow row) {
    if (row.mathFidelity() == null) {
      return typesText(row);
    }
    return "%s %s x %s => %s"
        .formatted(
            row.mathFidelity(),
            row.input0().shortType(),
            row.input1().shortType(),
            row.output0().shortType());
  }

  private static String typesText(PerfRow row) {
    String first = row.input0().shortType();
    String second = row.input1().shortType();
    String result = row.output0().shortType();
    return ((first == null ? "" : first)
            + (second == null ? "" : ", " + second)
            + (result == null ? "" : " => " + result))
        .strip();
  }

  /** Heights of the blocks in tiles; a switch that the row does not name counts as on. */
  private static String convolutionText(PerfRow row) {
    String attributes = row.attributes();
    return "[ABH="
        + tiles(attributes, "per_core_out_matrix_height_ntile")
        + "|"
        + tiles(attributes, "act_block_h_ntiles")
        + (isOff(attributes, "enable_act_double_buffer") ? "" : " ADB")
        + (isOff(attributes, "enable_split_reader") ? "" : " SR")
        + "]";
  }

  private static String tiles(String attributes, String key) {
    String value = after(attributes, key + "=", 1);
    return value != null && value.matches(" *-?\\d+ *") ? value.strip() : "x";
  }

  private static boolean isOff(String attributes, String key) {
    String value = after(attributes, key + "': '", 1);
    return value != null && !value.startsWith("true'");
  }

  private static String haloText(PerfRow row) {
    String attributes = row.attributes();
    String layout = after(attributes, "memory_layout=", 1);
    int colons = layout == null ? -1 : layout.indexOf("::");
    return "w=%s s=%s p=%s d=%s | %s"
        .formatted(
            pair(attributes, "window_hw=", 2),
            pair(attributes, "stride_hw=", 2),
            pair(attributes, "padding=", 4),
            pair(attributes, "dilation_hw=", 2),
            layout == null || colons < 0 ? "x" : layout.substring(colons + 2));
  }

  private static String pair(String attributes, String key, int parts) {
    String text = after(attributes, key, parts);
    return text == null ? "x" : text.replace(';', ',');
  }

  /** What follows the first key, up to so many semicolons: the CSV has them for commas. */
  private static @Nullable String after(String attributes, String key, int parts) {
    int at = attributes.indexOf(key);
    if (at < 0) {
      return null;
    }
    return Stream.of(attributes.substring(at + key.length()).split(";", parts + 1))
        .limit(parts)
        .collect(Collectors.joining(";"));
  }
}
