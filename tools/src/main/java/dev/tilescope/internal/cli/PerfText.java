package dev.tilescope.internal.cli;

import dev.tilescope.internal.perf.MatmulAdvice;
import dev.tilescope.internal.perf.PerfOperation;
import dev.tilescope.internal.perf.PerfReport;
import dev.tilescope.internal.perf.StackedReport;
import dev.tilescope.internal.perf.StackedReport.Group;
import dev.tilescope.internal.perf.StackedReport.GroupBy;
import dev.tilescope.internal.words.VisibleText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/** A performance report for a person: the table, what to do about it, and sums. */
final class PerfText {
  private static final String GAP = "  ";
  private static final double UNAVOIDABLE_GAP_MICROS = 6;

  private final PerfReport report;
  private final double minPercentage;
  private final Colours colours;
  private final PrintWriter out;
  private final Map<PerfColumn, Integer> widths = new EnumMap<>(PerfColumn.class);

  /**
   * @param minPercentage operations below this share of the time are grey
   */
  PerfText(PerfReport report, double minPercentage, Colours colours, PrintWriter out) {
    this.report = report;
    this.minPercentage = minPercentage;
    this.colours = colours;
    this.out = out;
    for (PerfColumn column : PerfColumn.values()) {
      int width = column.header().length();
      for (PerfOperation operation : report.operations()) {
        width = Math.max(width, column.text(operation).length());
      }
      widths.put(column, width);
    }
  }

  void table() {
    StringBuilder header = new StringBuilder();
    for (PerfColumn column : PerfColumn.values()) {
      header.append(padded(column, column.header())).append(GAP);
    }
    String line = "-".repeat(header.toString().stripTrailing().length());
    out.println(header.toString().stripTrailing());
    out.println(line);
    report.operations().forEach(this::row);
    out.println(line);
    long signposts = count(PerfOperation::isSignpost);
    long host = count(PerfOperation::isHost);
    out.println(
        String.format(
            Locale.ROOT,
            "%d device operations, %d host operations, %d signposts: %s on the device, %s in gaps,"
                + " on %s",
            report.operations().size() - host - signposts,
            host,
            signposts,
            PerfColumn.number(sum(PerfColumn.TIME), 0, "μs"),
            PerfColumn.number(sum(PerfColumn.GAP), 0, "μs"),
            board()));
  }

  private String board() {
    int cores = report.arch().workerCores();
    return report.arch().name() + (cores == 0 ? "" : " with " + cores + " worker cores");
  }

  private long count(Predicate<PerfOperation> kind) {
    return report.operations().stream().filter(kind).count();
  }

  private double sum(PerfColumn column) {
    return report.operations().stream()
        .mapToDouble(o -> column == PerfColumn.TIME ? o.timeMicros() : o.gapMicros())
        .filter(micros -> !Double.isNaN(micros))
        .sum();
  }

  private void row(PerfOperation operation) {
    StringBuilder row = new StringBuilder();
    for (PerfColumn column : PerfColumn.values()) {
      String text = padded(column, column.text(operation));
      row.append(colours.paint(isMinor(operation) ? Colour.GREY : column.colour(operation), text));
      row.append(GAP);
    }
    out.println(row.toString().stripTrailing());
  }

  private boolean isMinor(PerfOperation operation) {
    return operation.totalPercent() < minPercentage && !operation.isHost();
  }

  private String padded(PerfColumn column, String text) {
    String padding = " ".repeat(widths.getOrDefault(column, 0) - text.length());
    return column == PerfColumn.OP_CODE ? text + padding : padding + text;
  }

  void advice() {
    fallbacks();
    gaps();
    matmuls();
  }

  private void heading(String title) {
    out.println();
    out.println(title);
    out.println("-".repeat(title.length()));
  }

  private void fallbacks() {
    List<PerfOperation> host = report.operations().stream().filter(PerfOperation::isHost).toList();
    if (!host.isEmpty()) {
      heading("Operations on the host");
      host.forEach(this::row);
      out.println("Move these to the device.");
    }
  }

  private void gaps() {
    List<PerfOperation> high =
        report.operations().stream()
            .filter(operation -> operation.gapMicros() > PerfColumn.HIGH_GAP_MICROS)
            .toList();
    if (high.isEmpty()) {
      return;
    }
    heading("Long gaps between operations");
    high.forEach(this::row);
    double saved = high.stream().mapToDouble(o -> o.gapMicros() - UNAVOIDABLE_GAP_MICROS).sum();
    out.println(
        String.format(
            Locale.ROOT,
            "The device waited more than %.1f μs before each of these. A metal trace could save"
                + " %s, %s of the time.",
            PerfColumn.HIGH_GAP_MICROS,
            PerfColumn.number(saved, 0, "μs"),
            PerfColumn.number(saved / report.spentMicros() * 100, 1, "%")));
    out.println(
        "Else see that the device need not wait for the host, or make runtime arguments of kernels"
            + " compile-time ones.");
  }

  private void matmuls() {
    List<PerfOperation> matmuls =
        report.operations().stream().filter(PerfOperation::isMatmul).toList();
    if (matmuls.isEmpty()) {
      return;
    }
    heading("Products of matrices");
    for (PerfOperation matmul : matmuls) {
      row(matmul);
      List<String> advice = MatmulAdvice.of(matmul);
      Colour colour = isMinor(matmul) ? Colour.GREY : Colour.WHITE;
      for (String sentence : advice.isEmpty() ? List.of("Nothing to improve") : advice) {
        out.println(colours.paint(colour, "  - " + VisibleText.of(sentence)));
      }
    }
  }

  void stacked(StackedReport stacked) {
    heading("Device time by " + stacked.groupBy().name().toLowerCase(Locale.ROOT));
    boolean statistics = stacked.groupBy() != GroupBy.CATEGORY;
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "Total %",
            "Op Code",
            stacked.byDevice() ? "Device" : "",
            "Device Time Sum",
            "Op Count",
            statistics ? "Op Category" : "",
            statistics ? "Min FLOPs" : "",
            statistics ? "Max FLOPs" : "",
            statistics ? "Mean FLOPs" : "",
            statistics ? "Std FLOPs" : "",
            statistics ? "Weighted Mean FLOPs" : ""));
    stacked.groups().forEach(group -> rows.add(cells(group, statistics)));
    print(rows);
  }

  private static List<String> cells(Group group, boolean statistics) {
    return List.of(
        PerfColumn.number(group.percent(), 2, "%"),
        VisibleText.of(group.name()),
        group.device() == null ? "" : group.device().toString(),
        PerfColumn.number(group.timeMicros(), 2, "μs"),
        Integer.toString(group.count()),
        statistics ? group.category().toString() : "",
        statistics ? PerfColumn.number(group.flopsMin(), 2, "%") : "",
        statistics ? PerfColumn.number(group.flopsMax(), 2, "%") : "",
        statistics ? PerfColumn.number(group.flopsMean(), 2, "%") : "",
        statistics ? PerfColumn.number(group.flopsDeviation(), 2, "%") : "",
        statistics ? PerfColumn.number(group.flopsWeightedMean(), 2, "%") : "");
  }

  /** A column without a header is left out. */
  private void print(List<List<String>> rows) {
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        if (!rows.getFirst().get(i).isEmpty()) {
          int column = i;
          int width = rows.stream().mapToInt(r -> r.get(column).length()).max().orElse(0);
          String padding = " ".repeat(width - row.get(i).length());
          String text = i == 1 ? row.get(i) + padding : padding + row.get(i);
          boolean name = i == 1 && row != rows.getFirst();
          line.append(colours.paint(name ? Colour.ofName(text) : null, text)).append(GAP);
        }
      }
      out.println(line.toString().stripTrailing());
    }
  }
}
