package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.Architecture;
import dev.tilescope.device.CostConstants;
import dev.tilescope.device.TimeFamily;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrateCommandTest {
  private static final List<String> COLUMNS =
      List.of(
          "OP CODE",
          "OP TYPE",
          "DEVICE ARCH",
          "AVAILABLE WORKER CORE COUNT",
          "CORE COUNT",
          "ATTRIBUTES",
          "DEVICE KERNEL DURATION [ns]",
          "INPUT_0_W_PAD[LOGICAL]",
          "INPUT_0_Z_PAD[LOGICAL]",
          "INPUT_0_Y_PAD[LOGICAL]",
          "INPUT_0_X_PAD[LOGICAL]",
          "INPUT_0_LAYOUT",
          "INPUT_0_DATATYPE",
          "INPUT_0_MEMORY",
          "OUTPUT_0_W_PAD[LOGICAL]",
          "OUTPUT_0_Z_PAD[LOGICAL]",
          "OUTPUT_0_Y_PAD[LOGICAL]",
          "OUTPUT_0_X_PAD[LOGICAL]",
          "OUTPUT_0_LAYOUT",
          "OUTPUT_0_DATATYPE",
          "OUTPUT_0_MEMORY");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  @TempDir private Path folder;

  private int run(String... arguments) {
    return new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err)).run(arguments);
  }

  @AfterEach
  void fittedConstantsAgain() {
    CostConstants.use(CostConstants.fitted());
  }

  /** A board that takes so many times as long as the model says, on shapes of several heights. */
  private Path profile(String operation, String attributes, double slower, int rows)
      throws IOException {
    String body =
        IntStream.rangeClosed(1, rows)
            .mapToObj(i -> row(operation, attributes, 1024 * i, slower * modelledNanos(1024 * i)))
            .collect(Collectors.joining());
    return Files.writeString(folder.resolve("ops.csv"), String.join(",", COLUMNS) + "\n" + body);
  }

  private static String row(String operation, String attributes, int height, double nanos) {
    String tensor =
        "1[1],1[1],%d[%d],1024[1024],TILE,BFLOAT16,DEV_0_DRAM_INTERLEAVED"
            .formatted(height, height);
    return String.format(
        Locale.ROOT,
        "%s,tt_dnn_device,blackhole,110,110,%s,%.0f,%s,%s%n",
        operation,
        attributes,
        nanos,
        tensor,
        tensor);
  }

  private long modelledNanos(int height) {
    StringWriter asked = new StringWriter();
    new Main(Commands.ALL, new PrintWriter(asked), new PrintWriter(err))
        .run("fit", "--op", "relu", "--input", height + "x1024", "--board", "p150", "--json");
    return Long.parseLong(asked.toString().replaceAll("(?s).*\"modelled_nanos\": (\\d+).*", "$1"));
  }

  private static final String RELU = "{'op_chain': '{UnaryWithParam(op_type=UnaryOpType::RELU)}'}";

  @Test
  void aBoardThatTakesTwiceAsLongHasAFactorOfTwo() throws IOException {
    Path profile = profile("UnaryDeviceOperation", RELU, 2, 6);
    Path file = folder.resolve("board.txt");
    assertThat(run("calibrate", profile.toString(), "-o", file.toString())).isZero();
    assertThat(out.toString())
        .contains("p150", "compared 100 %", "Use it with TILESCOPE_CALIBRATION=" + file)
        .containsPattern("elementwise +6 +2\\.00 +x1\\.00-1\\.00");
    CostConstants own = CostConstants.calibrated(file);
    assertThat(own.of(CostConstants.factor(TimeFamily.ELEMENTWISE), Architecture.BLACKHOLE))
        .isEqualTo(2);
    assertThat(own.of(CostConstants.factor(TimeFamily.ELEMENTWISE), Architecture.WORMHOLE_B0))
        .isEqualTo(1);
    long before = modelledNanos(4096);
    CostConstants.use(own);
    assertThat(modelledNanos(4096)).isBetween(2 * before - 2, 2 * before + 2);
  }

  @Test
  void factorsAreJsonForScripts() throws IOException {
    Path profile = profile("UnaryDeviceOperation", RELU, 2, 6);
    Path file = folder.resolve("board.txt");
    assertThat(run("calibrate", profile.toString(), "-o", file.toString(), "--json")).isZero();
    assertThat(out.toString())
        .startsWith("{")
        .contains("\"board\": \"p150\"", "\"family\": \"elementwise\"", "\"configurations\": 6")
        .doesNotContain("Use it with");
  }

  @Test
  void tooFewConfigurationsAreNoReasonToChangeTheModel() throws IOException {
    Path profile = profile("UnaryDeviceOperation", RELU, 2, 3);
    Path file = folder.resolve("board.txt");
    assertThat(run("calibrate", profile.toString(), "-o", file.toString())).isNotZero();
    assertThat(err.toString())
        .contains("3 rows could be compared", "5 configurations", "profile more");
    assertThat(file).doesNotExist();
  }

  @Test
  void filesThatAreNoProfilesSayWhatIsNeeded() throws IOException {
    Path other = Files.writeString(folder.resolve("other.csv"), "a,b\n1,2\n");
    assertThat(run("calibrate", other.toString())).isNotZero();
    assertThat(err.toString())
        .contains("no column DEVICE KERNEL DURATION [ns]", "ops_perf_results");
    assertThat(run("calibrate", folder.resolve("none.csv").toString())).isNotZero();
    assertThat(err.toString()).contains("none.csv: no such file");
  }
}
