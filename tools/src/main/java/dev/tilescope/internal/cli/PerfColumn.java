package dev.tilescope.internal.cli;

import dev.tilescope.internal.perf.Bound;
import dev.tilescope.internal.perf.Fidelity;
import dev.tilescope.internal.perf.PerfCsv;
import dev.tilescope.internal.perf.PerfOperation;
import dev.tilescope.internal.words.VisibleText;
import org.jspecify.annotations.Nullable;

/** A column of the performance table: what it shows of an operation, and in which colour. */
enum PerfColumn {
  ID("ID"),
  TOTAL("Total %"),
  BOUND("Bound"),
  OP_CODE("OP Code"),
  DEVICE("Device"),
  TIME("Device Time"),
  GAP("Op-to-Op Gap"),
  CORES("Cores"),
  DRAM("DRAM"),
  DRAM_PERCENT("DRAM %"),
  FLOPS("FLOPs"),
  FLOPS_PERCENT("FLOPs %"),
  FIDELITY("Math Fidelity");

  /** Gaps above this are worth a look. */
  static final double HIGH_GAP_MICROS = 6.5;

  private static final int FEW_CORES = 10;
  private static final int FULL_GRID_CORES = 64;

  private final String header;

  PerfColumn(String header) {
    this.header = header;
  }

  String header() {
    return header;
  }

  String text(PerfOperation operation) {
    return switch (this) {
      case ID -> Integer.toString(operation.row().id());
      case TOTAL -> number(operation.totalPercent(), 1, "%");
      case BOUND -> operation.bound().toString();
      case OP_CODE -> VisibleText.of(operation.name());
      case DEVICE -> text(operation.row().device());
      case TIME -> number(operation.timeMicros(), 0, "μs");
      case GAP -> number(operation.gapMicros(), 0, "μs");
      case CORES -> text(operation.cores());
      case DRAM -> number(operation.dramGigabytes(), 0, "GB/s");
      case DRAM_PERCENT -> number(operation.dramPercent(), 1, "%");
      case FLOPS -> number(operation.teraflops(), 1, "TFLOPs");
      case FLOPS_PERCENT -> number(operation.flopsPercent(), 1, "%");
      case FIDELITY -> VisibleText.of(operation.fidelity());
    };
  }

  private static String text(@Nullable Integer number) {
    return number == null ? "" : number.toString();
  }

  /** With commas between thousands. Tables have thousands of cells, and a formatter is slow. */
  static String number(double number, int decimals, String unit) {
    if (!Double.isFinite(number)) {
      return "";
    }
    StringBuilder text = new StringBuilder(PerfCsv.rounded(number, decimals).toPlainString());
    int firstDigit = number < 0 ? 1 : 0;
    int whole = decimals == 0 ? text.length() : text.length() - decimals - 1;
    for (int i = whole - 3; i > firstDigit; i -= 3) {
      text.insert(i, ',');
    }
    return text.append(' ').append(unit).toString();
  }

  @Nullable Colour colour(PerfOperation operation) {
    Bound bound = operation.bound();
    boolean nearerToDram = operation.dramPercent() > operation.flopsPercent();
    return switch (this) {
      case ID, TOTAL, DEVICE, TIME -> null;
      case OP_CODE -> Colour.ofName(operation.name());
      case BOUND -> ofBound(bound);
      case GAP -> operation.gapMicros() > HIGH_GAP_MICROS ? Colour.RED : null;
      case CORES -> ofCores(operation.cores());
      case DRAM, DRAM_PERCENT ->
          bound == Bound.DRAM || (bound == Bound.SLOW && nearerToDram) ? ofBound(bound) : null;
      case FLOPS, FLOPS_PERCENT ->
          bound == Bound.FLOP || (bound == Bound.SLOW && !nearerToDram) ? ofBound(bound) : null;
      case FIDELITY -> ofFidelity(operation);
    };
  }

  private static @Nullable Colour ofBound(Bound bound) {
    return switch (bound) {
      case DRAM, FLOP -> Colour.GREEN;
      case SLOW -> Colour.YELLOW;
      case HOST -> Colour.RED;
      case NONE, BOTH -> null;
    };
  }

  private static @Nullable Colour ofCores(@Nullable Integer cores) {
    if (cores == null) {
      return Colour.GREY;
    }
    if (cores < FEW_CORES) {
      return Colour.RED;
    }
    return cores == FULL_GRID_CORES ? Colour.GREEN : null;
  }

  private static @Nullable Colour ofFidelity(PerfOperation operation) {
    boolean judged = operation.isMatmul() || operation.name().contains("OptimizedConvNew");
    if (!judged || operation.row().mathFidelity() == null) {
      return null;
    }
    return switch (Fidelity.of(operation).verdict()) {
      case SUFFICIENT -> Colour.GREEN;
      case TOO_HIGH -> Colour.RED;
      case TOO_LOW -> Colour.CYAN;
      case NOT_APPLICABLE, UNKNOWN -> Colour.WHITE;
    };
  }
}
