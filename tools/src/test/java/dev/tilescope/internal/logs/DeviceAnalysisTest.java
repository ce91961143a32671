package dev.tilescope.internal.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceAnalysisTest {
  @TempDir Path folder;

  private LogProcessing.Summary process(String... analyses) throws IOException {
    LogFixture.uniform(2, 2).write(folder);
    LogOptions options =
        new LogOptions(
            folder, folder.resolve("out"), "t", Set.of(analyses), true, false, false, false);
    return LogProcessing.run(options, new InputProblems(false));
  }

  @Test
  void onlyTheColumnsOfTheAnalysesAreFilled() throws IOException {
    Map<String, String> row =
        Tables.read(process("device_fw_duration", "device_trisc1_kernel_duration").report())
            .getFirst();
    assertThat(row.keySet())
        .containsExactly(
            "GLOBAL CALL COUNT",
            "DEVICE ID",
            "CORE COUNT",
            "DEVICE FW START CYCLE",
            "DEVICE FW END CYCLE",
            "DEVICE FW DURATION [ns]",
            "DEVICE TRISC1 KERNEL DURATION [ns]");
    assertThat(folder.resolve("out/per_core_op_to_op_times_t.csv")).doesNotExist();
  }

  @Test
  void latencyComesWithTheKernelDuration() throws IOException {
    List<Map<String, String>> rows = Tables.read(process("device_kernel_duration").report());
    assertThat(Tables.column(rows, "OP TO OP LATENCY [ns]")).containsExactly("0", "9189");
    assertThat(rows.getFirst()).doesNotContainKey("OP TO OP LATENCY BR/NRISC START [ns]");
  }

  @Test
  void gapsComeWithTheirOwn() throws IOException {
    process("op2op");
    assertThat(Tables.read(folder.resolve("out/per_core_op_to_op_times_t.csv")))
        .containsExactly(
            Map.of(
                "device ID", "0",
                "op2op ID", "1024 -> 2048",
                "1; 1 [ns]", "7696",
                "2; 1 [ns]", "7696"));
  }

  @Test
  void anUnknownAnalysisIsNamedWithThoseThereAre() {
    assertThatThrownBy(() -> process("kernel"))
        .hasMessageContaining(
            "there is no device analysis \"kernel\"; there are trace_fw_duration,");
    assertThat(folder.resolve("out")).doesNotExist();
  }
}
