package dev.tilescope.internal.perf;

import dev.tilescope.internal.csv.CsvWriter;
import dev.tilescope.internal.perf.StackedReport.Group;
import dev.tilescope.internal.perf.StackedReport.GroupBy;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Performance reports as the CSVs that tt-perf-report writes, cell by cell: numbers as Python
 * prints them, {@code nan} for a tensor that is not there.
 */
public final class PerfCsv {
  private static final List<String> COLUMNS =
      List.of(
          "ID",
          "Total %",
          "Bound",
          "OP Code",
          "Device",
          "Device Time",
          "Op-to-Op Gap",
          "Cores",
          "DRAM",
          "DRAM %",
          "FLOPs",
          "FLOPs %",
          "Math Fidelity",
          "Output Datatype",
          "Input 0 Datatype",
          "Input 1 Datatype",
          "DRAM Sharded",
          "Input 0 Memory",
          "Inner Dim Block Size",
          "Output Subblock H",
          "Output Subblock W",
          "Global Call Count");

  private PerfCsv() {}

  /** Columns of our own after the others. */
  public record More(List<String> header, Function<PerfRow, List<String>> cells) {
    public static final More NONE = new More(List.of(), _ -> List.of());

    public More {
      header = List.copyOf(header);
    }
  }

  public static void of(PerfReport report, boolean advice, boolean rawOpCodes, Appendable out)
      throws IOException {
    of(report, advice, rawOpCodes, More.NONE, out);
  }

  public static void of(
      PerfReport report, boolean advice, boolean rawOpCodes, More more, Appendable out)
      throws IOException {
    CsvWriter csv = new CsvWriter(out, "\r\n");
    List<String> header = new ArrayList<>(COLUMNS);
    if (advice) {
      header.add("Advice");
    }
    if (rawOpCodes) {
      header.add("Raw OP Code");
    }
    header.addAll(more.header());
    csv.row(header);
    for (PerfOperation operation : report.operations()) {
      List<String> cells = new ArrayList<>(cells(operation, report.gapInCallCounts()));
      if (advice) {
        cells.add(String.join(" • ", MatmulAdvice.of(operation)));
      }
      if (rawOpCodes) {
        cells.add(operation.row().opCode());
      }
      cells.addAll(more.cells().apply(operation.row()));
      csv.row(cells);
    }
  }

  private static List<String> cells(PerfOperation operation, boolean gapInCallCounts) {
    PerfRow row = operation.row();
    return List.of(
        Integer.toString(row.id()),
        number(operation.totalPercent()),
        operation.bound().toString(),
        operation.name(),
        text(row.device()),
        time(operation),
        number(operation.gapMicros()),
        text(operation.cores()),
        number(operation.dramGigabytes()),
        number(operation.dramPercent()),
        number(operation.teraflops()),
        number(operation.flopsPercent()),
        operation.fidelity(),
        type(row.output0()),
        type(row.input0()),
        type(row.input1()),
        operation.isDramSharded() ? "True" : "False",
        row.input0().memory() == null ? "" : row.input0().memory(),
        text(operation.innerBlockTiles()),
        text(operation.subblockHeightTiles()),
        text(operation.subblockWidthTiles()),
        callCount(row.globalCallCount(), gapInCallCounts));
  }

  /** An operation without a time has {@code 0} where one that took none has {@code 0.0}. */
  private static String time(PerfOperation operation) {
    boolean isMissing =
        Double.isNaN(operation.row().kernelNanos()) && !Double.isNaN(operation.timeMicros());
    return isMissing ? "0" : number(operation.timeMicros());
  }

  /** A column of integers becomes one of floating-point numbers where a cell is empty. */
  private static String callCount(double count, boolean gaps) {
    if (Double.isNaN(count)) {
      return "nan";
    }
    return gaps ? number(count) : Long.toString((long) count);
  }

  private static String type(PerfTensor tensor) {
    return tensor.dataType() == null ? "nan" : tensor.dataType();
  }

  private static String text(@Nullable Integer number) {
    return number == null ? "" : number.toString();
  }

  /** The shortest digits that mean this number, in Python's notation: {@code 8.5e-05}. */
  static String number(double number) {
    if (Double.isNaN(number)) {
      return "";
    }
    double size = Math.abs(number);
    if (size == 0 || (size >= 1e-4 && size < 1e16)) {
      String plain = new BigDecimal(Double.toString(number)).stripTrailingZeros().toPlainString();
      return plain.contains(".") ? plain : plain + ".0";
    }
    String[] parts = Double.toString(number).split("E", 2);
    String digits =
        parts[0].endsWith(".0") ? parts[0].substring(0, parts[0].length() - 2) : parts[0];
    return digits + String.format(Locale.ROOT, "e%+03d", Integer.valueOf(parts[1]));
  }

  public static void stacked(StackedReport report, Appendable out) throws IOException {
    CsvWriter csv = new CsvWriter(out);
    boolean statistics = report.groupBy() != GroupBy.CATEGORY;
    List<String> header = new ArrayList<>(List.of("Total % [%]", "Op Code"));
    if (report.byDevice()) {
      header.add("Device");
    }
    header.addAll(List.of("Device Time Sum [μs]", "Op Count"));
    if (statistics) {
      header.addAll(
          List.of(
              "Op Category",
              "Min FLOPs [%]",
              "Max FLOPs [%]",
              "Mean FLOPs [%]",
              "Std FLOPs [%]",
              "Weighted Mean FLOPs [%]"));
    }
    csv.row(header);
    for (Group group : report.groups()) {
      csv.row(cells(group, report.byDevice(), statistics));
    }
  }

  private static List<String> cells(Group group, boolean byDevice, boolean statistics) {
    List<String> cells = new ArrayList<>(List.of(hundredths(group.percent()), group.name()));
    if (byDevice) {
      cells.add(text(group.device()));
    }
    cells.add(hundredths(group.timeMicros()));
    cells.add(Integer.toString(group.count()));
    if (statistics) {
      cells.add(group.category().toString());
      cells.add(hundredths(group.flopsMin()));
      cells.add(hundredths(group.flopsMax()));
      cells.add(hundredths(group.flopsMean()));
      cells.add(hundredths(group.flopsDeviation()));
      cells.add(hundredths(group.flopsWeightedMean()));
    }
    return cells;
  }

  private static String hundredths(double number) {
    return Double.isFinite(number) ? rounded(number, 2).toPlainString() : "";
  }

  /**
   * Rounds the exact value of the number, halves to even, as Python and C do; Java's formatter
   * rounds its digits, and halves up.
   */
  public static BigDecimal rounded(double number, int decimals) {
    return new BigDecimal(number).setScale(decimals, RoundingMode.HALF_EVEN);
  }
}
