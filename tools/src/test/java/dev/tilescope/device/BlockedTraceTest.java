package dev.tilescope.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.capture.CaptureOptions;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.MetalTrace;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Metal traces of programs that are not run: as large as those of programs that are. */
class BlockedTraceTest {
  private static final DeviceOptions REGION = DeviceOptions.DEFAULT.withTraceRegionBytes(1 << 20);

  @ParameterizedTest
  @ValueSource(strings = {"n150", "p150", "n300"})
  void aTraceOfNoDispatchIsAsLargeAsThatOfTheRun(String board) {
    try (MeshDevice device = MeshDevice.open(Board.named(board), REGION)) {
      MetalTrace blocked = blocked(device);
      compute(device, tensor(device, 256), tensor(device, 256));
      Tensor a = tensor(device, 256);
      Tensor b = tensor(device, 256);
      MeshTrace trace = MeshTrace.beginCapture(device);
      compute(device, a, b);
      MetalTrace real = trace.endCapture().contents();

      assertThat(blocked.commands()).hasSameSizeAs(real.commands());
      assertThat(blocked.bufferBytes()).isEqualTo(real.bufferBytes());
      assertThat(blocked.operations().stream().map(MetalTrace.Operation::name))
          .containsExactlyElementsOf(
              real.operations().stream().map(MetalTrace.Operation::name).toList());
      assertThat(blocked.operations().stream().map(MetalTrace.Operation::sizeBytes))
          .containsExactlyElementsOf(
              real.operations().stream().map(MetalTrace.Operation::sizeBytes).toList());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = "n150")
  void aTraceOfNoDispatchTakesNoMemoryIsNotRefusedForItsSizeAndCannotRun(String board) {
    DeviceOptions tiny = DeviceOptions.DEFAULT.withTraceRegionBytes(1024);
    try (MeshDevice device = MeshDevice.open(Board.named(board), tiny)) {
      MeshTrace trace;
      Report report;
      try (GraphCapture capture = GraphCapture.begin(CaptureOptions.of(RunMode.NO_DISPATCH))) {
        trace = MeshTrace.beginCapture(device);
        compute(device, tensor(device, 4096), tensor(device, 4096));
        trace.endCapture();
        report = capture.end();
      }
      assertThat(device.traceBuffersSize()).isGreaterThan(1024);
      assertThat(report.metalTraces()).hasSize(1);
      assertThat(report.metalTraces().getFirst().bufferBytes())
          .isEqualTo(device.traceBuffersSize());
      assertThat(device.liveBuffers()).isEmpty();
      assertThatThrownBy(trace::execute)
          .isInstanceOf(TilescopeException.class)
          .hasMessageContaining("captured in NO_DISPATCH");
      trace.release();
      assertThat(device.traceBuffersSize()).isZero();
    }
  }

  private static MetalTrace blocked(MeshDevice device) {
    try (GraphCapture capture = GraphCapture.begin(CaptureOptions.of(RunMode.NO_DISPATCH))) {
      Tensor a = tensor(device, 256);
      Tensor b = tensor(device, 256);
      MeshTrace trace = MeshTrace.beginCapture(device);
      compute(device, a, b);
      MetalTrace contents = trace.endCapture().contents();
      trace.release();
      capture.end();
      return contents;
    }
  }

  private static Tensor tensor(MeshDevice device, int side) {
    return Ttnn.empty(
        Shape.of(side, side), DataType.BFLOAT16, Layout.TILE, device, MemoryConfig.DRAM);
  }

  private static void compute(MeshDevice device, Tensor a, Tensor b) {
    Tensor product = Ttnn.matmul(a, b);
    Tensor sum = Ttnn.add(product, a);
    Ttnn.softmax(sum);
    Ttnn.add(sum, b);
    assertThat(sum.device()).isSameAs(device);
  }
}
