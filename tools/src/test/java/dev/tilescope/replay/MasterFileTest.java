package dev.tilescope.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MasterFileTest {
  private static final LocalDateTime NOW = LocalDateTime.of(2026, 11, 16, 3, 17, 9);

  @TempDir Path folder;

  private Path traces;
  private Path master;

  @BeforeEach
  void makeFolders() throws IOException {
    traces = Files.createDirectory(folder.resolve("traces"));
    master = folder.resolve("master.json");
  }

  /** The expected file is what the functions of TT-NN's own tool gave for the same traces. */
  @Test
  void theFileIsWhatTtnnsToolWritesByteForByte() throws IOException {
    Map<String, Recorded> machine = new LinkedHashMap<>();
    machine.put("board_type", Recorded.of("Wormhole"));
    machine.put("device_series", Recorded.of("n300"));
    machine.put("card_count", Recorded.of(1));
    MasterIndex index = index(SampleTraces.resource("index/in"), machine);
    assertThat(index).isEqualTo(new MasterIndex(8, 1, 0, 6));
    assertThat(Files.readString(master))
        .isEqualTo(Files.readString(SampleTraces.resource("index/master.json")));
  }

  @Test
  void indexingAFolderTwiceChangesNothing() throws IOException {
    index(SampleTraces.resource("index/in"), Map.of());
    String once = Files.readString(master);
    assertThat(index(SampleTraces.resource("index/in"), Map.of()).configurations()).isZero();
    assertThat(Files.readString(master)).isEqualTo(once);
  }

  @Test
  void aRunWithValuesHasTheConfigurationsOfOneWithout() throws IOException {
    String more = ", \"shape\": [4, 5], \"dtype\": ";
    SampleTraces.write(traces, 1, "ttnn.relu", tensor(more + "\"DataType.BFLOAT16\""), "");
    SampleTraces.write(
        traces,
        2,
        "ttnn.relu",
        tensor(more + "\"float32\", \"values\": [[1]], \"truncated\": true"),
        "");
    assertThat(index(traces, Map.of()).configurations()).isOne();
    assertThat(Files.readString(master)).contains("\"count\": 2").doesNotContain("float32");
  }

  @Test
  void countsOfOneRunMergeToTheLargerAndOtherRunsAreAdded() throws IOException {
    SampleTraces.write(traces, 1, "ttnn.relu", tensor(""), "");
    SampleTraces.write(traces, 2, "ttnn::relu", tensor(""), "");
    index(traces, Map.of());
    Files.delete(traces.resolve("2_ttnn_relu_20260116_100125_580236.json"));
    index(traces, Map.of());
    assertThat(Files.readString(master))
        .containsOnlyOnce("\"count\": 2")
        .doesNotContain("\"count\": 1");
    Files.writeString(
        traces.resolve("_trace_metadata.json"),
        """
        {"test_source": "models/bert.py", "HF_MODEL": "tiny", "trace_uid": "u1", "pytest_args": ["-k", "x"],
         "machine_info": [{"tt_kmd": "2.0"}], "software_versions": {"tt_smi": "3.0"}}\
        """);
    assertThat(index(traces, Map.of()).configurations()).isZero();
    assertThat(Files.readString(master))
        .contains("\"source\": \"models/bert.py [HF_MODEL:tiny]\"", "\"trace_uid\": \"u1\"")
        .contains("\"tt_kmd\": \"2.0\"", "\"tt_smi\": \"3.0\"", "\"-k\"")
        .contains("\"total_configurations\": 1");
  }

  @Test
  void anotherBoardIsAnotherConfiguration() {
    SampleTraces.write(traces, 1, "ttnn.relu", tensor(""), "");
    index(traces, Map.of("board_type", Recorded.of("Wormhole")));
    assertThat(index(traces, Map.of("board_type", Recorded.of("Blackhole"))).configurations())
        .isOne();
  }

  @Test
  void callsOfASweepAreToldApartByTheirHash() throws IOException {
    for (int i = 1; i <= 3; i++) {
      String sweep = ", \"sweep_source_hash\": \"s" + i / 2 + "\"";
      SampleTraces.write(traces, i, "ttnn.relu", tensor(""), sweep);
    }
    assertThat(index(traces, Map.of()).configurations()).isEqualTo(2);
    assertThat(index(traces, Map.of()).configurations()).isZero();
    assertThat(Files.readString(master)).contains("\"sweep_source_hash\": \"s0\"");
  }

  @Test
  void failedCallsAndThoseThatOnlyMoveDataAreLeftOut() {
    SampleTraces.write(traces, 1, "ttnn.to_layout", "", "");
    SampleTraces.write(traces, 2, "ttnn.prim.example_multiple_return", "", "");
    SampleTraces.write(traces, 3, "torch.add", "", "");
    SampleTraces.write(traces, 4, "ttnn.add", "", ", \"exception\": {\"message\": \"no\"}");
    assertThat(index(traces, Map.of())).isEqualTo(new MasterIndex(4, 3, 1, 0));
  }

  @Test
  void ofTestsWithFoldersOfTheirOwnThoseThatPassedAreTaken() throws IOException {
    for (String status : new String[] {"passed", "failed", "skipped"}) {
      Path test = Files.createDirectory(traces.resolve(status));
      SampleTraces.write(test, 1, "ttnn." + status, "", "");
      Files.writeString(test.resolve("_status.json"), "{\"status\": \"" + status + "\"}");
    }
    Files.writeString(
        Files.createDirectory(traces.resolve("odd")).resolve("_status.json"), "{\"status\"");
    assertThat(index(traces, Map.of())).isEqualTo(new MasterIndex(1, 0, 0, 1));
  }

  @Test
  void anExistingFileKeepsWhatItHolds() throws IOException {
    Files.writeString(
        master,
        """
        {"note": 1, "metadata": {"models": ["old"], "owner": "me"}, "operations": {
          "ttnn.global_avg_pool2d": {"extra": 2, "configurations": [7, {"config_id": 41,
            "arguments": {"arg0": {"shard_spec": "None"}}, "executions": [{"source": "old"}]}]}}}\
        """);
    SampleTraces.write(
        traces, 1, "ttnn.avg_pool2d", "{\"position\": 0, \"value\": {\"shard_spec\": null}}", "");
    SampleTraces.write(traces, 2, "ttnn.relu", tensor(""), "");
    assertThat(index(traces, Map.of()).configurations()).isOne();
    assertThat(Files.readString(master))
        .contains(
            "\"note\": 1", "\"owner\": \"me\"", "\"extra\": 2", "\"old\"", "\"config_id\": 42")
        .contains("\"total_configurations\": 3")
        .doesNotContain("ttnn.avg_pool2d");
  }

  @Test
  void aDamagedMasterFileIsAnErrorAndStaysAsItIs() throws IOException {
    for (String damaged : new String[] {"{\"operations\": {", "{}", "[]"}) {
      Files.writeString(master, damaged);
      assertThatThrownBy(() -> index(traces, Map.of()))
          .isInstanceOf(TilescopeException.class)
          .hasMessageStartingWith(master + ":1:");
      assertThat(master).hasContent(damaged);
    }
  }

  private static String tensor(String more) {
    return SampleTraces.tensor("[4, 5]", more);
  }

  private MasterIndex index(Path from, Map<String, Recorded> machine) {
    TraceDamage damage = new TraceDamage();
    MasterFile file = MasterFile.readOrEmpty(master);
    MasterIndex index =
        MasterIndex.add(
            TraceFolder.ofPassedTests(from),
            TraceRun.of(from, null, machine, damage),
            file,
            damage);
    file.write(master, NOW);
    assertThat(damage.count()).isZero();
    return index;
  }
}
