package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tilescope.args.OperationTracer;
import dev.tilescope.args.TraceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.replay.SampleTraces;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  private int run(String... arguments) {
    return new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err)).run(arguments);
  }

  private static String example(String name) throws URISyntaxException {
    return Path.of(
            Objects.requireNonNull(
                    ReplayCommandTest.class.getResource("/operation_tracing/" + name))
                .toURI())
        .toString();
  }

  @Test
  void aFolderHasALineForEachCallAndADifferenceFails() throws Exception {
    assertThat(run("replay", example("example1"))).isEqualTo(1);
    assertThat(out.toString().lines().map(line -> line.replaceAll(" +", " ")))
        .containsExactly(
            " 1 ttnn.rand same (values are the operation's own choice)",
            " 2 ttnn.rand same (values are the operation's own choice)",
            " 3 ttnn.add differs: values: 1 of 20 differ, PCC 0.999994, first at element 7:"
                + " 1.4453125 recorded, 1.4375 now",
            "2 same (2 without their values), 1 differ, 0 cannot be run");
  }

  @Test
  void aLayoutThatTheFileDoesNotStateIsNotCompared() throws Exception {
    Files.writeString(
        folder.resolve("1_ttnn_rand_20260101_000000_000000.json"),
        """
        {"operation_id": 1, "operation_name": "ttnn.rand", "args": [],
         "kwargs": {"shape": [4, 5],
           "dtype": {"type": "DataType", "repr": "DataType.BFLOAT16"},
           "layout": {"type": "Layout", "repr": "Layout.TILE"},
           "device": {"type": "MeshDevice", "value": "MeshDevice(1x1 grid, 1 devices)"}},
         "return_value": {"type": "ttnn.Tensor", "shape": [4, 5], "original_dtype": "DataType.BFLOAT16",
           "dtype": "float32"}}
        """);
    assertThat(run("replay", folder.toString())).as(out.toString() + err).isZero();
    assertThat(out.toString()).contains("1 same").doesNotContain("layout");
  }

  @Test
  void oneCallMayBeJudgedByCorrelation() throws Exception {
    assertThat(run("replay", example("example1"), "3", "--pcc", "0.999", "--json")).isZero();
    assertThat(out.toString())
        .contains("\"verdict\": \"same\"", "\"pcc\": 0.99999", "\"sha256\": \"", "\"differ\": 0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"n300", "t3000"})
  void aCallOnAMeshRunsOnABoardWithSuchAMeshUnlessAnotherIsNamed(String board) {
    try (MeshDevice mesh = MeshDevice.open(board)) {
      OperationTracer.enable(TraceOptions.DEFAULT.withValues().withDirectory(folder));
      Tensor whole = Ttnn.fromArray(new float[32], Shape.of(8, 4));
      Ttnn.exp(Ttnn.toLayout(Ttnn.distributeTensor(whole, MeshMapper.shard(0), mesh), Layout.TILE));
    } finally {
      OperationTracer.disable();
    }
    assertThat(run("replay", folder.toString())).as(err.toString()).isZero();
    assertThat(out.toString()).contains("4 same (0 without their values), 0 differ, 0 cannot");
    Path test = folder.resolve("ExpTest.java");
    assertThat(run("ops", "export-junit", folder.toString(), "4", "-o", test.toString())).isZero();
    assertThat(test).content().contains("MeshDevice.open(\"" + board + "\")");
    run("replay", folder.toString(), "4", "--device", "n150");
    assertThat(out.toString()).contains("devices, n150 has 1; choose a board with as many");
  }

  @Test
  void damagedFilesAreAnswersAmongOthers() throws Exception {
    Files.writeString(
        folder.resolve("1_ttnn_exp_20260116_100125_580236.json"), "{\"operation_id\": 1, ");
    Files.writeString(folder.resolve("2_ttnn_exp_20260116_100125_580237.json"), "[]");
    Files.writeString(
        folder.resolve("3_evil_20260116_100125_580238.json"),
        "{\"operation_id\": 3, \"operation_name\": \"ttnn.\\u001b[2J\"}");
    assertThat(run("replay", folder.toString())).isZero();
    assertThat(out.toString())
        .contains("0 same (0 without their values), 0 differ, 3 cannot be run")
        .doesNotContain("\u001b");
  }

  @Test
  void aCallThatNeedsTooMuchMemoryCannotBeRunAndTheOthersGoOn() throws Exception {
    long count = 2_147_483_000;
    assumeTrue(Runtime.getRuntime().maxMemory() < count * Double.BYTES);
    String header = "{'descr': '|u1', 'fortran_order': False, 'shape': (%d,), }".formatted(count);
    try (RandomAccessFile array = new RandomAccessFile(folder.resolve("big.npy").toFile(), "rw")) {
      array.write(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
      array.write(new byte[] {(byte) header.length(), 0});
      array.writeBytes(header);
      array.setLength(array.length() + count);
    }
    SampleTraces.write(
        folder,
        1,
        "ttnn.from_torch",
        "{\"position\": 0, \"value\": {\"type\": \"torch.Tensor\", \"dtype\": \"float64\","
            + " \"shape\": [2147483000], \"values_file\": \"big.npy\"}}",
        "");
    SampleTraces.write(folder, 2, "ttnn.exp", SampleTraces.tensor("[2, 2]", ""), "");
    run("replay", folder.toString());
    assertThat(out.toString().lines().map(line -> line.replaceAll(" +", " ")))
        .anyMatch(line -> line.startsWith(" 1 ttnn.from_torch cannot be run: out of memory at "))
        .anyMatch(line -> line.startsWith(" 2 ttnn.exp "))
        .last()
        .asString()
        .contains("1 cannot be run");
  }

  @Test
  void aMessageOfSeveralLinesIsOneLine() {
    SampleTraces.write(
        folder,
        1,
        "ttnn.exp",
        SampleTraces.tensor("[2, 2]", ", \"values\": [1, 2, 3, 4]"),
        ", \"kwargs\": {\"fast_and_approximate_mode\": \"a\\nb\"}");
    run("replay", folder.toString());
    assertThat(out.toString().lines()).hasSize(2).first().asString().contains("a\\nb");
  }

  @Test
  void aFolderWithoutCallsAndAMissingNumberSayWhatIsExpected() throws Exception {
    assertThat(run("replay", folder.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("no traced calls here");
    SampleTraces.write(
        Files.createDirectories(folder.resolve("run/operation_parameters")), 1, "ttnn.exp", "", "");
    assertThat(run("replay", folder.toString(), "1")).isEqualTo(1);
    assertThat(err.toString())
        .contains("name one folder: tilescope replay " + folder + "/run/operation_parameters 1");
    assertThat(run("replay", example("example1"), "9")).isEqualTo(1);
    assertThat(err.toString()).contains("there is no call 9; the calls are 1 to 3");
    assertThat(run("replay", example("example1"), "--pcc", "2")).isEqualTo(2);
    assertThat(run("replay", example("example1"), "--device", "n151")).isEqualTo(1);
  }

  @Test
  void aCallIsExportedUnderTheNameOfItsFile() throws IOException, URISyntaxException {
    Path file = folder.resolve("AddTest.java");
    String[] command = {
      "ops",
      "export-junit",
      example("example1"),
      "3",
      "-o",
      file.toString(),
      "--package",
      "a.b",
      "--pcc"
    };
    assertThat(run(command)).isZero();
    assertThat(out.toString().strip()).isEqualTo(file.toString());
    assertThat(file)
        .content()
        .startsWith("package a.b;\n")
        .contains("class AddTest {", "assertTrue(pcc0 >= 0.999");
  }

  @Test
  void anExportedTestThatWillFailIsAnnounced() throws Exception {
    String file = folder.resolve("AddTest.java").toString();
    assertThat(run("ops", "export-junit", example("example1"), "3", "-o", file)).isZero();
    assertThat(out.toString().strip()).isEqualTo(file);
    assertThat(err.toString())
        .contains("note: the test fails", "values: 1 of 20 differ", "With --pcc 0.999 it passes");
    err.getBuffer().setLength(0);
    assertThat(
            run("ops", "export-junit", example("example1"), "3", "-o", file, "--replace", "--pcc"))
        .isZero();
    assertThat(err.toString()).isEmpty();
    run("ops", "export-junit", example("example1"), "3", "-o", file, "--replace", "--pcc", "1");
    assertThat(err.toString()).contains("note: the test fails").doesNotContain("it passes");
  }

  @Test
  void anExportKeepsAFileThatIsThereUnlessItIsToBeReplaced() throws Exception {
    Path file = Files.writeString(folder.resolve("AddTest.java"), "mine");
    String[] command = {"ops", "export-junit", example("example1"), "3", "-o", "" + file};
    assertThat(run(command)).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString()).contains("AddTest.java exists", "--replace");
    assertThat(file).hasContent("mine");
    String[] anew = Arrays.copyOf(command, command.length + 1);
    anew[command.length] = "--replace";
    assertThat(run(anew)).isZero();
    assertThat(file).content().contains("class AddTest {");
  }

  @Test
  void anExportUnderAnImpossibleNameWritesNothing() throws Exception {
    Path file = folder.resolve("my-test.java");
    assertThat(run("ops", "export-junit", example("example1"), "3", "-o", file.toString()))
        .isEqualTo(1);
    assertThat(err.toString()).contains("the name of a Java class is expected");
    assertThat(folder).isEmptyDirectory();
  }
}
