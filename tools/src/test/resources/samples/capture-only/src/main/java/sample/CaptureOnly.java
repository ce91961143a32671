package sample;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.nio.file.Path;

/** Captures a small program on a modelled board and writes its report. */
public final class CaptureOnly {
  private CaptureOnly() {}

  public static void main(String[] args) {
    try (MeshDevice device = MeshDevice.open("n150");
        GraphCapture capture = GraphCapture.begin(RunMode.NORMAL);
        Tensor a = Ttnn.rand(Shape.of(32, 64), DataType.BFLOAT16, device, 1);
        Tensor product = Ttnn.matmul(a, Ttnn.transpose(a, 0, 1))) {
      System.out.println(product);
      capture.endToFile(Path.of(args[0]));
    }
  }
}
