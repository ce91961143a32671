package dev.tilescope.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.capture.Programs;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.csv.CsvReader;
import dev.tilescope.internal.logs.InputProblems;
import dev.tilescope.internal.logs.LogOptions;
import dev.tilescope.internal.logs.LogProcessing;
import dev.tilescope.journal.TracyOpsCsv;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfiledOperationsTest {
  private static final Pattern ID = Pattern.compile("id:(\\d+)");

  @TempDir Path folder;
  private String before = "";

  private ProfilerOptions options() {
    return ProfilerOptions.DEFAULT.withFolder(folder).withJvmEvents(false);
  }

  @BeforeEach
  void nameThread() {
    before = Thread.currentThread().getName();
    Thread.currentThread().setName("t");
  }

  @AfterEach
  void stop() {
    Profiler.stop();
    Thread.currentThread().setName(before);
  }

  private static List<String> messages(List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith("t: message `"))
        .map(line -> line.substring("t: message ".length()))
        .toList();
  }

  @Test
  void aDeviceOperationIsAZoneWithItsIdInsideThoseOfItsFunctions() {
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor a = Programs.random(device, MemoryConfig.DRAM, 64, 64)) {
      Profiler.start(options());
      Ttnn.add(a, a).close();
      List<String> lines = EventLines.of(Profiler.stop()).lines;
      assertThat(lines.subList(0, 4))
          .containsExactly(
              "t: begin ttnn::add",
              "t: begin ttnn::prim::binary_ng",
              "t: begin TT_DNN_DEVICE_OP",
              "t: begin tt::tt_metal::create_device_tensor");
      assertThat(lines.get(5)).matches("t: text id:\\d+");
      assertThat(lines.get(6)).startsWith("t: message `TT_DNN_DEVICE_OP: \"BinaryNgDeviceOp");
      assertThat(lines.subList(7, lines.size())).containsExactly("t: end", "t: end", "t: end");
    }
  }

  @Test
  void aProgramIsDescribedOnceAndNamedByItsHashAfterThat() {
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor a = Programs.random(device, MemoryConfig.DRAM, 64, 64)) {
      Profiler.start(options());
      Ttnn.add(a, a).close();
      Ttnn.add(a, a).close();
      Ttnn.relu(a).close();
      List<String> messages = messages(EventLines.of(Profiler.stop()).lines);
      assertThat(messages).hasSize(3);
      assertThat(messages.get(0))
          .contains(" ->\n")
          .contains("\"op_code\": \"BinaryNgDeviceOperation\"")
          .contains("\"program_cache_hit\": false")
          .contains("\"Y\": \"64[64]\"")
          .contains("\"buffer_type\": \"DRAM\"")
          .contains("\"binary_op_type\": \"ADD\"")
          .contains("\"math_fidelity\": \"HiFi4\"")
          .contains("\"source\": \"modelled/BinaryNgDeviceOperation/compute\"")
          .contains("\"tilescope_modelled\"");
      assertThat(messages.get(1))
          .matches("`TT_DNN_DEVICE_OP: \"BinaryNgDeviceOperation\", \\d+, 0, true, \\d+` f0f8ff");
      assertThat(messages.get(2)).contains("UnaryDeviceOperation").contains(" ->\n");
    }
  }

  @Test
  void everyCallIsDescribedIfThatIsAskedFor() {
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor a = Programs.random(device, MemoryConfig.DRAM, 32, 32)) {
      Profiler.start(options().withFullOperationInfo(true));
      Ttnn.add(a, a).close();
      Ttnn.add(a, a).close();
      List<String> messages = messages(EventLines.of(Profiler.stop()).lines);
      assertThat(messages).hasSize(2).allMatch(message -> message.contains("\"op_code\""));
      assertThat(messages.get(1)).contains("\"program_cache_hit\": true");
    }
  }

  @Test
  void theFidelityIsTheOneThatTheComputeKernelWasConfiguredWith() {
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor a = Programs.random(device, MemoryConfig.DRAM, 64, 64)) {
      Profiler.start(options());
      ComputeKernelConfig config =
          ComputeKernelConfig.DEFAULT.withMathFidelity(MathFidelity.HI_FI2);
      Ttnn.matmul(a, a, MatmulOptions.DEFAULT.withComputeKernelConfig(config)).close();
      assertThat(messages(EventLines.of(Profiler.stop()).lines).getFirst())
          .contains("\"math_fidelity\": \"HiFi2\"");
    }
  }

  @Test
  void everyChipOfAMeshHasAZoneAndAMessageOfItsOwn() {
    try (MeshDevice device = MeshDevice.open("n300");
        Tensor a = Programs.random(device, MemoryConfig.DRAM, 32, 32)) {
      Profiler.start(options());
      Ttnn.relu(a).close();
      List<String> lines = EventLines.of(Profiler.stop()).lines;
      assertThat(lines).filteredOn(line -> line.equals("t: begin TT_DNN_DEVICE_OP")).hasSize(2);
      List<Long> ids =
          lines.stream()
              .map(ID::matcher)
              .filter(matcher -> matcher.find())
              .map(matcher -> Long.valueOf(matcher.group(1)))
              .toList();
      assertThat(ids).hasSize(2);
      assertThat(ids.get(0) - ids.get(1)).as("chip 1 is inside chip 0").isEqualTo(1);
      assertThat(ids.get(1) % 1024).isZero();
      assertThat(messages(lines)).hasSize(2).allMatch(message -> message.contains(" ->\n"));
    }
  }

  @Test
  void anOperationThatDoesNotLaunchHasNoIdAndNoMessage() throws IOException {
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor a = Programs.random(device, MemoryConfig.DRAM, 32, 32);
        Tensor b = Programs.random(device, MemoryConfig.DRAM, 64, 96)) {
      Profiler.start(options());
      try (GraphCapture _ = GraphCapture.begin(RunMode.NO_DISPATCH)) {
        Ttnn.relu(a).close();
      }
      assertThatThrownBy(() -> Ttnn.add(a, b)).isInstanceOf(TilescopeException.class);
      List<String> lines = EventLines.of(Profiler.stop()).lines;
      assertThat(lines).contains("t: begin UnaryDeviceOperation").noneMatch(l -> l.contains("id:"));
      assertThat(messages(lines)).isEmpty();
      TracyOpsCsv.write(folder.resolve(".logs"), TracyOpsCsv.USUAL_CHILDREN);
      assertThat(Files.readString(folder.resolve(".logs/tracy_ops_data.csv")))
          .isEqualTo("There are currently no messages!\n");
      assertThat(Files.readString(folder.resolve(".logs/tracy_ops_times.csv")))
          .contains("ttnn::relu")
          .doesNotContain("TT_DNN");
    }
  }

  @Test
  void buffersAreRecordedIfThatIsAskedFor() {
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor a = Programs.random(device, MemoryConfig.DRAM, 32, 32)) {
      Profiler.start(options().withMemoryProfiler(true));
      Ttnn.relu(a).close();
      List<String> lines = EventLines.of(Profiler.stop()).lines;
      assertThat(lines)
          .anyMatch(line -> line.matches("t: allocated Device 0 DRAM \\d+ 2048"))
          .anyMatch(line -> line.matches("t: freed Device 0 DRAM \\d+"));
    }
  }

  @Test
  void aSessionReadsTheDevicesThatAreStillOpen() throws IOException {
    Profiler.start(options().withDevice(DeviceProfilerOptions.ON));
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor a = Programs.random(device, MemoryConfig.DRAM, 32, 32)) {
      Ttnn.relu(a).close();
      Profiler.stop();
      assertThat(Files.readAllLines(folder.resolve(".logs").resolve("profile_log_device.csv")))
          .anyMatch(row -> row.contains(",BRISC-KERNEL,ZONE_END,"));
    }
  }

  @Test
  void theFilesOfARunAreWhatTheReportIsMadeOf() throws IOException {
    long modelledNanos;
    Profiler.start(options().withDevice(DeviceProfilerOptions.ON));
    try (MeshDevice device = MeshDevice.open("n300");
        Tensor a = Programs.random(device, MemoryConfig.L1, 64, 64)) {
      Signpost.mark("measure", "two of them; with `ticks`");
      Profiler.message("a; line\nand another");
      long before = device.modelledNanos();
      Ttnn.add(a, a).close();
      modelledNanos = device.modelledNanos() - before;
      Ttnn.add(a, a).close();
    }
    Profiler.stop();
    Path logs = folder.resolve(".logs");
    TracyOpsCsv.Summary summary =
        TracyOpsCsv.write(logs, Set.of("tt::tt_metal::create_device_tensor"));
    assertThat(summary.messages()).as("three operations on two chips, and two").isEqualTo(8);
    Path report =
        LogProcessing.run(LogOptions.of(folder, folder, "t"), new InputProblems(false)).report();
    List<Map<String, String>> all = rows(report);
    List<Map<String, String>> rows = all.subList(2, all.size());
    assertThat(rows)
        .extracting(row -> row.get("OP CODE") + " " + row.get("DEVICE ID"))
        .containsExactly(
            "measure ",
            "BinaryNgDeviceOperation 0",
            "BinaryNgDeviceOperation 1",
            "BinaryNgDeviceOperation 0",
            "BinaryNgDeviceOperation 1");
    assertThat(rows.getFirst().get("ATTRIBUTES")).isEqualTo("two of them; with 'ticks'");
    assertThat(rows.get(1))
        .containsEntry("OP TYPE", "tt_dnn_device")
        .containsEntry("MATH FIDELITY", "HiFi4")
        .containsEntry("INPUT_0_Y_PAD[LOGICAL]", "64[64]")
        .containsEntry("INPUT_0_MEMORY", "DEV_0_L1_INTERLEAVED")
        .containsEntry("OUTPUT_0_DATATYPE", "BFLOAT16")
        .containsEntry("PROGRAM CACHE HIT", "False")
        .containsEntry("DEVICE KERNEL DURATION [ns]", Long.toString(modelledNanos));
    assertThat(rows.get(3)).containsEntry("PROGRAM CACHE HIT", "True");
    assertThat(Long.parseLong(rows.get(1).get("HOST DURATION [ns]"))).isPositive();
    assertThat(rows.get(1).get("tt::tt_metal::create_device_tensor_TT_HOST_FUNC [ns]"))
        .as("in the zone of the first chip")
        .isNotEmpty();
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
