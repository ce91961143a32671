package dev.tilescope.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class HugeTensorTest {
  /** Traces the product of two matrices of 2 TB each, and prints what it saw. */
  static final class TracedProduct {
    public static void main(String[] args) {
      Shape shape = Shape.of(1_000_000, 1_000_000);
      try (MeshDevice device = MeshDevice.open("n150");
          GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
        Tensor a = Ttnn.empty(shape, DataType.BFLOAT16, Layout.TILE, device, MemoryConfig.DRAM);
        Tensor b = Ttnn.empty(shape, DataType.BFLOAT16, Layout.TILE, device, MemoryConfig.DRAM);
        Tensor product = Ttnn.matmul(a, b);
        Report report = capture.end();
        System.out.println(report.calls().size() + " calls, " + product.spec().bufferBytes());
      }
    }
  }

  @Test
  void aProductOfTerabytesTracesInAHeapOfSixtyFourMegabytes()
      throws IOException, InterruptedException {
    Process process = ChildJvm.start(TracedProduct.class, List.of("-Xmx64m"));
    String printed = new String(process.getInputStream().readAllBytes()).strip();
    assertThat(process.waitFor()).isZero();
    assertThat(printed).isEqualTo("3 calls, 2000000000000");
  }
}
