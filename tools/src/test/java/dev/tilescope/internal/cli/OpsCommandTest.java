package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.replay.SampleTraces;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpsCommandTest {
  private static final String EXAMPLE1 = SampleTraces.resource("example1").toString();
  private static final String EXAMPLE2 = SampleTraces.resource("example2").toString();

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void theCallsOfARealRunAreATable() {
    assertThat(run("ops", EXAMPLE2)).isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            "number  parent  operation        arguments -> result",
            "     1          ttnn.from_torch  torch.Tensor(shape=[2, 3], dtype=float32),"
                + " dtype=DataType.BFLOAT16, layout=Layout.TILE -> Tensor(shape=[2, 3],"
                + " dtype=BFLOAT16)",
            "     2          ttnn.to_device   Tensor(shape=[2, 3], dtype=BFLOAT16),"
                + " device=MeshDevice(1x1 grid, 1 devices),"
                + " memory_config=MemoryConfig(DRAM_INTERLEAVED) -> Tensor(shape=[2, 3],"
                + " dtype=BFLOAT16)");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void callsAreFilteredByNameAndLimited() {
    assertThat(run("ops", EXAMPLE1, "--filter", "TTNN::*and", "--limit", "1")).isZero();
    assertThat(out.toString()).contains("ttnn.rand").doesNotContain("ttnn.add").hasLineCount(2);
    assertThat(run("ops", EXAMPLE1, "--limit", "-1")).isEqualTo(2);
  }

  @Test
  void aFilterThatNoCallMatchesIsNamedWithTheNumberOfCalls() {
    assertThat(run("ops", EXAMPLE2, "--filter", "softmax")).isZero();
    assertThat(out.toString()).isEqualTo("None of 2 calls matches --filter softmax.\n");
    assertThat(run("ops", folder.toString(), "--filter", "softmax")).isZero();
    assertThat(out.toString())
        .endsWith(
            "No traced calls in "
                + folder
                + ", whose files are named as 3_ttnn_add_<time>.json.\n");
  }

  @Test
  void parentsAndFailuresAreShownAndNothingActsOnTheTerminal() {
    SampleTraces.write(
        folder,
        12,
        "ttnn.add",
        "{\"position\": 0, \"value\": \"\\u001b[31m\"}",
        ", \"parent_operation_id\": 13, \"exception\": {\"message\": \"no\\nroom\"}");
    assertThat(run("ops", folder.toString())).isZero();
    assertThat(out.toString())
        .contains("    12      13  ttnn.add   \"\\u001b[31m\" -> failed: no\\nroom");
  }

  @Test
  void theListAsJsonHoldsTheSame() {
    assertThat(run("ops", EXAMPLE1, "--json", "--filter", "add")).isZero();
    assertThat(out.toString())
        .startsWith("[\n  {\n    \"number\": 3,\n    \"operation\": \"ttnn.add\",")
        .contains("\"result\": \"Tensor(shape=[4, 5], dtype=BFLOAT16)\"", "\"parent\": null")
        .contains("\"file\": \"3_ttnn_add_20260116_100125_581494.json\"")
        .endsWith("]\n");
  }

  @Test
  void damagedFilesAreCountedAndNoError() throws IOException {
    Files.writeString(folder.resolve("1_ttnn_add_20260116_100125_580236.json"), "{");
    assertThat(run("ops", folder.toString())).isZero();
    assertThat(out.toString()).isEqualToIgnoringNewLines("No traced calls.");
    assertThat(err.toString())
        .startsWith("warning: 1 damaged file left out, first: " + folder)
        .hasLineCount(1);
  }

  @Test
  void aMissingFolderIsAUsageErrorAndAnUnknownOneAnError() {
    assertThat(run("ops")).isEqualTo(2);
    assertThat(err.toString()).startsWith("tilescope: Missing required parameter: 'DIR'");
    assertThat(run("ops", folder.resolve("none").toString())).isOne();
    assertThat(err.toString()).contains("there is no such folder");
  }

  @Test
  void aFolderOfRunsIsRefusedWithTheFoldersInItAndTheCommandToType() throws IOException {
    for (String run : List.of("r1", "r2", "r3", "r4", "r 5")) {
      Path traced = Files.createDirectories(folder.resolve("runs/" + run));
      SampleTraces.write(traced, 1, "ttnn.add", "", "");
    }
    String runs = folder.resolve("runs").toString();
    String inside =
        runs + ": no traced calls here, but in r 5, r1, r2 and 2 more; name one folder: ";
    assertThat(run("ops", runs + "/", "--json")).isEqualTo(1);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "tilescope: " + inside + "tilescope ops '" + runs + "/r 5' --json");
    Files.delete(SampleTraces.write(folder.resolve("runs/r 5"), 1, "ttnn.add", "", ""));
    assertThat(run("ops", "show", runs, "1")).isEqualTo(1);
    assertThat(run("ops", "diff", EXAMPLE1, runs)).isEqualTo(1);
    assertThat(run("ops", "index", EXAMPLE1, runs, "-o", runs + ".json")).isEqualTo(1);
    assertThat(err.toString())
        .contains(
            "but in r1, r2, r3 and 1 more; name one folder: tilescope ops show " + runs + "/r1 1")
        .contains("tilescope ops diff " + EXAMPLE1 + " " + runs + "/r1")
        .contains("tilescope ops index " + EXAMPLE1 + " " + runs + "/r1 -o");
    assertThat(folder.resolve("runs.json")).doesNotExist();
  }

  @Test
  void showPrintsOneCallWithTheFirstOfItsValues() {
    assertThat(run("ops", "show", EXAMPLE1, "3")).isZero();
    assertThat(out.toString())
        .startsWith("#3 ttnn.add\nfile     ")
        .contains("arg1     Tensor(shape=[4, 5], dtype=BFLOAT16)\n           layout   TILE\n")
        .contains("result   Tensor(", "values   20: [1.28125, 1.640625,");
    assertThat(run("ops", "show", EXAMPLE1, "7")).isOne();
    assertThat(err.toString()).contains("there is no call 7; the calls are 1 to 3");
  }

  @Test
  void showAsJsonIsTheWholeFile() throws IOException {
    assertThat(run("ops", "show", EXAMPLE1, "3", "--json")).isZero();
    assertThat(out.toString())
        .isEqualTo(Files.readString(Path.of(EXAMPLE1, "3_ttnn_add_20260116_100125_581494.json")));
  }

  @Test
  void diffTellsWhatChangedAndFailsOnlyIfAsked() {
    assertThat(run("ops", "diff", EXAMPLE1, EXAMPLE2)).isZero();
    assertThat(out.toString())
        .startsWith("0 same, 0 changed, 3 removed, 2 added\n")
        .contains("Removed\n  - #1 ttnn.rand\n", "Added\n  + #1 ttnn.from_torch\n");
    assertThat(run("ops", "diff", EXAMPLE1, EXAMPLE2, "--fail-if-different")).isOne();
    assertThat(run("ops", "diff", EXAMPLE1, EXAMPLE1, "--fail-if-different")).isZero();
  }

  @Test
  void diffShowsChangesInTextAndJson() {
    Path after = folder.resolve("after");
    assertThat(after.toFile().mkdir()).isTrue();
    SampleTraces.write(folder, 1, "ttnn.relu", SampleTraces.tensor("[1, 2]", ""), "");
    SampleTraces.write(after, 4, "ttnn.relu", SampleTraces.tensor("[1, 3]", ""), "");
    assertThat(run("ops", "diff", folder.toString(), after.toString())).isZero();
    assertThat(out.toString())
        .contains("Changed\n  #1 -> #4 ttnn.relu\n      arg0.shape: [1, 2] -> [1, 3]\n");
    assertThat(run("ops", "diff", folder.toString(), after.toString(), "--json")).isZero();
    assertThat(out.toString()).contains("\"where\": \"arg0.shape\",");
    assertThat(run("ops", "diff", EXAMPLE1, EXAMPLE2, "--json", "--limit", "1")).isEqualTo(2);
  }

  @Test
  void indexWritesAMasterFileOfSeveralFolders() throws IOException {
    Path master = folder.resolve("new/master.json");
    assertThat(
            run(
                "ops",
                "index",
                EXAMPLE1,
                EXAMPLE2,
                "-o",
                master.toString(),
                "--machine",
                "board_type=Wormhole,card_count=1",
                "--source",
                "my test"))
        .isZero();
    assertThat(out.toString())
        .contains("my test: 3 calls, 2 new configurations (left out: 0 that only move data")
        .contains("my test: 2 calls, 0 new configurations (left out: 2 that only move data")
        .contains(": 2 operations, 2 configurations");
    assertThat(Files.readString(master))
        .contains(
            "\"board_type\": \"Wormhole\",\n", "\"card_count\": 1", "\"source\": \"my test\"");
  }

  @Test
  void theCommandsInsideHaveHelpAndVersion() {
    assertThat(run("ops", "index", "--help")).isZero();
    assertThat(out.toString()).startsWith("Usage: tilescope ops index").contains("--machine");
    out.getBuffer().setLength(0);
    assertThat(run("ops", "show", "--version")).isZero();
    assertThat(out.toString()).startsWith("tilescope ");
  }

  private int run(String... args) {
    out.getBuffer().setLength(0);
    return new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err)).run(args);
  }
}
