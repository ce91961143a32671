package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.capture.CaptureOptions;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.MeshTrace;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.report.ReportFile;
import dev.tilescope.tensor.Tensor;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceRegionCommandTest {
  @TempDir private Path folder = Path.of("");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return new Main(Commands.ALL, new PrintWriter(out, true), new PrintWriter(err, true))
        .run(arguments);
  }

  /** Two live traces, in NO_DISPATCH. */
  private Path report(boolean withTraces) {
    Path file = folder.resolve("report.json");
    try (MeshDevice device = MeshDevice.open("t3000");
        GraphCapture capture = GraphCapture.begin(CaptureOptions.of(RunMode.NO_DISPATCH))) {
      Tensor input =
          Ttnn.empty(Shape.of(512, 512), DataType.BFLOAT16, Layout.TILE, device, MemoryConfig.DRAM);
      for (int i = 0; i < (withTraces ? 2 : 0); i++) {
        MeshTrace trace = MeshTrace.beginCapture(device);
        Ttnn.add(input, input);
        trace.endCapture();
      }
      ReportFile.write(capture.end(), file);
    }
    return file;
  }

  @Test
  void aReportHasTheSumOfItsLiveTraces() {
    String file = report(true).toString();
    assertThat(run("trace-region", file, "--model", "mine", "--board", "t3000", "--json")).isZero();
    assertThat(out.toString())
        .contains("\"model\": \"mine\"")
        .contains("\"sku\": \"wh_llmbox_perf\"")
        .contains("\"chips\": 8")
        .contains("\"traces\": 2")
        .contains("\"operations\": 2");
    long bytes =
        Long.parseLong(out.toString().replaceAll("(?s).*modelled_bytes\": (\\d+).*", "$1"));
    assertThat(bytes).isPositive().isEqualTo(2 * (bytes / 2)).isGreaterThan(2000);
    assertThat(run("trace-region", file)).isZero();
    assertThat(out.toString()).contains("wormhole_b0 x8").contains("Bytes are modelled");
  }

  @Test
  void demosAreTracedForEachBoardAndBatch() {
    assertThat(run("trace-region", "--demo", "bert", "--size", "tiny", "--batch", "1,4")).isZero();
    assertThat(out.toString().lines().filter(line -> line.startsWith("bert-tiny"))).hasSize(4);
    assertThat(
            run(
                "trace-region",
                "--demo",
                "bert",
                "--size",
                "tiny",
                "--batch",
                "1,4",
                "--margin",
                "2",
                "--yaml"))
        .isZero();
    assertThat(out.toString())
        .startsWith("version: 1\n")
        .contains("sizes:\n  bert-tiny:\n    skus:\n      wh_n150:\n        # batch ")
        .containsOnlyOnce("bh_p150:")
        .containsPattern("trace_region_size: \\d+00000\n");
  }

  @Test
  void wrongQuestionsAreRefused() {
    assertThat(run("trace-region")).isEqualTo(2);
    assertThat(run("trace-region", "--demo", "bert", "--margin", "0.5")).isEqualTo(2);
    assertThat(run("trace-region", "--demo", "bert", "--board", "n15O")).isEqualTo(2);
    assertThat(run("trace-region", "--demo", "bert", "--json", "--yaml")).isEqualTo(2);
    String file = report(false).toString();
    assertThat(run("trace-region", file, "--demo", "bert")).isEqualTo(2);
    assertThat(run("trace-region", file, "--batch", "1")).isEqualTo(2);
    assertThat(run("trace-region", file)).isEqualTo(1);
    assertThat(err.toString()).contains("holds no metal trace").contains("begin_trace_capture");
  }
}
