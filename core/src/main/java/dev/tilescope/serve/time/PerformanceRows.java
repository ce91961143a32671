package dev.tilescope.serve.time;

import dev.tilescope.profile.perf.PerfOperation;
import dev.tilescope.profile.perf.PerfReport;
import dev.tilescope.serve.Request;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Lines of a performance report that a filter lets through, in the order that was asked for. */
final class PerformanceRows {
  /** What rows can be sorted by. */
  enum Sort {
    ID(o -> o.row().id()),
    TOTAL(PerfOperation::totalPercent),
    DEVICE(o -> orNaN(o.row().device())),
    TIME(PerfOperation::timeMicros),
    GAP(PerfOperation::gapMicros),
    CORES(o -> orNaN(o.cores())),
    DRAM(PerfOperation::dramGigabytes),
    DRAM_PERCENT(PerfOperation::dramPercent),
    FLOPS(PerfOperation::teraflops),
    FLOPS_PERCENT(PerfOperation::flopsPercent),
    CALL(o -> o.row().globalCallCount()),
    BOUND(null),
    NAME(null),
    CATEGORY(null),
    FIDELITY(null);

    private final @Nullable ToDoubleFunction<PerfOperation> number;

    Sort(@Nullable ToDoubleFunction<PerfOperation> number) {
      this.number = number;
    }

    /** Rows without a number come last, whichever way. */
    private Comparator<PerfOperation> order(boolean down) {
      if (number == null) {
        Comparator<PerfOperation> byText = Comparator.comparing(this::text);
        return down ? byText.reversed() : byText;
      }
      double last = down ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      Comparator<PerfOperation> byNumber =
          Comparator.comparingDouble(o -> orElse(number.applyAsDouble(o), last));
      return down ? byNumber.reversed() : byNumber;
    }

    private String text(PerfOperation operation) {
      return switch (this) {
        case BOUND -> operation.bound().toString();
        case CATEGORY -> operation.category().toString();
        case FIDELITY -> operation.fidelity();
        case NAME,
            ID,
            TOTAL,
            DEVICE,
            TIME,
            GAP,
            CORES,
            DRAM,
            DRAM_PERCENT,
            FLOPS,
            FLOPS_PERCENT,
            CALL ->
            operation.name();
      };
    }
  }

  private PerformanceRows() {}

  static List<PerfOperation> of(PerfReport report, Request request) {
    String text = request.text("text", "").toLowerCase(Locale.ROOT);
    String bound = request.text("bound", "");
    String category = request.text("category", "");
    double least = percent(request.text("least", ""));
    return report.operations().stream()
        .filter(o -> text.isEmpty() || o.name().toLowerCase(Locale.ROOT).contains(text))
        .filter(o -> bound.isEmpty() || o.bound().toString().equals(bound))
        .filter(o -> category.isEmpty() || o.category().toString().equals(category))
        .filter(o -> !(o.totalPercent() < least))
        .sorted(sorted(request))
        .toList();
  }

  /** The order of the report unless another is asked for. */
  private static Comparator<PerfOperation> sorted(Request request) {
    return request.has("sort")
        ? request.choice("sort", Sort.ID).order(request.flag("down"))
        : (a, b) -> 0;
  }

  private static double percent(String text) {
    try {
      return text.isEmpty() ? 0 : Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw dev.tilescope.serve.Refusal.badRequest(
          "parameter least is %s; expected a number of percent".formatted(text));
    }
  }

  private static double orNaN(@Nullable Integer number) {
    return number == null ? Double.NaN : number;
  }

  private static double orElse(double number, double otherwise) {
    return Double.isNaN(number) ? otherwise : number;
  }
}
