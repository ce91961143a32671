package dev.tilescope.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.analysis.OutputTensors;
import dev.tilescope.args.OperationTracer;
import dev.tilescope.args.TraceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.track.CallerFrames;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operations that a program in another language calls. */
class ForeignCallTest {
  private static final CallerFrames.Call CALL =
      new CallerFrames.Call(
          List.of("  File \"model.py\", line 3, in forward\n    x = ttnn.add(a, 1)\n"),
          Map.of("input_tensor_a", "ttnn.Tensor(shape=Shape([32, 32]))"),
          1);

  @Test
  void reportsHaveTheFramesAndArgumentsOfThatLanguage() {
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor a = Programs.random(device, MemoryConfig.DRAM, 32, 32)) {
      Report report = captured(a);
      assertThat(report.calls()).hasSize(2);
      Report.OperationCall foreign = report.calls().getFirst();
      assertThat(foreign.name()).isEqualTo("ttnn::add");
      assertThat(foreign.arguments()).isEqualTo(CALL.arguments());
      assertThat(foreign.stackFrames()).isEqualTo(CALL.frames());
      assertThat(foreign.inputTensorIds()).containsExactly(a.tensorId());
      assertThat(report.calls().getLast().arguments())
          .as("of a call of Java's")
          .containsEntry("input_tensor_b", "2");
    }
  }

  private static Report captured(Tensor a) {
    CaptureOptions options = CaptureOptions.of(RunMode.NORMAL).withStackTraces();
    try (GraphCapture capture = GraphCapture.begin(options)) {
      Tensor foreign = CallerFrames.within(CALL, () -> Ttnn.add(a, 1));
      Tensor own = Ttnn.add(a, 2);
      Report report = capture.end();
      foreign.close();
      own.close();
      return report;
    }
  }

  @Test
  void theOutputsOfATraceAreTheTensorNodesOfItsLastFunction() {
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor a = Programs.random(device, MemoryConfig.DRAM, 32, 32)) {
      Report report = captured(a);
      List<Integer> nodes = OutputTensors.nodes(report.trace());
      assertThat(nodes).hasSize(1);
      assertThat(report.trace().nodes().get(nodes.getFirst()).event())
          .isInstanceOf(TraceEvent.Tensor.class);
    }
  }

  @Test
  void parametersAreSplitAsTheyWereGivenAndOnDiskWhenTheCallReturns(@TempDir Path folder)
      throws IOException {
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor a = Programs.random(device, MemoryConfig.DRAM, 32, 32)) {
      OperationTracer.enable(TraceOptions.DEFAULT.withDirectory(folder));
      try {
        CallerFrames.within(CALL, () -> Ttnn.add(a, 1)).close();
        assertThat(onlyFile(folder))
            .contains("\"position\": 0")
            .doesNotContain("\"position\": 1")
            .contains("\"input_tensor_b\": 1");
      } finally {
        OperationTracer.disable();
      }
    }
  }

  private static String onlyFile(Path folder) throws IOException {
    try (var files = Files.newDirectoryStream(folder, "*_ttnn_add_*.json")) {
      return Files.readString(files.iterator().next());
    }
  }
}
