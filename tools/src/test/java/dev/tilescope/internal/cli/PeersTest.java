package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.capture.Programs;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.csv.CsvReader;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.Conv2dOptions;
import dev.tilescope.ops.options.Conv2dSizes;
import dev.tilescope.ops.options.MaxPoolWindow;
import dev.tilescope.ops.options.PoolImages;
import dev.tilescope.ops.options.PoolOptions;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tt-perf-report reads out of a performance report, read the way it does. */
class PeersTest {
  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** A convolution of 16x16 pixels, and a pool of its result. */
  static final class Convolution {
    public static void main(String[] args) {
      try (MeshDevice device = MeshDevice.open(args[0]);
          Tensor pixels = Programs.random(device, MemoryConfig.DRAM, 1, 1, 256, 32);
          Tensor weight = Programs.random(device, MemoryConfig.DRAM, 64, 32, 3, 5);
          Tensor result =
              Ttnn.conv2d(
                  pixels,
                  weight,
                  Conv2dSizes.of(32, 64).withImages(1, 16, 16).withKernelSize(3, 5),
                  Conv2dOptions.DEFAULT.withStride(2, 1).withPadding(1, 2))) {
        Ttnn.maxPool2d(
                result,
                new PoolImages(1, 8, 16, 64),
                MaxPoolWindow.of(2, 2).withStride(2, 2),
                PoolOptions.DEFAULT)
            .close();
      }
    }
  }

  private int run(Object... words) {
    return new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err))
        .run(Arrays.stream(words).map(Object::toString).toArray(String[]::new));
  }

  private void profile(String board) {
    int exit = run("profile", "-p", "-r", "-o", folder, "-m", Convolution.class.getName(), board);
    assertThat(exit).as(err.toString()).isZero();
  }

  private Path report() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("reports"))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("ops_perf_results"))
          .findFirst()
          .orElseThrow();
    }
  }

  private String attributes(String operation) throws IOException {
    try (CsvReader rows = CsvReader.open(report())) {
      List<String> header = rows.next();
      for (List<String> row = rows.next(); row != null; row = rows.next()) {
        if (row.get(header.indexOf("OP CODE")).equals(operation)) {
          return row.get(header.indexOf("ATTRIBUTES"));
        }
      }
    }
    throw new AssertionError("no row of " + operation);
  }

  /** {@code text.split(word)[1]} of Python. */
  private static String after(String text, String word) {
    int at = text.indexOf(word);
    assertThat(at).as(word + " in " + text).isNotNegative();
    return text.substring(at + word.length());
  }

  private static String until(String text, String end) {
    return text.substring(0, text.indexOf(end));
  }

  /** The splits are those of analyze_conv and analyze_halo in tt_perf_report/perf_report.py. */
  @Test
  void windowsOfConvolutionsPoolsAndHalosAreReadAsTtPerfReportReadsThem() throws IOException {
    profile("n150");
    String convolution = attributes("Conv2dDeviceOperation");
    String window = until(after(convolution, "window_hw"), "; ");
    assertThat(window.substring(2, window.length() - 1).split(";")).containsExactly("3", "5");
    assertThat(after(convolution, "act_block_h_ntiles").substring(1)).matches("\\d+;.*");
    assertThat(after(convolution, "per_core_out_matrix_height_ntile").substring(1))
        .matches("\\d+;.*");
    assertThat(after(convolution, "enable_act_double_buffer': '")).startsWith("false'");
    String halo = attributes("HaloDeviceOperation");
    assertThat(after(halo, "window_hw=").split(";")).startsWith("(3", "5)");
    assertThat(after(halo, "stride_hw=").split(";")).startsWith("(2", "1)");
    assertThat(after(halo, "padding=").split(";")).startsWith("((1", " 1)", " (2", " 2))");
    assertThat(after(halo, "dilation_hw=").split(";")).startsWith("(1", "1)");
    assertThat(until(after(halo, "memory_layout="), ";")).startsWith("TensorMemoryLayout::");
    assertThat(attributes("Pool2D"))
        .contains("'sliding_window_config_': 'SlidingWindowConfig(batch_size=1; input_hw=(8;16);")
        .contains("'pool_type_': 'Pool2DType::MAX_POOL2D'");
    assertThat(run("perf", "--no-color", report())).as(err.toString()).isZero();
    assertThat(out.toString().lines().filter(line -> line.contains("Conv2d")))
        .as("128 pixels, 32 channels times 15 taps, 64 channels")
        .anyMatch(line -> line.contains("128 x 480 x 64"))
        .anyMatch(line -> line.contains("TFLOPs"));
    assertThat(out.toString()).contains("w=(3,5) s=(2,1) p=((1, 1), (2, 2)) d=(1,1)");
  }

  @Test
  void ofGrayskullItIsSaidThatTtPerfReportDoesNotKnowIt() throws IOException {
    profile("e150");
    assertThat(err.toString())
        .contains(
            "The devices are grayskull: tt-perf-report knows wormhole_b0 and blackhole alone");
    assertThat(attributes("Conv2dDeviceOperation")).contains("window_hw=(3;5); ");
  }

  @Test
  void eachOperationOfTheHostHasAnArrowToItsProgram() throws IOException {
    profile("n150");
    assertThat(err.toString()).doesNotContain("tt-perf-report");
    Path timeline = folder.resolve("timeline.json");
    assertThat(run("timeline", folder, "-o", timeline)).as(err.toString()).isZero();
    String json = Files.readString(timeline);
    assertThat(flows(json, "f")).isNotEmpty().isEqualTo(flows(json, "s"));
  }

  private static Set<String> flows(String json, String phase) {
    return Pattern.compile("\\{\"ph\":\"" + phase + "\",[^{}]*\"id\":(\\d+)")
        .matcher(json)
        .results()
        .map(flow -> flow.group(1))
        .collect(Collectors.toSet());
  }

  @Test
  void aTracedMeshHasAllChipsPagesAndTheSourceOfTheProgramThatCalled() {
    Path report = folder.resolve("traced");
    Path imported = folder.resolve("imported");
    int exit = run("demo", "--device", "t3000", "--buffer-pages", "--report", report);
    assertThat(exit).as(err.toString()).isZero();
    assertThat(run("import", report.resolve("report.json"), imported)).as(err.toString()).isZero();
    assertThat(answer(imported, "SELECT 'chips=' || count(*) || ';' FROM devices"))
        .contains("chips=8;");
    assertThat(answer(imported, "SELECT 'pages=' || (count(*) > 0) FROM buffer_chunks"))
        .contains("pages=1");
    assertThat(answer(imported, "SELECT stack_trace FROM stack_traces"))
        .contains("dev/tilescope/internal/demo/Bert.java")
        .doesNotContain("tilescope/cli/", "picocli", "java/util");
    assertThat(
            answer(
                imported,
                "SELECT 'without=' || count(*) || ';' FROM stack_traces WHERE stack_trace <> ''"
                    + " AND source_file_id IS NULL"))
        .contains("without=0;");
    assertThat(answer(imported, "SELECT contents FROM source_files"))
        .contains("package dev.tilescope.internal.demo;");
  }

  private String answer(Path database, String query) {
    out.getBuffer().setLength(0);
    assertThat(run("sql", database, query)).as(err.toString()).isZero();
    return out.toString();
  }
}
