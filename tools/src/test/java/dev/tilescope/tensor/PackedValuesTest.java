package dev.tilescope.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** Tensors of bfloat16 arrays, whose values stay packed until somebody asks. */
class PackedValuesTest {
  private static final short ONE = 0x3F80;
  private static final short TWO = 0x4000;

  private final short[] memory = {ONE, TWO, ONE, TWO};
  private final Tensor host = fromTorch();

  private Tensor fromTorch() {
    MemorySegment elements = MemorySegment.ofArray(memory);
    return Ttnn.fromTorch(TorchTensor.of(Shape.of(2, 2), TorchDtype.BFLOAT16, elements));
  }

  @Test
  void theTensorKeepsItsValuesWhateverBecomesOfTheArray() {
    memory[0] = 0;
    assertThat(host.dtype()).isEqualTo(DataType.BFLOAT16);
    assertThat(Ttnn.toArray(host)).containsExactly(1, 2, 1, 2);
  }

  @Test
  void copiesOnADeviceAreTheirOwn() {
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor first = Ttnn.toDevice(Ttnn.toLayout(host, Layout.TILE), device);
        Tensor second = Ttnn.toDevice(host, device);
        Tensor third = Ttnn.toDevice(host, device)) {
      second.values().floats()[0] = 5;
      assertThat(Ttnn.toArray(Ttnn.fromDevice(first))).containsExactly(1, 2, 1, 2);
      assertThat(Ttnn.toArray(Ttnn.fromDevice(second))).containsExactly(5, 2, 1, 2);
      assertThat(Ttnn.toArray(Ttnn.fromDevice(third))).containsExactly(1, 2, 1, 2);
      assertThat(Ttnn.toArray(host)).containsExactly(1, 2, 1, 2);
    }
  }

  @Test
  void aViewHasTheValuesOfItsTensor() {
    Tensor view = host.view(host.spec().withShape(Shape.of(4)));
    host.values().floats()[3] = 7;
    assertThat(Ttnn.toArray(view)).containsExactly(1, 2, 1, 7);
  }
}
