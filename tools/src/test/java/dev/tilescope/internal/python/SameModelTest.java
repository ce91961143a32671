package dev.tilescope.internal.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.diff.ReportDiff;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.report.ReportFile;
import dev.tilescope.tensor.Tensor;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program does the same on the device, whether it is written in Java or in Python. */
class SameModelTest {
  private static final long PATIENCE_SECONDS = 120;

  private static final String IN_PYTHON =
      """
      import sys
      import ttnn

      device = ttnn.open_device(device_id=0)

      def ones(*shape):
          return ttnn.ones(list(shape), dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)

      ttnn.graph.begin_graph_capture(ttnn.graph.RunMode.NORMAL)
      input, weight, bias = ones(64, 128), ones(128, 96), ones(1, 96)
      product = ttnn.matmul(input, weight, memory_config=ttnn.L1_MEMORY_CONFIG)
      sum = ttnn.add(product, bias)
      ttnn.deallocate(product)
      activated = ttnn.gelu(sum)
      result = ttnn.softmax(activated)
      ttnn.graph.end_graph_capture_to_file(sys.argv[1])
      """;

  @Test
  void deviceOperationsAndMemoryAreTheSame(@TempDir Path folder)
      throws IOException, InterruptedException {
    assumeTrue(hasPython(), "SKIPPED: there is no python3 on the PATH");
    Report java = inJava();
    Report python = inPython(folder);
    ReportDiff diff = ReportDiff.of(java, python);
    assertThat(diff.added()).isEmpty();
    assertThat(diff.removed()).isEmpty();
    assertThat(diff.changed()).isEmpty();
    assertThat(diff.after().devices()).isEqualTo(diff.before().devices());
    assertThat(diff.after().deviceNanos()).isEqualTo(diff.before().deviceNanos());
    assertThat(python.calls().getFirst().stackFrames())
        .as("the lines of the program")
        .anySatisfy(frame -> assertThat(frame).contains("model.py", "return ttnn.ones("));
  }

  private static boolean hasPython() {
    String path = System.getenv("PATH");
    return path != null
        && Arrays.stream(path.split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "python3")));
  }

  private static Report inJava() {
    try (MeshDevice device = MeshDevice.open("n150");
        GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Tensor input = ones(device, 64, 128);
      Tensor weight = ones(device, 128, 96);
      Tensor bias = ones(device, 1, 96);
      Tensor product =
          Ttnn.matmul(input, weight, MatmulOptions.DEFAULT.withMemoryConfig(MemoryConfig.L1));
      Tensor sum = Ttnn.add(product, bias);
      Ttnn.deallocate(product);
      Tensor activated = Ttnn.gelu(sum);
      Ttnn.softmax(activated);
      return capture.end();
    }
  }

  private static Tensor ones(MeshDevice device, int... shape) {
    return Ttnn.ones(Shape.of(shape), DataType.BFLOAT16, Layout.TILE, device, null);
  }

  private static Report inPython(Path folder) throws IOException, InterruptedException {
    Path program = Files.writeString(folder.resolve("model.py"), IN_PYTHON);
    Path report = folder.resolve("report.json");
    ProcessBuilder child =
        new ProcessBuilder("python3", program.toString(), report.toString())
            .directory(folder.toFile())
            .redirectErrorStream(true);
    child
        .environment()
        .put("PYTHONPATH", Path.of("../python").toAbsolutePath().normalize().toString());
    child.environment().put("TILESCOPE_JAVA", System.getProperty("java.home"));
    child.environment().put("TILESCOPE_CLASSPATH", System.getProperty("java.class.path"));
    child.environment().remove("JAVA_TOOL_OPTIONS");
    Process running = child.start();
    String said = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(running.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(running.exitValue()).as(said).isZero();
    return ReportFile.read(report);
  }
}
