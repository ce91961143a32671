package dev.tilescope.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.analysis.BufferLifetimes;
import dev.tilescope.analysis.BufferLifetimes.Lifetime;
import dev.tilescope.analysis.BufferLifetimes.Moment;
import dev.tilescope.analysis.OperationNumbers;
import dev.tilescope.analysis.ProgramLifetimes;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.capture.Programs;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.graph.CallTree;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.internal.store.ImportOptions.Existing;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceNode;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.report.ReportFile;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The tables of ours say what the analyses say of the same report. */
class TraceHistoryTest {
  private static final Path RESOURCES = Path.of("src/test/resources");
  private static final int RANDOM_REPORTS = 150;

  @TempDir private Path folder = Path.of("");
  private int imports;

  private Path imported(Path report) {
    ImportOptions options = new ImportOptions("db.sqlite", false, Existing.REFUSE, false);
    Path out = folder.resolve("out" + imports++);
    return ReportImport.run(report, out, options, (f, d, a) -> {}).database();
  }

  private Path written(Report report) {
    Path file = folder.resolve("written" + imports + ".json");
    ReportFile.write(report, file);
    return file;
  }

  static List<Path> seeds() throws IOException {
    try (Stream<Path> files = Files.list(RESOURCES.resolve("seeds"))) {
      return files.sorted().toList();
    }
  }

  static List<Path> specifiedReports() throws IOException {
    try (Stream<Path> files =
        Files.list(RESOURCES.resolve("dev/tilescope/internal/store/upstream"))) {
      return files
          .filter(file -> !file.endsWith("repeated-numbers.txt")) // refused
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void theSeedsBuffersLiveAsTheAnalysisSays(Path report) {
    assertSameLives(report);
    assertSamePeaks(report);
  }

  @ParameterizedTest
  @MethodSource("specifiedReports")
  void buffersOfEverySpecifiedReportLiveAsTheAnalysisSays(Path golden) throws IOException {
    String text = Files.readString(golden);
    int from = text.indexOf("\n== report\n") + "\n== report\n".length();
    String report = text.substring(from, text.indexOf("\n== ", from));
    assertSameLives(Files.writeString(folder.resolve("r.json"), report));
  }

  @Test
  void buffersOfMadeUpReportsLiveAsTheAnalysisSays() throws IOException {
    for (int seed = 0; seed < RANDOM_REPORTS; seed++) {
      RandomReport maker = new RandomReport(new Random(seed), Path.of("model.py"));
      Path report = folder.resolve("random" + seed + ".json");
      assertSameLives(Files.writeString(report, PlainJson.dumps(maker.report(0))));
    }
  }

  @ParameterizedTest
  @EnumSource(RunMode.class)
  void everythingOfACapturedProgramIsAsTheAnalysesSay(RunMode mode) {
    Path report = written(captured(mode));
    Path database = assertSameLives(report);
    assertSameLastUses(report, database);
    assertSamePrograms(report, database);
    assertSamePeaks(report);
  }

  /** Inputs from before the capture, one of them freed in it; results in L1 and DRAM. */
  private static Report captured(RunMode mode) {
    try (MeshDevice device = MeshDevice.open("n150")) {
      return captured(mode, device, Programs.random(device, MemoryConfig.L1, 64, 64));
    }
  }

  private static Report captured(RunMode mode, MeshDevice device, Tensor a) {
    try (Tensor b = Programs.random(device, MemoryConfig.DRAM, 64, 64);
        Tensor late = Programs.random(device, MemoryConfig.DRAM, 64, 64);
        GraphCapture capture = GraphCapture.begin(mode)) {
      Tensor sum = Ttnn.add(a, b);
      Tensor product = Ttnn.matmul(sum, b);
      sum.close();
      a.close();
      Ttnn.softmax(Ttnn.add(product, late)).close();
      return capture.end();
    }
  }

  private Path assertSameLives(Path file) {
    Report report = ReportFile.read(file);
    List<List<@Nullable Object>> expected = new ArrayList<>();
    for (Lifetime life : BufferLifetimes.of(report.trace()).lifetimes()) {
      expected.add(
          row(
              device(report, life.description().deviceId()),
              (long) life.description().type().code(),
              life.bytes(),
              counter(life.made()),
              counter(life.freed())));
    }
    Path database = imported(file);
    assertThat(
            DatabaseRows.query(
                database,
                "SELECT device_id, buffer_type, ifnull(size, 0), first_node, last_node"
                    + " FROM tilescope_allocations"))
        .as(file.toString())
        .containsExactlyInAnyOrderElementsOf(expected);
    assertSameNumbers(report.trace(), database);
    return database;
  }

  /** What commands say of a report that is not imported is what they say once it is. */
  private static void assertSameNumbers(Trace trace, Path database) {
    OperationNumbers numbers = OperationNumbers.of(trace);
    assertThat(DatabaseRows.query(database, "SELECT count(*) FROM operations"))
        .containsExactly(row((long) numbers.count()));
    for (List<@Nullable Object> operation :
        DatabaseRows.query(
            database,
            "SELECT first_node, last_node, operation_id FROM tilescope_operation_facts")) {
      assertThat(holding(numbers, operation.get(0))).isEqualTo(operation.get(2));
      if (operation.get(1) != null) {
        assertThat(holding(numbers, operation.get(1))).isEqualTo(operation.get(2));
      }
    }
    for (List<@Nullable Object> buffer :
        DatabaseRows.query(
            database,
            "SELECT first_node, ifnull(first_operation_id, 0) FROM tilescope_allocations"
                + " WHERE first_node NOT NULL UNION ALL"
                + " SELECT last_node, ifnull(last_operation_id, 0) FROM tilescope_allocations"
                + " WHERE last_node NOT NULL")) {
      int node = Math.toIntExact((long) Objects.requireNonNull(buffer.get(0)));
      assertThat((long) numbers.at(node)).isEqualTo(buffer.get(1));
    }
  }

  private static long holding(OperationNumbers numbers, @Nullable Object node) {
    return numbers.holding(Math.toIntExact((long) Objects.requireNonNull(node)));
  }

  private static List<@Nullable Object> row(@Nullable Object... values) {
    return java.util.Arrays.asList(values);
  }

  private static @Nullable Long counter(@Nullable Moment moment) {
    return moment == null ? null : (Long) (long) moment.counter();
  }

  /** Devices are numbered from 0 in a database. */
  private static long device(Report report, int id) {
    List<Integer> ids =
        report.devices().stream().map(DeviceInfo::deviceId).distinct().sorted().toList();
    return ids.contains(id) ? ids.indexOf(id) : Math.max(0, id);
  }

  private static void assertSameLastUses(Path file, Path database) {
    List<List<@Nullable Object>> expected = new ArrayList<>();
    for (Lifetime life : BufferLifetimes.of(ReportFile.read(file).trace()).lifetimes()) {
      expected.add(row(counter(life.made()), counter(life.freed()), counter(life.lastUse())));
    }
    assertThat(
            DatabaseRows.query(
                database,
                "SELECT a.first_node, a.last_node, f.first_node FROM tilescope_allocations a LEFT"
                    + " JOIN tilescope_operation_facts f"
                    + " ON f.operation_id = a.last_use_operation_id"))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  private static void assertSamePrograms(Path file, Path database) {
    Trace trace = ReportFile.read(file).trace();
    List<List<@Nullable Object>> expected = new ArrayList<>();
    for (ProgramLifetimes.Span span : programs(trace)) {
      boolean released = span.releasedPosition() < trace.size();
      expected.add(
          row(
              (long) span.made().counter(),
              released ? (Long) (long) span.releasedPosition() : null,
              span.memory().sizeBytes(),
              span.memory().cores().toString(),
              (long) span.memory().cores().size()));
    }
    assertThat(expected).isNotEmpty();
    assertThat(
            DatabaseRows.query(
                database,
                "SELECT first_node, last_node, size, core_range_set, num_cores"
                    + " FROM tilescope_circular_buffers WHERE globally_allocated = 0"))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  private static List<ProgramLifetimes.Span> programs(Trace trace) {
    return ProgramLifetimes.of(trace, BufferLifetimes.of(trace).clock()).spans();
  }

  /** By looking at every node of every call. */
  private void assertSamePeaks(Path file) {
    Trace trace = ReportFile.read(file).trace();
    long[] l1 = new long[trace.size()];
    long[] dram = new long[trace.size()];
    for (int i = 0; i < l1.length; i++) {
      l1[i] = l1At(trace, i);
      dram[i] = dramAt(trace, i);
    }
    Path database = imported(file);
    List<List<@Nullable Object>> expected = new ArrayList<>();
    for (Operation call : CallTree.of(trace).operations()) {
      if (!call.name().contains("::") && !call.name().contains(".")) {
        expected.add(row(call.name(), most(l1, call)));
      }
    }
    assertThat(
            DatabaseRows.query(
                database, "SELECT name, peak_l1_bytes FROM tilescope_device_operations"))
        .containsExactlyInAnyOrderElementsOf(expected);
    for (Operation call : CallTree.of(trace).roots()) {
      assertThat(
              DatabaseRows.query(
                  database,
                  "SELECT peak_l1_bytes_per_bank, peak_dram_bytes, last_node"
                      + " FROM tilescope_operation_facts WHERE first_node = "
                      + call.start().counter()))
          .containsExactly(row(most(l1, call), most(dram, call), (long) last(call)));
    }
  }

  private static int last(Operation call) {
    TraceNode end = call.end();
    return end == null ? -1 : end.counter();
  }

  private static long most(long[] levels, Operation call) {
    long most = 0;
    for (int i = call.start().counter(); i <= last(call); i++) {
      most = Math.max(most, levels[i]);
    }
    return most;
  }

  private static long l1At(Trace trace, int position) {
    long buffers =
        BufferLifetimes.of(trace).lifetimes().stream()
            .filter(l -> l.description().type().isL1() && l.isLiveAt(position))
            .mapToLong(l ->
                l.bytesPerBank() < 0 && l.made() != null
                    ? l.bytes()
                    : Math.max(0, l.bytesPerBank()))
            .sum();
    Map<CoreCoord, Long> held = new HashMap<>();
    for (ProgramLifetimes.Span span : programs(trace)) {
      if (span.made().position() <= position && position < span.releasedPosition()) {
        span.memory()
            .cores()
            .cores()
            .forEach(core -> held.merge(core, span.memory().sizeBytes(), Long::sum));
      }
    }
    return buffers + held.values().stream().max(Comparator.naturalOrder()).orElse(0L);
  }

  private static long dramAt(Trace trace, int position) {
    return BufferLifetimes.of(trace).lifetimes().stream()
        .filter(l -> l.description().type().isDram() && l.isLiveAt(position))
        .mapToLong(Lifetime::bytes)
        .sum();
  }
}
