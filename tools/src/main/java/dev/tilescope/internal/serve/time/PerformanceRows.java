package dev.tilescope.internal.serve.time;

import dev.tilescope.internal.perf.PerfOperation;
import dev.tilescope.internal.perf.PerfReport;
import dev.tilescope.internal.serve.http.Refusal;
import dev.tilescope.internal.serve.http.Request;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Lines of a performance report that a filter lets through, in the order that was asked for. */
final class PerformanceRows {
  /** What rows can be sorted by. */
  enum Sort {
    ID(byNumber(o -> o.row().id())),
    TOTAL(byNumber(PerfOperation::totalPercent)),
    DEVICE(byNumber(o -> orNaN(o.row().device()))),
    TIME(byNumber(PerfOperation::timeMicros)),
    GAP(byNumber(PerfOperation::gapMicros)),
    CORES(byNumber(o -> orNaN(o.cores()))),
    DRAM(byNumber(PerfOperation::dramGigabytes)),
    DRAM_PERCENT(byNumber(PerfOperation::dramPercent)),
    FLOPS(byNumber(PerfOperation::teraflops)),
    FLOPS_PERCENT(byNumber(PerfOperation::flopsPercent)),
    CALL(byNumber(o -> o.row().globalCallCount())),
    BOUND(byText(o -> o.bound().toString())),
    NAME(byText(PerfOperation::name)),
    CATEGORY(byText(o -> o.category().toString())),
    FIDELITY(byText(PerfOperation::fidelity));

    private final Order order;

    Sort(Order order) {
      this.order = order;
    }
  }

  private interface Order {
    Comparator<PerfOperation> of(boolean down);
  }

  /** Rows without a number come last, whichever way. */
  private static Order byNumber(ToDoubleFunction<PerfOperation> number) {
    return down -> {
      double last = down ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      Comparator<PerfOperation> up =
          Comparator.comparingDouble(o -> orElse(number.applyAsDouble(o), last));
      return down ? up.reversed() : up;
    };
  }

  private static Order byText(Function<PerfOperation, String> text) {
    return down -> {
      Comparator<PerfOperation> up = Comparator.comparing(text);
      return down ? up.reversed() : up;
    };
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
        ? request.choice("sort", Sort.ID).order.of(request.flag("down"))
        : (_, _) -> 0;
  }

  private static double percent(String text) {
    try {
      return text.isEmpty() ? 0 : Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw Refusal.badRequest(
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
