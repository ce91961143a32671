package dev.tilescope.internal.store;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.ReportFile;
import dev.tilescope.report.internal.DeviceNumbers;
import dev.tilescope.report.internal.Opening;
import dev.tilescope.report.internal.PythonCalls;
import dev.tilescope.report.internal.PythonNumbers;
import dev.tilescope.report.internal.PythonText;
import dev.tilescope.report.internal.RawReport;
import dev.tilescope.report.internal.RawReport.Section;
import dev.tilescope.report.internal.RawTrace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Imports one report file with what lies beside it. */
final class FileImport {
  interface Progress {
    void at(long bytesDone, long bytesInAll);
  }

  private static final List<String> DEVICE_COLUMNS = List.of(Table.DEVICES.columnNames());

  private final RowRules rules;
  private final RowSink rows;
  private final EarlierFiles earlier;
  private final FilesBeside beside;
  private final Losses losses;
  private final Opening opening;
  private final Set<SeenDevice> seenDevices = new HashSet<>();
  private final DeviceArchitectures architectures = new DeviceArchitectures();

  private record SeenDevice(long rank, long id) {}

  FileImport(
      RowRules rules,
      RowSink rows,
      EarlierFiles earlier,
      FilesBeside beside,
      Losses losses,
      Opening opening) {
    this.rules = rules;
    this.rows = rows;
    this.earlier = earlier;
    this.beside = beside;
    this.losses = losses;
    this.opening = opening;
  }

  void metadata(String key, String value) {
    rows.row(Table.REPORT_METADATA).add(key).add(value);
  }

  /** Bytes read. */
  long run(Path file, Progress progress) {
    rows.source(file);
    losses.in(file);
    try (RawReport report = RawReport.open(file, opening)) {
      report.explained(() -> {
        importReport(report, progress);
        return true;
      });
      return report.size();
    } catch (DatabaseFailure | OtherVersion e) {
      throw e;
    } catch (TilescopeException e) {
      throw located(file, e);
    }
  }

  private static TilescopeException located(Path file, TilescopeException e) {
    return e.place().isIn(file.toString())
        ? e
        : new TilescopeException(
            e.place().withFile(file.toString()), file + ": " + e.getMessage(), e);
  }

  /** How many devices the reports are of: each report has a row for each of its own. */
  int deviceCount() {
    return seenDevices.size();
  }

  private void importReport(RawReport report, Progress progress) {
    ReportHeader header = new HeaderReading(rules, losses).of(report);
    long rank = header.rank();
    List<Map<Object, @Nullable Object>> devices = devicesOf(report);
    DeviceNumbers numbers = numbersOf(devices);
    devices.forEach(d -> d.put("device_id", numbers.of(RowSink.orZero(d, "device_id"))));
    devices.forEach(device -> losses.attempt(() -> writeDevice(device, rank)));
    importTrace(report, rank, devices, numbers, progress);
    losses.attempt(() -> importComparisons(report, rank));
    if (rules.extras()) {
      MetalTraces.write(losses.value(report, "metal_traces"), numbers, rows, rank, losses);
    }
    writeMetadata(header.metadata());
    writeArchitectures();
    writeYamls(report, header.fileSuffix());
  }

  private void importTrace(
      RawReport report,
      long rank,
      List<Map<Object, @Nullable Object>> devices,
      DeviceNumbers numbers,
      Progress progress) {
    try (Calls calls = callsOf(report);
        ReportCopies copies = new ReportCopies(rows, rank)) {
      long number = rules.extras() ? earlier.nextReport() : 0;
      if (rules.extras()) {
        copies.begin(report.file(), calls.file(), number);
      }
      FileContext context =
          new FileContext(
              report,
              calls.calls,
              report.members("per_operation_buffers"),
              numbers,
              new Banks(devices),
              architectures.take(devices),
              earlier.sources(),
              rank,
              number,
              earlier.baseOperationId(rank),
              earlier.lastAllocation(),
              opening.scratch(),
              done -> {
                progress.at(done, report.size());
                copies.upTo(done, report.size());
              });
      importTrace(context);
      copies.finish();
    }
  }

  private void writeYamls(RawReport report, String suffix) {
    beside.yaml(FilesBeside.CLUSTER + suffix, losses.value(report, "cluster_descriptor"));
    beside.yaml(FilesBeside.MESH + suffix, losses.value(report, "mesh_coordinate_mapping"));
  }

  private List<Map<Object, @Nullable Object>> devicesOf(RawReport report) {
    List<Map<Object, @Nullable Object>> devices = new ArrayList<>();
    Object listed = losses.value(report, "devices");
    if (listed instanceof List<?> list) {
      list.forEach(device -> losses.attempt(() -> devices.add(deviceOf(device))));
    } else if (listed != null) {
      losses.found(() -> new TilescopeException("devices is not a list"));
    }
    return devices;
  }

  private static Map<Object, @Nullable Object> deviceOf(@Nullable Object device) {
    if (!(device instanceof Map<?, ?> fields)) {
      throw new TilescopeException("devices holds something that is not an object");
    }
    for (String key : List.of("device_id", "l1_num_banks", "num_dram_channels")) {
      if (fields.get(key) != null) {
        PythonNumbers.toLong(fields.get(key));
      }
    }
    return new LinkedHashMap<>(fields);
  }

  private static DeviceNumbers numbersOf(List<Map<Object, @Nullable Object>> devices) {
    SortedSet<Long> ids = new TreeSet<>();
    devices.forEach(d -> ids.add(PythonNumbers.toLong(RowSink.orZero(d, "device_id"))));
    return new DeviceNumbers(ids);
  }

  private void writeDevice(Map<Object, @Nullable Object> device, long rank) {
    seenDevices.add(
        new SeenDevice(rank, PythonNumbers.toLong(RowSink.orZero(device, "device_id"))));
    RowBatch batch = rows.row(Table.DEVICES);
    DEVICE_COLUMNS.forEach(column -> batch.add(RowSink.orZero(device, column)));
    batch.add(rank);
  }

  /** Calls and the sidecar that holds them, if one does. */
  private record Calls(PythonCalls calls, @Nullable RawReport sidecar) implements AutoCloseable {
    @Nullable Path file() {
      return sidecar == null ? null : sidecar.file();
    }

    @Override
    public void close() {
      if (sidecar != null) {
        sidecar.close();
      }
    }
  }

  private Calls callsOf(RawReport report) {
    Section inside = report.section("python_io").orElse(null);
    if (inside != null && !report.isNull(inside)) {
      return new Calls(PythonCalls.of(report, inside), null);
    }
    Calls none = new Calls(PythonCalls.NONE, null);
    Path sidecar = ReportFile.sidecarOf(report.file());
    return Files.exists(sidecar) ? losses.attempt(() -> callsIn(sidecar), none) : none;
  }

  private Calls callsIn(Path sidecar) {
    RawReport holder = RawReport.open(sidecar, opening);
    try {
      return new Calls(PythonCalls.of(holder, holder.root()), holder);
    } catch (RuntimeException e) {
      holder.close();
      throw e;
    }
  }

  private void importTrace(FileContext context) {
    RawTrace trace = context.report().trace(context.devices(), rules.lenient()).orElse(null);
    if (trace == null) {
      earlier.imported(context.rank(), context.baseOperationId());
      return;
    }
    try (GraphImporter graph = new GraphImporter(rules, context, trace, rows, losses)) {
      graph.run();
      earlier.imported(context.rank(), graph.lastOperationId());
      earlier.allocated(graph.lastAllocationId());
      importAround(graph, context);
    }
  }

  /** What follows from the trace and from fields beside it. */
  private void importAround(GraphImporter graph, FileContext context) {
    boolean anyOperation = graph.lastOperationId() > context.baseOperationId();
    new Chunks(context, rows, losses)
        .write(context.snapshots(), graph, context.baseOperationId(), anyOperation);
    beside.lifetimes(
        context.report().file(),
        graph.lives().isEmpty()
            ? null
            : out -> LifetimeFile.write(graph.lives(), context.rank(), out));
  }

  private void importComparisons(RawReport report, long rank) {
    Object inside = report.value("comparison_records");
    if (inside instanceof Map<?, ?> records) {
      Comparisons.write(records, rows, rank, losses);
      return;
    }
    if (inside != null) {
      throw new TilescopeException("comparison_records is not an object");
    }
    Path beside =
        Sidecars.comparisons(report.file()).stream().filter(Files::exists).findFirst().orElse(null);
    if (beside != null) {
      try (RawReport holder = RawReport.open(beside, opening)) {
        if (holder.valueAt(holder.root()) instanceof Map<?, ?> records) {
          Comparisons.write(records, rows, rank, losses);
        }
      }
    }
  }

  /** Reports of real hardware may not say it, and then it is not said here. */
  private void writeArchitectures() {
    if (rules.extras() && !architectures.isEmpty()) {
      metadata(DeviceArchitectures.KEY, architectures.text());
    }
  }

  private void writeMetadata(Map<?, ?> metadata) {
    metadata.forEach((key, value) -> metadata(PythonText.str(key), PythonText.str(value)));
    for (String key : List.of("git_url", "git_sha")) {
      if (!metadata.containsKey(key)) {
        metadata(key, "");
      }
    }
  }
}
