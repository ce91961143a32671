package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which shapes a product takes, and which it gives. */
class MatmulShapesTest {
  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  @ParameterizedTest
  @CsvSource({
    "'4,5', '5,7', '4,7'",
    "'2,3,4,5', '2,3,5,7', '2,3,4,7'",
    "'2,3,4,5', '5,7', '2,3,4,7'",
    "'2,3,4,5', '1,1,5,7', '2,3,4,7'",
    "'1,1,4,5', '2,3,5,7', '2,3,4,7'",
    "'4,5', '1,1,5,7', '1,1,4,7'",
    "'2,4,5', '1,1,5,7', '1,2,4,7'",
    "'0,4,5', '0,5,7', '0,4,7'",
    "'1,4,5', '0,5,7', '0,4,7'",
    "'0,4,5', '1,5,7', '0,4,7'",
    "'4,0', '0,7', '4,7'",
    "'0,5', '5,7', '0,7'",
    "'3,4,5', '3,5,0', '3,4,0'",
  })
  void theResultHasTheBatchOfTheLargerOperand(String a, String b, String result) {
    Tensor product = Ttnn.matmul(ones(a), ones(b));
    assertThat(product.shape()).isEqualTo(shape(result));
    float sum = shape(a).dim(-1);
    for (float value : Ttnn.toArray(product)) {
      assertThat(value).isEqualTo(sum);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'2,4,5', '3,5,7'",
    "'6,4,5', '2,3,5,7'",
    "'4,5', '2,5,7'",
    "'3,4,0', '5,0,7'",
    "'2,1,4,5', '1,2,5,7'",
  })
  void batchesThatDifferAreRefused(String a, String b) {
    Tensor left = ones(a);
    Tensor right = ones(b);
    assertThatThrownBy(() -> Ttnn.matmul(left, right))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith("bmm (non-bcast matmul) expects input tensors of shapes")
        .hasMessageContaining("mismatch: a=%s vs b=%s;".formatted(shape(a), shape(b)));
  }

  @Test
  void aProductOverNoElementsOverwritesItsOutputWithZeros() {
    Tensor out = ones("4,7");
    Ttnn.matmul(ones("4,0"), ones("0,7"), MatmulOptions.DEFAULT.withOptionalOutputTensor(out));
    assertThat(Ttnn.toArray(out)).containsOnly(0);
  }

  @Test
  void aBiasIsAddedToEveryRowOfEveryBatch() {
    Tensor result =
        Ttnn.linear(
            ones("2,3,5"),
            ones("5,4"),
            Ttnn.full(Shape.of(1, 4), 10, DataType.FLOAT32, Layout.TILE, device, MemoryConfig.DRAM),
            MatmulOptions.DEFAULT);
    assertThat(Ttnn.toArray(result)).hasSize(24).containsOnly(15);
  }

  private Tensor ones(String dims) {
    return Ttnn.ones(shape(dims), DataType.FLOAT32, Layout.TILE, device, MemoryConfig.DRAM);
  }

  private static Shape shape(String dims) {
    return Shape.of(Arrays.stream(dims.split(",")).mapToInt(Integer::parseInt).toArray());
  }
}
