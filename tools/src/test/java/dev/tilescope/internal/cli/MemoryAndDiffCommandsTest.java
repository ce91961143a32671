package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.capture.Programs;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.diff.ReportDiff;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.report.ReportFile;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryAndDiffCommandsTest {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void memoryNamesPeaksLateFreesLeaksFragmentationAndCores() {
    assertThat(run("memory", program("r", 64))).isZero();
    assertThat(out.toString())
        .contains("L1 of device 0 is fullest in #2 ttnn::relu: 16.1 KiB (16,512 bytes)")
        .contains("12.0 KiB is 3 circular buffers of BinaryNgDeviceOperation in #1: 3 × 4.0 KiB; ")
        .contains("To save 2.0 KiB, let #1 work on smaller blocks: ")
        .contains(" that the operation itself takes or gives")
        .contains("DRAM of device 0 is fullest in ")
        .contains("Late frees: 1 buffer outlived its last use")
        .contains("    1 op   8.0 KiB")
        .containsPattern("#2 ttnn::relu +#4 +#1 ttnn::add")
        .contains("Never freed, of what the capture allocated")
        .contains("Fragmentation of a bank's free space")
        .contains("    at the peak     0.0 %  largest gap ")
        .contains("Cores of device 0: ")
        .doesNotContain("\u001b");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void lintHoldsAReportToWhatItsDeviceHasAndFailsOnWhatIsNotWhole() throws IOException {
    String report = program("r", 64);
    assertThat(run("lint", report, "--fail-if", "peak-l1-per-core > 90 %")).isZero();
    assertThat(run("lint", report, "--fail-if", "peak-l1-per-core>1%")).isOne();
    assertThat(err.toString())
        .contains("limit exceeded: peak-l1-per-core>1%, by device 0:")
        .contains("L1 per core    16.1 KiB");
    assertThat(run("lint", report, "--fail-if", "l1-headroom < 2 MiB")).isOne();
    assertThat(run("lint", report, "--fail-if", "peak-dram-per-bank > 4095 B")).isOne();
    assertThat(run("lint", report, "--fail-if", "host-time > 1 s")).isNotZero();
    assertThat(err.toString()).contains("host-time is for diff");
    Path empty = folder.resolve("empty.json");
    Files.writeString(empty, "[]");
    assertThat(run("lint", empty.toString())).isZero();
    assertThat(run("lint", empty.toString(), "--fail-if", "peak-l1-per-core>90%")).isOne();
    assertThat(err.toString()).contains("limits cannot be checked: the report holds no operations");
  }

  @Test
  void memoryCountsTheOneThatALimitLeavesOutInTheSingular() {
    assertThat(run("memory", program("r", 64), "--limit", "0")).isZero();
    assertThat(out.toString()).contains("  and 1 more buffer (--limit shows more)");
  }

  @Test
  void memoryAsJsonHoldsTheSameNumbers() {
    assertThat(run("memory", program("r", 64), "--json")).isZero();
    assertThat(out.toString())
        .startsWith("{\n  \"operations\": [\n    {\n      \"operation_id\": 1,")
        .containsPattern("\"operation_id\": 3,\\s+\"step\": 2")
        .contains("\"sentences\": [")
        .contains("\"role\": \"in_use\"")
        .contains("\"l1_bytes_per_core\": [")
        .contains("\"operations_late\": 1")
        .contains("\"byte_operations\": 8192")
        .contains("\"largest_gap_bytes\"")
        .endsWith("}\n");
  }

  @Test
  void onATerminalWhatCameAndWentIsGreenAndRed() throws IOException {
    Report small = ReportFile.read(Path.of(program("small", 64)));
    Report large = ReportFile.read(Path.of(program("large", 96)));
    StringWriter painted = new StringWriter();
    DiffText.of(
        ReportDiff.of(small, large), DiffNumbers.of(small, large), 20, new Colours(true), painted);
    assertThat(painted.toString()).contains(Colour.YELLOW.paint("  ~ #1 ttnn::add (node 1)"));
    StringWriter plain = new StringWriter();
    DiffText.of(
        ReportDiff.of(small, large), DiffNumbers.of(small, large), 20, new Colours(false), plain);
    assertThat(painted.toString().replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo(plain.toString());
  }

  @Test
  void deviceTimesThatAReportOfABoardLacksAreNotCalledUnchanged() throws IOException {
    String modelled = program("modelled", 64);
    Path board = folder.resolve("board.json");
    String text = Files.readString(Path.of(modelled));
    Files.writeString(board, text.replaceAll("(?m)^\\s*\"modelled_device_ns\": *\\d+,?\\n", ""));
    assertThat(run("diff", board.toString(), board.toString())).isZero();
    assertThat(out.toString()).contains("device-time        not recorded in either report");
    assertThat(run("diff", modelled, board.toString(), "--fail-if", "device-time>+1%")).isOne();
    assertThat(out.toString())
        .contains(" ms -> not recorded after")
        .doesNotContain("Device time (modelled): operations that changed most");
    assertThat(err.toString()).contains("limit cannot be checked: device-time>+1%: ");
  }

  @Test
  void everyModelledTimeOfADiffHasWhatABoardMayTake() {
    String small = program("small", 64);
    String large = program("large", 1024);
    assertThat(run("diff", small, large, "--fail-if", "device-time>+1%")).isOne();
    String band = "[\\d.]+ to [\\d.]+";
    String sum = "; modelled, a board " + band + " -> " + band + " ms\n";
    String time = "[\\d.]+ \\(a board " + band + "\\)";
    assertThat(out.toString())
        .containsPattern("device-time .*" + sum)
        .containsPattern("us  #1 ttnn::add \\(node \\d+\\): " + time + " -> " + time + " us\n");
    assertThat(err.toString()).containsPattern("limit exceeded: device-time>.*" + sum);
    assertThat(run("diff", small, large, "--json")).isZero();
    String json = out.toString();
    assertThat(json.split("\"modelled_nanos\"", -1).length)
        .isEqualTo(json.split("\"modelled_low_nanos\"", -1).length)
        .isEqualTo(json.split("\"modelled_high_nanos\"", -1).length)
        .isGreaterThan(4);
  }

  @Test
  void aLimitCannotBeKeptByAReportThatIsEmptyOrNotWhole() throws IOException {
    String good = program("good", 64);
    String text = Files.readString(Path.of(good));
    Map<String, String> broken =
        Map.of(
            "[]",
            "holds no operations",
            "{\"report_version\": 99, \"graph\": []}",
            "holds no operations",
            text.substring(0, text.length() / 3),
            "the file ends too early");
    for (Map.Entry<String, String> each : broken.entrySet()) {
      Path file = folder.resolve("broken.json");
      Files.writeString(file, each.getKey());
      for (String[] pair : new String[][] {{good, file.toString()}, {file.toString(), good}}) {
        assertThat(run("diff", pair[0], pair[1], "--fail-if", "removed<0")).isOne();
        assertThat(err.toString())
            .contains("tilescope: limits cannot be checked: " + file, each.getValue());
      }
      assertThat(run("diff", good, file.toString())).as("without a limit").isZero();
    }
  }

  @Test
  void aLimitMayBeWrittenWithSpaces() {
    String a = program("a", 64);
    assertThat(run("diff", a, program("b", 128), "--fail-if", " peak-l1 > +5 % ")).isOne();
    assertThat(err.toString()).contains("limit exceeded: peak-l1 > +5 %: device 0 ");
    assertThat(run("diff", a, a, "--fail-if", "peak-dram > 1 MiB")).isZero();
  }

  @Test
  void memoryDrawsAPictureThatAppearsWhole() throws IOException {
    Path svg = folder.resolve("new folder/map.svg");
    assertThat(run("memory", program("r", 64), "--svg", svg.toString())).isZero();
    assertThat(Files.readString(svg)).startsWith("<svg ").endsWith("</svg>\n");
    try (Stream<Path> files = Files.list(svg.resolveSibling(""))) {
      assertThat(files).containsExactly(svg);
    }
    assertThat(run("memory", program("r", 64), "--svg", folder.toString())).isOne();
    assertThat(err.toString())
        .contains(": cannot be written: it is a directory; name a file in a folder")
        .hasLineCount(1);
  }

  @Test
  void memoryOfADeviceThatIsNotThereIsAnError() {
    String report = program("r", 64);
    assertThat(run("memory", report, "--device", "0")).isZero();
    assertThat(run("memory", report, "--device", "9")).isOne();
    assertThat(err.toString()).contains("device 9 uses no memory in this trace").hasLineCount(1);
    assertThat(run("memory", report, "--limit", "-1")).isEqualTo(2);
  }

  @Test
  void aTraceWithoutMemoryIsNoError() throws IOException {
    Path empty = Files.writeString(folder.resolve("empty.json"), "[]");
    assertThat(run("memory", empty.toString())).isZero();
    assertThat(out.toString()).contains("No buffer and no program memory in this trace.");
  }

  @Test
  void twoRunsOfOneProgramKeepEveryLimit() {
    String a = program("a", 64);
    String b = program("b", 64);
    assertThat(
            run(
                "diff",
                a,
                b,
                "--fail-if",
                "peak-l1>0",
                "--fail-if",
                "peak-dram>+0%",
                "--fail-if",
                "operations!=0",
                "--fail-if",
                "changed>0",
                "--fail-if",
                "device-time>+0%"))
        .isZero();
    assertThat(out.toString()).contains("The same operations, with the same memory.");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void everyExceededLimitIsOneLineAndExitCodeOne() {
    int code =
        run(
            "diff",
            program("a", 64),
            program("b", 128),
            "--fail-if",
            "peak-l1>+5%",
            "--fail-if",
            "operations!=0",
            "--fail-if",
            "changed>0");
    assertThat(code).isOne();
    assertThat(err.toString().lines())
        .hasSize(2)
        .anySatisfy(line ->
            assertThat(line)
                .startsWith("tilescope: limit exceeded: peak-l1>+5%: device 0 ")
                .contains("->"))
        .anySatisfy(line -> assertThat(line).contains("limit exceeded: changed>0: 0 -> "));
    assertThat(out.toString())
        .contains("~ #1 ttnn::add (node ")
        .contains("~ #4 ttnn::deallocate (node ")
        .contains("Shape([64, 64])")
        .contains("Shape([128, 64])")
        .contains("L1 inside: ");
  }

  @Test
  void aLimitOfRowsIsRefusedWhereJsonGivesAll() {
    String report = program("r", 64);
    assertThat(run("memory", report, "--json", "--limit", "3")).isEqualTo(2);
    assertThat(run("diff", report, report, "--json", "--limit", "3")).isEqualTo(2);
    assertThat(err.toString()).contains("--limit would do nothing: --json gives every row");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void diffTakesAChoiceIfOneSideLeavesOne() throws IOException {
    String file = program("a", 64);
    Path several = Files.createDirectory(folder.resolve("several"));
    Files.copy(Path.of(file), several.resolve("a.json"));
    Files.copy(Path.of(program("b", 128)), several.resolve("b.json"));
    assertThat(run("diff", file, several.toString(), "--name", "a.json")).isZero();
    assertThat(out.toString()).contains("The same operations, with the same memory.");
    assertThat(run("diff", file, file, "--name", "a.json")).isEqualTo(2);
    assertThat(err.toString()).contains("--name would do nothing");
  }

  @Test
  void callsThatAreTheSameButForFreesBetweenThemAreSaidToBe() {
    assertThat(run("diff", closing("a", false), closing("b", true))).isZero();
    assertThat(out.toString())
        .contains("operations         1 -> 2 (+1")
        .contains("The same calls, with the same memory, but not as many frees between them.");
  }

  @Test
  void withoutLimitsDifferencesAreNoFailure() {
    assertThat(run("diff", program("a", 64), program("b", 128))).isZero();
  }

  @Test
  void whatChangedAlikeInEqualLayersIsToldOnce() {
    assertThat(run("diff", layers("a", 64), layers("b", 128))).isZero();
    assertThat(out.toString())
        .contains("Changed: 12")
        .contains("  ~ 4 × (gelu, relu, add): ttnn::relu (#2, #5, #8 and 1 more)");
    assertThat(run("diff", layers("a", 64), layers("b", 128), "--json")).isZero();
    assertThat(out.toString()).contains("\"in_layers\": [", "\"layers\": \"gelu, relu, add\"");
  }

  private String layers(String name, int rows) {
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor input = Programs.random(device, MemoryConfig.L1, rows, 64);
        GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Tensor state = input;
      for (int layer = 0; layer < 4; layer++) {
        state = Ttnn.add(Ttnn.relu(Ttnn.gelu(state)), state);
      }
      Path file = folder.resolve(name + ".json");
      ReportFile.write(capture.end(), file);
      return file.toString();
    }
  }

  @Test
  void diffAsJsonTellsLimitsToo() {
    int code = run("diff", program("a", 64), program("b", 128), "--json", "--fail-if", "peak-l1>0");
    assertThat(code).isOne();
    assertThat(out.toString())
        .startsWith("{\n  \"same\": false,")
        .contains("\"kind\": \"memory\"")
        .contains("\"kind\": \"outputs\"")
        .contains("\"operation_id\": 4,", "\"operation_id_after\": 4,")
        .contains("\"limit\": \"peak-l1>0\"");
  }

  @Test
  void aLimitThatMakesNoSenseIsAUsageErrorThatTeaches() {
    String a = program("a", 64);
    for (String limit : List.of("peak-l1>5", "peek>5%", "nonsense")) {
      assertThat(run("diff", a, a, "--fail-if", limit)).isEqualTo(2);
    }
    assertThat(err.toString())
        .contains("use % or one of B, GiB, KiB, MiB")
        .contains("there is no metric 'peek'")
        .contains("such as peak-l1>+5%");
    assertThat(run("diff", a)).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void theHelpOfDiffShowsTheGrammar() {
    assertThat(run("diff", "--help")).isZero();
    assertThat(out.toString())
        .contains("--fail-if 'peak-l1-per-core > +5%'")
        .contains("comparison  > >= < <= != ==");
  }

  /** One result is freed an operation late, one never. */
  private String program(String name, int rows) {
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor a = Programs.random(device, MemoryConfig.L1, rows, 64);
        GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Tensor sum = Ttnn.add(a, a);
      Tensor kept = Ttnn.relu(sum);
      Tensor last = Ttnn.relu(kept);
      Ttnn.deallocate(sum);
      Ttnn.deallocate(kept);
      Report report = capture.end();
      last.close();
      Path file = folder.resolve(name + ".json");
      ReportFile.write(report, file);
      return file.toString();
    }
  }

  /** Its result is freed in the capture, outside of every call, or after it. */
  private String closing(String name, boolean inside) {
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor a = Programs.random(device, MemoryConfig.L1, 64, 64);
        GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Tensor sum = Ttnn.add(a, a);
      if (inside) {
        sum.close();
      }
      Path file = folder.resolve(name + ".json");
      ReportFile.write(capture.end(), file);
      sum.close();
      return file.toString();
    }
  }

  private int run(String... arguments) {
    return new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err)).run(arguments);
  }
}
