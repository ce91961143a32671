package dev.tilescope.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.capture.Programs;
import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.MeshTrace;
import dev.tilescope.internal.csv.CsvReader;
import dev.tilescope.internal.logs.InputProblems;
import dev.tilescope.internal.logs.LogOptions;
import dev.tilescope.internal.logs.LogProcessing;
import dev.tilescope.journal.TracyOpsCsv;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.profile.internal.markers.DeviceLogs;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs with metal traces, from their run to the columns of the report. */
class ProfiledTracesTest {
  private static final String ON = "TT_METAL_DEVICE_PROFILER";
  private static final String ANALYSIS = "TT_METAL_PROFILER_CPP_POST_PROCESS";
  private static final String NOC_EVENTS = "TT_METAL_DEVICE_PROFILER_NOC_EVENTS";
  private static final String KERNEL = "DEVICE KERNEL DURATION [ns]";
  private static final String TRACE = "METAL TRACE ID";
  private static final String SESSION = "METAL TRACE REPLAY SESSION ID";
  private static final String MAKING = "UniformDeviceOperation";
  private static final String RELU = "UnaryDeviceOperation";
  private static final String ADD = "BinaryNgDeviceOperation";
  private static final DeviceOptions WITH_REGION =
      DeviceOptions.DEFAULT.withTraceRegionBytes(10_000_000);

  @TempDir Path folder;
  private List<String> events = List.of();
  private List<Long> traceIds = List.of();

  @AfterEach
  void stop() {
    Profiler.stop();
  }

  private interface Body {
    void run(MeshDevice device, Tensor tensor);
  }

  /** The first two operations compile the programs. */
  private void profile(String board, Map<String, String> environment, Body body) {
    Profiler.start(
        ProfilerOptions.DEFAULT
            .withFolder(folder)
            .withJvmEvents(false)
            .withTraceTracking(!environment.containsKey("untracked"))
            .withDevice(DeviceProfilerOptions.fromEnvironment(environment)));
    try (MeshDevice device = MeshDevice.open(Board.named(board), WITH_REGION.withCommandQueues(2));
        Tensor tensor = Programs.random(device, MemoryConfig.DRAM, 64, 64)) {
      Ttnn.relu(tensor).close();
      Ttnn.add(tensor, tensor).close();
      body.run(device, tensor);
    }
    events = EventLines.of(Profiler.stop()).lines;
  }

  private Path logs() {
    return folder.resolve(".logs");
  }

  private static MeshTrace record(MeshDevice device, Runnable operations) {
    MeshTrace trace = MeshTrace.beginCapture(device);
    operations.run();
    return trace.endCapture();
  }

  /** A trace of two operations three times, one of one operation twice, and a plain one between. */
  private void twoTraces(MeshDevice device, Tensor a) {
    MeshTrace first =
        record(
            device,
            () -> {
              Ttnn.relu(a).close();
              Ttnn.add(a, a).close();
            });
    MeshTrace second = record(device, () -> Ttnn.relu(a).close());
    first.execute();
    second.execute();
    first.execute();
    Ttnn.add(a, a).close();
    second.execute();
    first.execute(false);
    first.release();
    traceIds = List.of(first.id(), second.id());
  }

  private List<Map<String, String>> report() throws IOException {
    TracyOpsCsv.write(logs(), TracyOpsCsv.USUAL_CHILDREN);
    Path report =
        LogProcessing.run(LogOptions.of(folder, folder, "t"), new InputProblems(false)).report();
    return rows(report).stream().filter(row -> !row.get("OP CODE").equals(MAKING)).toList();
  }

  /** Operation, trace and replay, in the order of the report. */
  private List<String> runs(List<Map<String, String>> rows, String device) {
    List<String> runs = new ArrayList<>();
    for (Map<String, String> row : rows) {
      if (row.get("DEVICE ID").equals(device)) {
        String trace = row.get(TRACE);
        String name = trace.isEmpty() ? "-" : "T" + traceIds.indexOf(Long.valueOf(trace));
        String kernel = row.get(KERNEL).isEmpty() ? "host" : "device";
        runs.add(row.get("OP CODE") + " " + name + " " + row.get(SESSION) + " " + kernel);
      }
    }
    assertThat(runs).startsWith(RELU + " -  device", ADD + " -  device");
    return runs.subList(2, runs.size());
  }

  @ParameterizedTest
  @CsvSource({"n150, 1, 1", "n150, 1, 0", "t3000, 8, 1", "t3000, 8, 0"})
  void aTracedOperationHasARowOfItsRecordingAndOneOfEachReplay(
      String board, int chips, String analysed) throws IOException {
    profile(board, Map.of(ON, "1", ANALYSIS, analysed), this::twoTraces);
    List<Map<String, String>> rows = report();
    assertThat(rows).hasSize(chips * (2 + 3 + 1 + 3 * 2 + 2));
    for (int chip = 0; chip < chips; chip++) {
      assertThat(runs(rows, Integer.toString(chip)))
          .containsExactly(
              RELU + " T0  host",
              ADD + " T0  host",
              RELU + " T1  host",
              RELU + " T0 1 device",
              ADD + " T0 1 device",
              RELU + " T1 1 device",
              RELU + " T0 2 device",
              ADD + " T0 2 device",
              ADD + " -  device",
              RELU + " T1 2 device",
              RELU + " T0 3 device",
              ADD + " T0 3 device");
    }
    assertThat(rows)
        .filteredOn(row -> row.get("OP CODE").equals(RELU) && !row.get(KERNEL).isEmpty())
        .extracting(row -> row.get(KERNEL))
        .as("every replay takes as long")
        .containsOnly(rows.getFirst().get(KERNEL));
  }

  @Test
  void theHostSaysWhatBecomesOfTracesOnEachChip() {
    profile("n300", Map.of(ON, "1"), this::twoTraces);
    String first = Long.toString(traceIds.getFirst());
    List<String> messages = traceMessages();
    assertThat(messages.subList(0, 8))
        .satisfies(lines -> {
          assertThat(lines.get(0)).isEqualTo("`TT_METAL_TRACE_BEGIN: 0, " + first + "` f0f8ff");
          assertThat(lines.get(1)).isEqualTo("`TT_METAL_TRACE_BEGIN: 1, " + first + "` f0f8ff");
          assertThat(lines.get(2))
              .matches("`TT_METAL_TRACE_ENQUEUE_PROGRAM: 0, " + first + ", \\d+` f0f8ff");
          assertThat(lines.get(6)).isEqualTo("`TT_METAL_TRACE_END: 0, " + first + "` f0f8ff");
        });
    assertThat(messages).filteredOn(line -> line.contains("_REPLAY: 1, ")).hasSize(5);
    assertThat(messages.subList(messages.size() - 2, messages.size()))
        .containsExactly(
            "`TT_METAL_TRACE_RELEASE: 0, " + first + "` f0f8ff",
            "`TT_METAL_TRACE_RELEASE: 1, " + first + "` f0f8ff");
  }

  private List<String> traceMessages() {
    return events.stream()
        .filter(line -> line.contains("TT_METAL_TRACE_"))
        .map(line -> line.substring(line.indexOf('`')))
        .toList();
  }

  @Test
  void untrackedTracesAreOnlySaidToHaveEndedAndTheReportSaysWhatIsMissing() {
    profile("n150", Map.of(ON, "1", "untracked", "1"), this::twoTraces);
    assertThat(traceMessages()).hasSize(2).allMatch(line -> line.contains("TT_METAL_TRACE_END: 0"));
    assertThatThrownBy(this::report)
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("TT_METAL_PROFILER_TRACE_TRACKING=1, which -r sets");
  }

  @Test
  void rowsOfReplaysNameTheirTraceAndCountItsReplays() throws IOException {
    profile("n150", Map.of(ON, "1", ANALYSIS, "1"), this::twoTraces);
    List<String> counters =
        Files.readAllLines(logs().resolve(DeviceLogs.LOG)).stream()
            .filter(row -> row.startsWith("0,1,1,BRISC,") && row.contains("BRISC-FW,ZONE_START"))
            .map(row -> row.split(",", -1)[8] + " " + row.split(",", -1)[9])
            .toList();
    long first = traceIds.get(0);
    long second = traceIds.get(1);
    assertThat(counters)
        .containsExactly(
            " ",
            " ",
            " ",
            first + " 1",
            first + " 1",
            second + " 1",
            first + " 2",
            first + " 2",
            " ",
            second + " 2",
            first + " 3",
            first + " 3");
    List<Map<String, String>> analysed = rows(logs().resolve(DeviceLogs.ANALYSIS));
    assertThat(analysed)
        .extracting(row -> row.get(TRACE) + " " + row.get(SESSION))
        .as("by program, trace and replay")
        .containsExactly(
            " ",
            " ",
            " ",
            first + " 1",
            first + " 2",
            first + " 3",
            first + " 1",
            first + " 2",
            first + " 3",
            second + " 1",
            second + " 2",
            " ");
    assertThat(analysed).extracting(row -> row.get(KERNEL)).allMatch(nanos -> !nanos.isEmpty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"n150", "n300"})
  void replaysStayApartOverDumpsInTheMiddleOfTheRun(String board) throws IOException {
    int replays = 60;
    Map<String, String> environment =
        Map.of(
            ON,
            "1",
            ANALYSIS,
            "1",
            "TT_METAL_PROFILER_MID_RUN_DUMP",
            "1",
            "TT_METAL_PROFILER_PROGRAM_SUPPORT_COUNT",
            "100");
    profile(
        board,
        environment,
        (device, a) -> {
          MeshTrace trace =
              record(
                  device,
                  () -> {
                    Ttnn.relu(a).close();
                    Ttnn.add(a, a).close();
                  });
          IntStream.range(0, replays).forEach(i -> trace.execute());
          trace.release();
          traceIds = List.of(trace.id());
        });
    List<String> expected = new ArrayList<>(List.of(RELU + " T0  host", ADD + " T0  host"));
    for (int i = 1; i <= replays; i++) {
      expected.add(RELU + " T0 " + i + " device");
      expected.add(ADD + " T0 " + i + " device");
    }
    List<Map<String, String>> rows = report();
    assertThat(runs(rows, "0")).isEqualTo(expected);
    Files.delete(logs().resolve(DeviceLogs.ANALYSIS));
    assertThat(runs(report(), "0")).as("from the device log").isEqualTo(expected);
  }

  @Test
  void theOtherCommandQueueOfADeviceIsNotPartOfTheTrace() throws IOException {
    profile(
        "n150",
        Map.of(ON, "1"),
        (device, a) -> {
          MeshTrace first = MeshTrace.beginCapture(device, 0);
          Ttnn.relu(a).close();
          MeshTrace second = device.commandQueue(1).call(() -> MeshTrace.beginCapture(device, 1));
          Ttnn.relu(a).close();
          device.commandQueue(1).run(() -> Ttnn.add(a, a).close());
          first.endCapture();
          Ttnn.add(a, a).close();
          device.commandQueue(1).run(second::endCapture);
          second.execute();
          first.execute();
          traceIds = List.of(first.id(), second.id());
        });
    assertThat(runs(report(), "0"))
        .containsExactly(
            RELU + " T0  host",
            RELU + " T0  host",
            ADD + " T1  host",
            ADD + " -  device",
            ADD + " T1 1 device",
            RELU + " T0 1 device",
            RELU + " T0 1 device");
  }

  @Test
  void threadsThatReplayAtOnceHaveTheirOwnTracesInTheReport() throws IOException {
    int replays = 100;
    profile(
        "n150",
        Map.of(ON, "1", ANALYSIS, "1"),
        (device, a) -> {
          MeshTrace first = record(device, () -> Ttnn.relu(a).close());
          MeshTrace second = record(device, () -> Ttnn.add(a, a).close());
          Stream.of(first, second)
              .parallel()
              .forEach(trace -> IntStream.range(0, replays).forEach(i -> trace.execute()));
          traceIds = List.of(first.id(), second.id());
        });
    List<String> runs = runs(report(), "0");
    List<String> sessions =
        IntStream.rangeClosed(1, replays).mapToObj(i -> " " + i + " device").toList();
    assertThat(runs)
        .filteredOn(run -> run.startsWith(RELU + " T0") && run.endsWith("device"))
        .containsExactlyElementsOf(sessions.stream().map(s -> RELU + " T0" + s).toList());
    assertThat(runs)
        .filteredOn(run -> run.startsWith(ADD + " T1") && run.endsWith("device"))
        .containsExactlyElementsOf(sessions.stream().map(s -> ADD + " T1" + s).toList());
  }

  @Test
  void dispatchCoresWorkForEachReplay() throws IOException {
    Map<String, String> environment = Map.of(ON, "1", "TT_METAL_DEVICE_PROFILER_DISPATCH", "1");
    profile("n150", environment, this::twoTraces);
    assertThat(report())
        .filteredOn(row -> !row.get(SESSION).isEmpty())
        .hasSize(8)
        .allMatch(row -> row.get("DISPATCH GO SEND WAIT TIME [ns]").equals("45"));
  }

  @Test
  void everyReplayHasAFileOfItsTransfers() throws IOException {
    profile("n150", Map.of(NOC_EVENTS, "1"), this::twoTraces);
    long first = traceIds.getFirst() << 32;
    try (Stream<Path> files = Files.list(logs())) {
      List<String> names = files.map(file -> file.getFileName().toString()).toList();
      assertThat(names)
          .filteredOn(name -> name.contains("_traceID"))
          .hasSize(3 * 2 + 2)
          .anyMatch(name ->
              name.matches("noc_trace_dev0_" + ADD + "_ID\\d+_traceID" + (first + 3) + "\\.json"));
      assertThat(names)
          .filteredOn(name -> name.startsWith("noc_trace") && !name.contains("_traceID"))
          .hasSize(1 + 2 + 1);
    }
  }

  @ParameterizedTest
  @CsvSource({"n150, 1", "t3000, 8"})
  void wholeReplaysHaveOneStreamOnEachCoreAndNothingElseHasAny(String board, int chips)
      throws IOException {
    Map<String, String> environment =
        Map.of(ON, "1", ANALYSIS, "1", "TT_METAL_TRACE_PROFILER", "1");
    profile(board, environment, this::twoTraces);
    List<String[]> starts =
        Files.readAllLines(logs().resolve(DeviceLogs.LOG)).stream()
            .skip(2)
            .map(row -> row.split(",", -1))
            .filter(cells -> cells[11].equals("ZONE_START"))
            .toList();
    assertThat(starts).allMatch(cells -> cells[3].equals("TENSIX_RISC_AGG"));
    assertThat(starts).allMatch(cells -> cells[8].isEmpty() && cells[9].isEmpty());
    assertThat(starts)
        .filteredOn(cells -> cells[0].equals("0") && cells[1].equals("1") && cells[2].equals("1"))
        .extracting(cells -> cells[10] + " " + (Long.parseLong(cells[7]) >> 10))
        .containsExactly(
            IntStream.rangeClosed(1, 5)
                .boxed()
                .flatMap(i -> Stream.of("TRACE-FW " + i, "TRACE-KERNEL " + i))
                .toArray(String[]::new));
    List<Map<String, String>> analysed = rows(logs().resolve(DeviceLogs.ANALYSIS));
    assertThat(analysed).hasSize(5 * chips);
    assertThat(analysed)
        .allSatisfy(row -> {
          long firmware = Long.parseLong(row.get("DEVICE TRACE FIRMWARE DURATION [ns]"));
          long kernel = Long.parseLong(row.get("DEVICE TRACE KERNEL DURATION [ns]"));
          assertThat(kernel).isPositive().isLessThan(firmware);
          assertThat(row.get(KERNEL)).isEqualTo(Long.toString(kernel));
        });
    assertThat(wholeReplays())
        .filteredOn(row -> row.get("DEVICE ID").equals("0"))
        .extracting(row -> "T" + traceIds.indexOf(Long.valueOf(row.get(TRACE))) + row.get(SESSION))
        .containsExactly("T01", "T11", "T02", "T12", "T03");
  }

  private List<Map<String, String>> wholeReplays() throws IOException {
    TracyOpsCsv.write(logs(), TracyOpsCsv.USUAL_CHILDREN);
    LogProcessing.Summary summary =
        LogProcessing.run(LogOptions.of(folder, folder, "t"), new InputProblems(false));
    assertThat(summary.wholeTraces()).isTrue();
    return rows(summary.report());
  }

  @Test
  void aWholeReplayLastsFromItsFirstProgramToItsLast() throws IOException {
    profile("n150", Map.of(ON, "1", ANALYSIS, "1"), this::twoTraces);
    List<Map<String, String>> programs =
        report().stream().filter(row -> row.get(SESSION).equals("1")).toList();
    long start = Long.parseLong(programs.get(0).get("DEVICE FW START CYCLE"));
    long end = Long.parseLong(programs.get(1).get("DEVICE FW END CYCLE"));
    profile("n150", Map.of(ON, "1", "TT_METAL_TRACE_PROFILER", "1"), this::twoTraces);
    assertThat(wholeReplays().getFirst().get("DEVICE TRACE FIRMWARE DURATION [ns]"))
        .isEqualTo(Long.toString(end - start));
  }

  @Test
  void wholeReplaysCountOnWhenADeviceIsOpenedAgain() throws IOException {
    Map<String, String> environment = Map.of(ON, "1", "TT_METAL_TRACE_PROFILER", "1");
    profile(
        "n150",
        environment,
        (device, a) -> {
          twoTraces(device, a);
          device.close();
          try (MeshDevice again = MeshDevice.open(Board.named("n150"), WITH_REGION);
              Tensor b = Programs.random(again, MemoryConfig.DRAM, 64, 64)) {
            Ttnn.relu(b).close();
            record(again, () -> Ttnn.relu(b).close()).execute();
          }
        });
    assertThat(wholeReplays())
        .extracting(row -> Long.parseLong(row.get("GLOBAL CALL COUNT")) >> 10)
        .containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
    assertThat(wholeReplays().getLast().get(SESSION)).isEqualTo("1");
  }

  @Test
  void accumulatedZonesHaveNoOperationsAndArePushedWhenL1IsFull() throws IOException {
    int adds = 300;
    profile(
        "n150",
        Map.of(
            ON,
            "1",
            ANALYSIS,
            "1",
            "TT_METAL_PROFILER_ACCUMULATE",
            "1",
            "TT_METAL_DEVICE_PROFILER_DISPATCH",
            "1",
            "TT_METAL_PROFILER_PROGRAM_SUPPORT_COUNT",
            "4000"),
        (device, a) -> IntStream.range(0, adds).forEach(i -> Ttnn.add(a, a).close()));
    List<String> rows = Files.readAllLines(logs().resolve(DeviceLogs.LOG));
    assertThat(rows).filteredOn(row -> row.matches(".*RISC.*")).hasSizeGreaterThan(20_000);
    assertThat(rows)
        .anyMatch(row -> row.contains(",PROFILER-DRAM-PUSH,ZONE_START,"))
        .anyMatch(row -> row.contains(",PROFILER-NOC-FLUSH,ZONE_END,"))
        .anyMatch(row -> row.contains(",CQ-DISPATCH"));
    List<String> firmware =
        rows.stream()
            .filter(row -> row.startsWith("0,1,1,BRISC,") && row.contains(",BRISC-FW,ZONE_START,"))
            .toList();
    assertThat(firmware)
        .hasSize(1 + 2 + adds)
        .allMatch(row -> row.split(",", -1)[7].equals("0"))
        .allMatch(row -> row.endsWith("{\"modelled\":true}"));
    assertThat(logs().resolve(DeviceLogs.ANALYSIS)).doesNotExist();
    LogOptions deviceOnly =
        new LogOptions(folder, folder, "t", Set.of(), true, false, false, false);
    assertThat(LogProcessing.run(deviceOnly, new InputProblems(false)).rows())
        .as("a sound log, without operations")
        .isZero();
  }

  private static List<Map<String, String>> rows(Path report) throws IOException {
    try (CsvReader csv = CsvReader.open(report)) {
      List<String> header = csv.next();
      List<Map<String, String>> rows = new ArrayList<>();
      for (List<String> cells = csv.next(); cells != null; cells = csv.next()) {
        Map<String, String> row = new HashMap<>();
        for (int i = 0; i < cells.size(); i++) {
          row.put(header.get(i), cells.get(i));
        }
        rows.add(row);
      }
      return rows;
    }
  }
}
