package dev.tilescope.internal.logs;

import dev.tilescope.internal.io.AtomicFiles;
import dev.tilescope.internal.io.FileTrouble;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.profile.internal.markers.DeviceLogs;
import dev.tilescope.profile.internal.table.Column;
import dev.tilescope.profile.internal.table.OpsRow;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** From a folder of profiler logs to {@code ops_perf_results_<timestamp>.csv}. */
public final class LogProcessing {
  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("yyyy_MM_dd_HH_mm_ss");

  /**
   * What was written.
   *
   * @param rows of the report, without its header
   * @param deviceRuns how many of them have device times
   * @param timelessCalls operations that ran on a device, and have no times there
   * @param deviceOnly there were no host logs to join
   * @param wholeTraces the rows are replays of traces, not operations
   * @param unknownCounterRows of the device log, of counters nobody knows; left out
   * @param unnamedRuns on the device, which no host operation asked for; left out too
   * @param unmatchedDispatches of operations that dispatch cores sent, and no core ran
   * @param counters of each device that has any
   */
  public record Summary(
      Path report,
      int rows,
      int deviceRuns,
      int timelessCalls,
      boolean deviceOnly,
      boolean wholeTraces,
      long unknownCounterRows,
      int unnamedRuns,
      int unmatchedDispatches,
      List<CounterSummary> counters) {}

  /** A file of the report. */
  private record Table(Path file, List<Column> header, List<OpsRow> rows) {}

  private final LogOptions options;
  private final Path deviceLog;
  private final InputProblems problems;
  private final HostLog host;
  private final boolean isOfWholeTraces;
  private final List<CounterSummary> counters = new ArrayList<>();

  private LogProcessing(LogOptions options, Path deviceLog, InputProblems problems) {
    this.options = options;
    this.deviceLog = deviceLog;
    this.problems = problems;
    host = HostLog.read(options, problems);
    isOfWholeTraces = WholeTraces.isIn(deviceLog);
  }

  public static String timestamp(LocalDateTime now) {
    return TIMESTAMP.format(now);
  }

  /** Writes the report, whole or not at all. */
  public static Summary run(LogOptions options, InputProblems problems) {
    Path log = options.logs().resolve(DeviceLogs.LOG);
    if (!Files.isRegularFile(log)) {
      throw new TilescopeException(
          "there is no profile_log_device.csv in "
              + options.logs()
              + ": name the folder of a profiled run");
    }
    return new LogProcessing(options, log, problems).write();
  }

  private Summary write() {
    if (isOfWholeTraces) {
      host.operations.clear(); // their ids would be taken for those of replays
    }
    DeviceRuns log = new DeviceRuns(deviceLog, host, problems);
    DeviceLogHeader clock = new DeviceLogScanner(deviceLog, problems).scan(log);
    List<DeviceRun> runs = log.finish(options.upstreamQuirks());
    DispatchTimes dispatch = new DispatchTimes(runs, log.streams());
    if (options.upstreamQuirks()) {
      new UpstreamFailures(deviceLog, isDeviceOnly()).check(runs, dispatch);
    }
    int unmatched = isOfWholeTraces ? 0 : dispatch.addToRuns();
    List<Table> tables = new ArrayList<>();
    if (isDeviceOnly() && wants(DeviceAnalysis.OP_TO_OP)) {
      tables.add(gaps(runs, log, clock));
    }
    List<DeviceRecord> records = records(runs, clock);
    OpsPerfRows joining = joining(records);
    Table report = report(records, joining, clock);
    tables.add(report);
    write(tables);
    return new Summary(
        report.file(),
        report.rows().size(),
        records.size() - joining.unnamedRuns(),
        joining.timelessCalls(),
        isDeviceOnly(),
        isOfWholeTraces,
        log.unknownCounterRows(),
        joining.unnamedRuns(),
        unmatched,
        counters);
  }

  private Table report(List<DeviceRecord> records, OpsPerfRows joining, DeviceLogHeader clock) {
    Path file = options.report("ops_perf_results");
    if (isDeviceOnly()) {
      var rows = OpsPerfRows.ofDevice(records, clock, options.upstreamQuirks());
      return new Table(file, OpsPerfColumns.occurring(rows), rows);
    }
    var rows = joining.joined(clock);
    return new Table(file, OpsPerfColumns.complete(rows), rows);
  }

  private boolean isDeviceOnly() {
    return host.operations.isEmpty();
  }

  private boolean wants(DeviceAnalysis analysis) {
    return DeviceAnalysis.named(options.analyses()).contains(analysis);
  }

  private Table gaps(List<DeviceRun> runs, DeviceRuns log, DeviceLogHeader clock) {
    return new Table(
        options.report("per_core_op_to_op_times"),
        CoreGaps.header(log.streams()),
        new CoreGaps(clock, options.upstreamQuirks()).rows(runs, log.streams()));
  }

  /** From what the runtime added up, if it did and there is a host log to join it with. */
  private List<DeviceRecord> records(List<DeviceRun> runs, DeviceLogHeader clock) {
    List<DeviceRecord> records = ofLog(runs, clock);
    if (isOfWholeTraces) {
      return records.stream().map(new WholeTraces(host)::named).toList();
    }
    return isAnalysed() ? new AnalysedRuns(analysed(), records, problems).read() : records;
  }

  private Path analysed() {
    return options.logs().resolve(AnalysedRuns.FILE);
  }

  private boolean isAnalysed() {
    return Files.isRegularFile(analysed()) && !options.forceDeviceLog() && !isDeviceOnly();
  }

  private List<DeviceRecord> ofLog(List<DeviceRun> runs, DeviceLogHeader clock) {
    Map<Integer, List<DeviceRun>> byDevice =
        runs.stream()
            .collect(
                Collectors.groupingBy(run -> run.key.device(), TreeMap::new, Collectors.toList()));
    List<DeviceRecord> records = new ArrayList<>();
    byDevice.forEach((device, ofDevice) -> records.addAll(ofDevice(device, ofDevice, clock)));
    return records;
  }

  private List<DeviceRecord> ofDevice(int device, List<DeviceRun> runs, DeviceLogHeader clock) {
    CounterReport report = new CounterReport(runs, clock, options, isDeviceOnly());
    if (!report.isEmpty()) {
      counters.add(report.summary(device));
    }
    List<DeviceRecord> records = new ArrayList<>();
    for (DeviceRun run : isDeviceOnly() && options.upstreamQuirks() ? grouped(runs) : runs) {
      DeviceRecord record = DeviceRecord.of(run, clock, options);
      if (wants(DeviceAnalysis.PERF_COUNTERS)) {
        report.addTo(record.cells(), run);
      }
      run.releaseCounters();
      records.add(record);
    }
    return records;
  }

  /** TT-NN goes through ids in the order they first ran, and through all runs of each. */
  private static List<DeviceRun> grouped(List<DeviceRun> runs) {
    Map<Long, Long> firstByIds = new HashMap<>();
    runs.forEach(run -> firstByIds.merge(run.key.id(), run.markers.first(), Math::min));
    return runs.stream()
        .sorted(
            Comparator.<DeviceRun>comparingLong(run -> firstByIds.getOrDefault(run.key.id(), 0L))
                .thenComparingLong(run -> run.key.id())
                .thenComparingLong(run -> run.markers.first()))
        .toList();
  }

  private OpsPerfRows joining(List<DeviceRecord> records) {
    boolean allowsUnnamed = isDeviceOnly() || isAnalysed() || !host.replayNanos.isEmpty();
    Path source = isAnalysed() ? analysed() : deviceLog;
    return new OpsPerfRows(
        source, host, records, allowsUnnamed, options.upstreamQuirks(), problems);
  }

  private static void write(List<Table> tables) {
    try (AtomicFiles files = new AtomicFiles()) {
      for (Table table : tables) {
        files.stage(table.file(), out -> OpsPerfCsv.write(table.header(), table.rows(), utf8(out)));
      }
      files.publish();
    } catch (IOException e) {
      throw new TilescopeException(
          "cannot write " + tables.getLast().file() + ": " + FileTrouble.writing(e), e);
    }
  }

  private static BufferedWriter utf8(OutputStream out) {
    return new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
  }
}
