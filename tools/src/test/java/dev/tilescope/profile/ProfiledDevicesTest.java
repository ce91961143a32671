package dev.tilescope.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tilescope.capture.Programs;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.csv.CsvReader;
import dev.tilescope.internal.json.JsonReader;
import dev.tilescope.internal.logs.InputProblems;
import dev.tilescope.internal.logs.LogOptions;
import dev.tilescope.internal.logs.LogProcessing;
import dev.tilescope.journal.HostJournal;
import dev.tilescope.journal.TracyOpsCsv;
import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.profile.internal.markers.ClockFit;
import dev.tilescope.profile.internal.markers.DeviceLogs;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From a program to the columns of its report, with what a device can be asked to record. */
class ProfiledDevicesTest {
  private static final String ON = "TT_METAL_DEVICE_PROFILER";
  private static final String COUNTERS = "TT_METAL_PROFILE_PERF_COUNTERS";
  private static final String NOC_EVENTS = "TT_METAL_DEVICE_PROFILER_NOC_EVENTS";
  private static final String MAKING = "UniformDeviceOperation";
  private static final int ALL_COUNTERS = 47;
  private static final double CLOCK_ERROR_NANOS = 5000;

  @TempDir Path folder;
  private long hostStartNanos;
  private List<String> events = List.of();

  @AfterEach
  void stop() {
    Profiler.stop();
  }

  private interface Body {
    void run(Tensor tensor);
  }

  /** Runs on a square matrix in DRAM; the rows of the report, without that of making the matrix. */
  private List<Map<String, String>> profile(
      String board, int side, Map<String, String> environment, Body body) throws IOException {
    Profiler.start(
        ProfilerOptions.DEFAULT
            .withFolder(folder)
            .withJvmEvents(false)
            .withMemoryProfiler(environment.containsKey("TT_METAL_MEM_PROFILER"))
            .withDevice(DeviceProfilerOptions.fromEnvironment(environment)));
    try (MeshDevice device = MeshDevice.open(board);
        Tensor tensor = Programs.random(device, MemoryConfig.DRAM, side, side)) {
      body.run(tensor);
    }
    events = EventLines.of(Profiler.stop()).lines;
    TracyOpsCsv.Summary summary = TracyOpsCsv.write(logs(), TracyOpsCsv.USUAL_CHILDREN);
    hostStartNanos = Objects.requireNonNull(summary.run()).nanoTime();
    Path report =
        LogProcessing.run(LogOptions.of(folder, folder, "t"), new InputProblems(false)).report();
    return rows(report).stream().filter(row -> !row.get("OP CODE").equals(MAKING)).toList();
  }

  private Path logs() {
    return folder.resolve(".logs");
  }

  private List<String> deviceRows() throws IOException {
    return Files.readAllLines(logs().resolve(DeviceLogs.LOG));
  }

  private static double number(Map<String, String> row, String column) {
    assertThat(row.get(column)).as(column).isNotEmpty();
    return Double.parseDouble(row.get(column));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1"})
  void aDeviceThatIsOpenedAgainGoesOnInTime(String sync) throws IOException {
    Map<String, String> environment = Map.of(ON, "1", "TT_METAL_PROFILER_SYNC", sync);
    Profiler.start(deviceOptions(environment));
    for (int i = 0; i < 3; i++) {
      runOnce();
    }
    Profiler.stop();
    assertThat(kernelNanos(logs())).hasSize(3).doesNotContain("").containsOnly(oneRun());
  }

  private String oneRun() throws IOException {
    Profiler.start(deviceOptions(Map.of(ON, "1")));
    runOnce();
    Profiler.stop();
    return kernelNanos(logs()).getFirst();
  }

  private ProfilerOptions deviceOptions(Map<String, String> environment) {
    return ProfilerOptions.DEFAULT
        .withFolder(folder)
        .withJvmEvents(false)
        .withDevice(DeviceProfilerOptions.fromEnvironment(environment));
  }

  private static void runOnce() {
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor tensor = Programs.random(device, MemoryConfig.DRAM, 64, 64)) {
      Ttnn.add(tensor, tensor).close();
    }
  }

  private List<String> kernelNanos(Path logs) throws IOException {
    TracyOpsCsv.write(logs, TracyOpsCsv.USUAL_CHILDREN);
    Path report =
        LogProcessing.run(LogOptions.of(logs, folder, "t"), new InputProblems(false)).report();
    return rows(report).stream()
        .filter(row -> !row.get("OP CODE").equals(MAKING))
        .map(row -> row.get("DEVICE KERNEL DURATION [ns]"))
        .toList();
  }

  @Test
  void aMessageThatLooksLikeThatOfAnOperationIsNone() throws IOException {
    Profiler.start(deviceOptions(Map.of(ON, "1")));
    Profiler.message("TT_DNN_DEVICE_OP");
    Profiler.message("`TT_DNN_DEVICE_OP: \"Forged\", 1, 0, false, 1024`");
    Profiler.message("`TT_METAL_TRACE_REPLAY: 0, 1, 5`");
    runOnce();
    Profiler.stop();
    assertThat(kernelNanos(logs())).hasSize(1).doesNotContain("");
  }

  /** A program that another one starts, into the same folder. */
  static final class Child {
    private Child() {}

    public static void main(String[] args) {
      Profiler.start(
          ProfilerOptions.DEFAULT
              .withFolder(Path.of(args[0]))
              .withJvmEvents(false)
              .withDevice(DeviceProfilerOptions.ON));
      runOnce();
    }
  }

  @Test
  void aProgramThatStartsAnotherKeepsItsDeviceLogs() throws Exception {
    Profiler.start(deviceOptions(Map.of(ON, "1")));
    runOnce();
    Process child = HostJournalTest.java(Child.class, folder.toString());
    assertThat(child.waitFor()).isZero();
    runOnce();
    Profiler.stop();
    Path others = logs().resolve("process-" + child.pid());
    assertThat(HostJournal.otherProcesses(logs())).containsExactly(others);
    assertThat(kernelNanos(logs())).hasSize(2).doesNotContain("");
    assertThat(kernelNanos(others)).hasSize(1).doesNotContain("");
  }

  @Test
  void performanceCountersBecomeColumnsThatAgreeWithTheModel() throws IOException {
    List<Map<String, String>> rows =
        profile(
            "n150",
            512,
            Map.of(COUNTERS, Integer.toString(ALL_COUNTERS)),
            a -> {
              Ttnn.matmul(a, a).close();
              Ttnn.relu(a).close();
            });
    assertThat(rows).hasSize(2);
    for (Map<String, String> row : rows) {
      double median = number(row, "FPU Util Median (%)");
      assertThat(median).isGreaterThan(0).isLessThanOrEqualTo(100);
      assertThat(number(row, "Avg FPU util on full grid (%)"))
          .isCloseTo(median * number(row, "CORE COUNT") / 64, within(0.5));
      assertThat(number(row, "Thread 1 Stall Rate Max (%)")).isBetween(0.0, 100.0);
      assertThat(number(row, "L1 Unpacker Port Util Avg (%)")).isBetween(0.0, 100.0);
    }
    assertThat(number(rows.getFirst(), "Avg FPU util on full grid (%)"))
        .as("the engines compute at least what the product needs")
        .isGreaterThanOrEqualTo(number(rows.getFirst(), "PM FPU UTIL (%)") - 0.5);
    assertThat(deviceRows())
        .filteredOn(row -> row.contains(",BRISC,9090,"))
        .isNotEmpty()
        .allMatch(row ->
            row.matches(
                "0,\\d+,\\d+,BRISC,9090,\\d+,(\\d+),\\d+,,,,TS_DATA,0,,"
                    + "\\{\"counter type\":\"\\w+\";\"ref cnt\":\\d+;\"value\":\\1\\}"));
  }

  @Test
  void everyOperationHasAFileOfItsTransfersOnEachChip() throws IOException {
    List<Map<String, String>> rows =
        profile("t3000", 64, Map.of(NOC_EVENTS, "1"), a -> Ttnn.add(a, a).close());
    assertThat(rows)
        .extracting(row -> row.get("OP CODE") + " " + row.get("DEVICE ID"))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, 8).mapToObj(chip -> "BinaryNgDeviceOperation " + chip).toList());
    assertThat(rows).extracting(row -> row.get("DEVICE KERNEL DURATION [ns]")).hasSize(8);
    try (Stream<Path> files = Files.list(logs())) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .filteredOn(name -> name.startsWith("noc_trace") && !name.contains(MAKING))
          .containsExactlyInAnyOrderElementsOf(
              rows.stream()
                  .map(row ->
                      "noc_trace_dev%s_BinaryNgDeviceOperation_ID%s.json"
                          .formatted(row.get("DEVICE ID"), row.get("GLOBAL CALL COUNT")))
                  .toList());
    }
    assertThat(Files.readString(logs().resolve("topology.json")).replaceAll("\\s", ""))
        .startsWith("{\"mesh_shapes\":[{\"mesh_id\":0,\"shape\":[2,4]}],\"cluster_type\":\"T3K\"")
        .contains("\"5\":[0,0]", "\"fabric_config\":\"DISABLED\"", "\"15\":[4,6]}}");
    assertThat(Files.readString(logs().resolve("cluster_coordinates.json")).replaceAll("\\s", ""))
        .startsWith(
            "{\"physical_chip_to_eth_coord\":{\"0\":{\"rack\":0,\"shelf\":0,\"x\":1,\"y\":0}");
  }

  @Test
  void aTraceHasZonesAndTransfersInTheOrderOfCoreAndTime() throws IOException {
    List<Map<String, String>> rows =
        profile("n150", 64, Map.of(NOC_EVENTS, "1"), a -> Ttnn.relu(a).close());
    String id = rows.getFirst().get("GLOBAL CALL COUNT");
    Path file = logs().resolve("noc_trace_dev0_UnaryDeviceOperation_ID" + id + ".json");
    List<Map<String, String>> entries = objects(file);
    assertThat(entries.getFirst().keySet())
        .containsExactly(
            "op_name",
            "proc",
            "run_host_id",
            "src_device_id",
            "sx",
            "sy",
            "timestamp",
            "zone",
            "zone_phase");
    assertThat(entries)
        .filteredOn(entry -> entry.containsKey("zone"))
        .extracting(entry -> entry.get("zone"))
        .containsOnly("BRISC-KERNEL", "NCRISC-KERNEL");
    assertThat(entries)
        .filteredOn(entry -> "READ".equals(entry.get("type")))
        .isNotEmpty()
        .allSatisfy(entry ->
            assertThat(entry)
                .containsEntry("noc", "NOC_0")
                .containsEntry("num_bytes", "2048")
                .containsEntry("proc", "NCRISC")
                .containsEntry("vc", "-1")
                .containsKeys("dx", "dy"));
    assertThat(entries)
        .extracting(entry ->
            "%3s %3s %6s %15s"
                .formatted(
                    entry.get("sx"), entry.get("sy"), entry.get("proc"), entry.get("timestamp"))
                .replace("NCRISC", "ZCRISC"))
        .isSorted();
  }

  @Test
  void dispatchCoresSayHowLongTheyWorkedForAnOperation() throws IOException {
    List<Map<String, String>> rows =
        profile(
            "n150",
            64,
            Map.of(ON, "1", "TT_METAL_DEVICE_PROFILER_DISPATCH", "1"),
            a -> {
              Ttnn.relu(a).close();
              Ttnn.add(a, a).close();
            });
    assertThat(rows)
        .hasSize(2)
        .allSatisfy(row -> {
          assertThat(row).containsEntry("DISPATCH TOTAL CQ CMD OP TIME [ns]", "345");
          assertThat(row).containsEntry("DISPATCH GO SEND WAIT TIME [ns]", "45");
        });
    long program = Long.parseLong(rows.getFirst().get("GLOBAL CALL COUNT")) >> 10 & 0xFFFF;
    String launch = "MCAST;CQ_DISPATCH_CMD_PACKED_WRITE_FLAG_TYPE_LAUNCH";
    assertThat(deviceRows())
        .anyMatch(row -> row.contains("{\"workers_runtime_id\":" + program + "}"))
        .anyMatch(row -> row.contains("{\"dispatch_command_subtype\":\"" + launch + "\"}"))
        .anyMatch(row ->
            row.contains(
                ",%d,,,CQ-DISPATCH:%1$d:CQ_DISPATCH_CMD_WRITE_PACKED:%1$d:%s,ZONE_START,"
                    .formatted(program, launch)))
        .anyMatch(row ->
            row.contains("CQ-DISPATCH-SUBORDINATE:CQ_DISPATCH_CMD_SEND_GO_SIGNAL,ZONE_END,617,"));
  }

  @Test
  void sumZonesSayHowLongComputeKernelsWaited() throws IOException {
    List<Map<String, String>> rows =
        profile(
            "n150",
            256,
            Map.of(ON, "1", "TT_METAL_PROFILER_SUM", "1"),
            a -> Ttnn.typecast(a, DataType.FLOAT32).close());
    double cores = number(rows.getFirst(), "CORE COUNT");
    double kernel = number(rows.getFirst(), "DEVICE KERNEL DURATION [ns]");
    assertThat(number(rows.getFirst(), "DEVICE COMPUTE CB WAIT FRONT [ns]"))
        .isPositive()
        .isLessThan(cores * kernel);
    assertThat(number(rows.getFirst(), "DEVICE COMPUTE CB RESERVE BACK [ns]"))
        .isBetween(0.0, cores * kernel);
  }

  @Test
  void theMemoryProfilerGoesWithDeviceTimes() throws IOException {
    List<Map<String, String>> rows =
        profile(
            "n150", 32, Map.of(ON, "1", "TT_METAL_MEM_PROFILER", "1"), a -> Ttnn.relu(a).close());
    assertThat(number(rows.getFirst(), "DEVICE KERNEL DURATION [ns]")).isPositive();
    assertThat(events).anyMatch(line -> line.matches(".*: allocated Device 0 DRAM \\d+ 2048"));
  }

  @Test
  void afterSynchronisationDeviceTimesLieWithinThoseOfTheHost() throws IOException {
    List<Map<String, String>> rows =
        profile(
            "n300",
            64,
            Map.of(ON, "1", "TT_METAL_PROFILER_SYNC", "1"),
            a -> {
              for (int i = 0; i < 5; i++) {
                Ttnn.relu(a).close();
              }
            });
    List<ClockFit> clocks = clocks();
    assertThat(rows).hasSize(10);
    for (Map<String, String> row : rows) {
      ClockFit clock = clocks.get(Integer.parseInt(row.get("DEVICE ID")));
      double start = clock.hostNanos(Long.parseLong(row.get("DEVICE FW START CYCLE")));
      double end = clock.hostNanos(Long.parseLong(row.get("DEVICE FW END CYCLE")));
      Map<String, String> host = rowOfFirstChip(rows, row);
      assertThat(start - hostStartNanos)
          .isGreaterThan(number(host, "HOST START TS") - CLOCK_ERROR_NANOS);
      assertThat(end - hostStartNanos).isLessThan(number(host, "HOST END TS") + CLOCK_ERROR_NANOS);
    }
    List<String> sync = Files.readAllLines(logs().resolve(DeviceLogs.SYNC));
    assertThat(sync.getFirst()).startsWith("device id,core_x, core_y,device,host_tracy,");
    assertThat(sync).filteredOn(row -> row.startsWith("0,")).hasSize(2 * 249);
    assertThat(Double.parseDouble(sync.get(1).split(",", -1)[9])).isCloseTo(1, within(1e-4));
    assertThat(sync).filteredOn(row -> row.startsWith("1,")).hasSize(1);
    assertThat(Double.parseDouble(sync.getLast().split(",", -1)[12])).isCloseTo(1, within(1e-4));
  }

  /** Its host zone is the operation's; those of other chips begin inside it, after the launch. */
  private static Map<String, String> rowOfFirstChip(
      List<Map<String, String>> rows, Map<String, String> row) {
    long first = Long.parseLong(row.get("GLOBAL CALL COUNT")) >> 10 << 10;
    return rows.stream()
        .filter(other -> other.get("GLOBAL CALL COUNT").equals(Long.toString(first)))
        .findFirst()
        .orElseThrow();
  }

  private List<ClockFit> clocks() throws IOException {
    List<ClockFit> clocks = new ArrayList<>();
    String text = Files.readString(logs().resolve(DeviceLogs.CLOCKS));
    try (JsonReader json = JsonReader.of(text, "clocks")) {
      json.enterObject();
      assertThat(json.nextField()).isEqualTo("clocks");
      for (Map<String, String> clock : objects(json)) {
        assertThat(clock).containsEntry("synchronised", "true");
        clocks.add(
            new ClockFit(
                Double.parseDouble(clock.get("host_nanos")),
                Double.parseDouble(clock.get("cycles")),
                Double.parseDouble(clock.get("cycles_per_nano"))));
      }
    }
    return clocks;
  }

  @Test
  void whatIsNotRecordedOrWasRaisedIsSaidOnce() {
    Map<String, String> few =
        Map.of(ON, "1", NOC_EVENTS, "1", "TT_METAL_PROFILER_PROGRAM_SUPPORT_COUNT", "10");
    List<String> traceOnly = remarks(few, "TT_METAL_TRACE_PROFILER");
    assertThat(traceOnly)
        .hasSize(3)
        .startsWith(
            "Profiler program support count must be >= 43. Increasing program support count from"
                + " 10 to 43.",
            "Profiler NoC events are enabled; this can add 1-15% cycle overhead to typical"
                + " operations!");
    assertThat(traceOnly.getLast())
        .isEqualTo(
            "TT_METAL_TRACE_PROFILER records replays of traces as a whole: no NoC events,"
                + " performance counters or sum zones");
    assertThat(remarks(few, "TT_METAL_PROFILER_ACCUMULATE").getLast())
        .startsWith("TT_METAL_PROFILER_ACCUMULATE, meant for work on the profiler itself, records")
        .endsWith("no device times in reports, no NoC events, performance counters or sum zones");
    assertThat(DeviceProfilerOptions.ON.remarks()).isEmpty();
    assertThat(remarks(Map.of(ON, "1"), "TT_METAL_TRACE_PROFILER")).isEmpty();
  }

  private static List<String> remarks(Map<String, String> environment, String variable) {
    Map<String, String> all = new HashMap<>(environment);
    all.put(variable, "1");
    return DeviceProfilerOptions.fromEnvironment(all).remarks();
  }

  @Test
  void wholeTracesCannotBeAccumulated() {
    assertThatThrownBy(() ->
            remarks(
                Map.of(ON, "1", "TT_METAL_TRACE_PROFILER", "1"), "TT_METAL_PROFILER_ACCUMULATE"))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("TT_METAL_TRACE_PROFILER does not go with");
  }

  private static List<Map<String, String>> objects(Path file) throws IOException {
    try (JsonReader json = JsonReader.of(Files.readString(file), file.toString())) {
      return objects(json);
    }
  }

  private static List<Map<String, String>> objects(JsonReader json) {
    List<Map<String, String>> objects = new ArrayList<>();
    json.enterArray();
    while (json.nextElement()) {
      Map<String, String> fields = new LinkedHashMap<>();
      json.enterObject();
      for (String name = json.nextField(); name != null; name = json.nextField()) {
        fields.put(name, json.scalarText());
      }
      objects.add(fields);
    }
    return objects;
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
