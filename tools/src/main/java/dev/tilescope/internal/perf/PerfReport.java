package dev.tilescope.internal.perf;

import dev.tilescope.internal.perf.PerfTable.Format;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What tt-perf-report says about a run: its operations in order, each with its share of the time.
 *
 * @param devicesMerged whether rows of several devices became one, or would have
 * @param gapInCallCounts whether any row of the files lacks its global call count
 * @param notices what the reader should know about how the rows were chosen
 */
public record PerfReport(
    PerfArch arch,
    List<PerfOperation> operations,
    boolean devicesMerged,
    boolean gapInCallCounts,
    List<String> notices) {

  /** The attribute that operations of a modelled device have. */
  private static final String MODELLED = "tilescope_modelled";

  public PerfReport {
    operations = List.copyOf(operations);
    notices = List.copyOf(notices);
  }

  public static PerfReport of(PerfTable table, PerfOptions options) {
    List<String> notices = new ArrayList<>();
    PerfArch arch = arch(table, options, notices);
    if (table.rows().stream().anyMatch(row -> row.attributes().contains(MODELLED))) {
      notices.add(
          "device times are modelled, not measured on a board" + ModelledBand.words(table.rows()));
    }
    List<PerfRow> window = SignpostWindow.of(table, sorted(table, options), options, notices::add);
    long devices = window.stream().map(PerfRow::device).filter(Objects::nonNull).distinct().count();
    boolean apart = !options.mergeDevices() && devices > 1;
    if (apart && !options.tracingMode() && table.hasHostStart() && hasReplays(window)) {
      notices.add(
          "operations ran again in replays of a metal trace, with the host's time of the recording:"
              + " tracing mode (--tracing-mode) keeps the order in which they ran");
    }
    List<PerfRow> rows = apart || devices == 0 ? window : DeviceMerge.of(window, notices::add);
    List<PerfOperation> operations = withTotals(chosen(analysed(rows, arch), options));
    if (isGuessed(table, options) && operations.stream().anyMatch(PerfReport::isHeldAgainstPeaks)) {
      notices.add(
          "the file names no architecture: percentages are of the peaks of %s, unless another is"
                  .formatted(arch.name())
              + " chosen (--arch)");
    }
    noticeUntimed(operations, notices);
    return new PerfReport(
        arch,
        operations,
        options.mergeDevices(),
        table.rows().stream().anyMatch(row -> Double.isNaN(row.globalCallCount())),
        notices);
  }

  private static void noticeUntimed(List<PerfOperation> operations, List<String> notices) {
    long untimed = operations.stream().filter(PerfReport::isUntimed).count();
    if (untimed > 0) {
      notices.add(
          String.format(
              Locale.ROOT,
              "%,d of the device operations %s no device time, as those recorded into a metal"
                  + " trace",
              untimed,
              untimed == 1 ? "has" : "have"));
    }
  }

  private static PerfArch arch(PerfTable table, PerfOptions options, List<String> notices) {
    if (table.format() != Format.V2_1) {
      return PerfArch.named(options.arch());
    }
    PerfArch arch = PerfArch.ofFile(table.arch());
    if (options.arch() != null) {
      notices.add("--arch " + options.arch() + " is ignored: the file is of " + arch.name());
    }
    if (!arch.isKnown()) {
      notices.add(
          "the file is of architecture '%s', whose peaks are not known: percentages of them are left"
                  .formatted(arch.name())
              + " out (known are "
              + String.join(", ", PerfArch.names())
              + ")");
    }
    // 64 also for other known architectures: what tt-perf-report takes where a file names none.
    int usual = arch.isKnown() ? 64 : 0;
    return arch.withWorkerCores(Objects.requireNonNullElse(table.workerCores(), usual));
  }

  private static boolean isGuessed(PerfTable table, PerfOptions options) {
    return table.format() != Format.V2_1 && options.arch() == null;
  }

  private static boolean isUntimed(PerfOperation operation) {
    return operation.row().isDeviceOperation() && Double.isNaN(operation.row().kernelNanos());
  }

  private record Call(double count, @Nullable Integer device) {}

  /** Nothing else gives a call of a device two rows with times. */
  private static boolean hasReplays(List<PerfRow> rows) {
    Set<Call> calls = new HashSet<>();
    return rows.stream()
        .filter(row -> row.isDeviceOperation() && !Double.isNaN(row.kernelNanos()))
        .filter(row -> !Double.isNaN(row.globalCallCount()))
        .anyMatch(row -> !calls.add(new Call(row.globalCallCount(), row.device())));
  }

  private static boolean isHeldAgainstPeaks(PerfOperation operation) {
    return Double.isFinite(operation.dramPercent()) || Double.isFinite(operation.flopsPercent());
  }

  private static List<PerfRow> sorted(PerfTable table, PerfOptions options) {
    if (options.tracingMode() || !table.hasHostStart()) {
      return table.rows();
    }
    return table.rows().stream()
        .sorted(Comparator.comparingDouble(PerfRow::hostStartNanos))
        .toList();
  }

  private static List<PerfOperation> analysed(List<PerfRow> rows, PerfArch arch) {
    List<PerfOperation> operations = new ArrayList<>();
    boolean first = true;
    for (PerfRow row : rows) {
      double micros = PerfOperation.orZero(row.kernelNanos()) / 1000;
      operations.add(
          new PerfOperation(
              row,
              RowAnalysis.of(row, arch),
              row.isSignpost() || row.isHostOperation() ? Double.NaN : micros,
              first ? Double.NaN : row.gapNanos() / 1000,
              Double.NaN));
      first &= row.isSignpost();
    }
    return operations;
  }

  private static List<PerfOperation> chosen(List<PerfOperation> all, PerfOptions options) {
    List<PerfOperation> operations = new ArrayList<>(all);
    IdRange ids = options.ids();
    if (ids != null) {
      operations.removeIf(operation -> !ids.contains(operation.row().id()));
      if (!operations.isEmpty()) {
        operations.set(0, operations.getFirst().withoutGap());
      }
    }
    if (!options.hostOperations()) {
      operations.removeIf(PerfOperation::isHost);
    }
    return operations;
  }

  private static List<PerfOperation> withTotals(List<PerfOperation> operations) {
    double total = spentMicros(operations);
    return operations.stream()
        .map(operation -> operation.withTotalPercent(percent(operation, total)))
        .toList();
  }

  private static double percent(PerfOperation operation, double total) {
    boolean untimed = Double.isNaN(operation.timeMicros()) && Double.isNaN(operation.gapMicros());
    return untimed || total == 0 ? Double.NaN : operation.spentMicros() / total * 100;
  }

  /** Times, then gaps, as tt-perf-report sums them: else the last digit of a share may differ. */
  private static double spentMicros(List<PerfOperation> operations) {
    return sum(operations, PerfOperation::timeMicros) + sum(operations, PerfOperation::gapMicros);
  }

  /** Neumaier's sum, which Python's is since 3.12. */
  private static double sum(
      List<PerfOperation> operations, ToDoubleFunction<PerfOperation> micros) {
    double sum = 0;
    double lost = 0;
    for (PerfOperation operation : operations) {
      double next = PerfOperation.orZero(micros.applyAsDouble(operation));
      double larger = sum + next;
      lost += Math.abs(sum) >= Math.abs(next) ? sum - larger + next : next - larger + sum;
      sum = larger;
    }
    return sum + lost;
  }

  /** Time and gaps of all operations. */
  public double spentMicros() {
    return spentMicros(operations);
  }
}
