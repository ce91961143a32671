package sample;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.junit.MemoryBudget;
import dev.tilescope.junit.OperationBudget;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import org.junit.jupiter.api.Test;

class BudgetTest {
  @Test
  @MemoryBudget(peakL1 = "512KiB", peakDram = "2MiB")
  @OperationBudget(max = 3)
  void aSumFitsBesideTheNextLayer() {
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor a = Ttnn.rand(Shape.of(32, 64), DataType.BFLOAT16, device, 1);
        Tensor sum = Ttnn.add(a, a)) {
      System.out.println(sum);
    }
  }
}
