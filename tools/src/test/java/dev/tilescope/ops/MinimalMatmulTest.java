package dev.tilescope.ops;

import static dev.tilescope.ops.Refusal.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.MinimalMatmulConfig;
import dev.tilescope.ops.options.MinimalMatmulOptions;
import dev.tilescope.ops.options.UnaryWithParam;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Products with one matrix of weights, split or gated. */
class MinimalMatmulTest {
  /** In float32 blocks of 8 x 8 x 8 tiles are too large for L1. */
  private static final MinimalMatmulOptions DEFAULT =
      MinimalMatmulOptions.DEFAULT.withConfig(
          new MinimalMatmulConfig(2, 2, 2, 1, 1, new CoreGrid(8, 8)));

  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  private Tensor full(float value, int... dims) {
    float[] values = new float[(int) Shape.of(dims).volume()];
    Arrays.fill(values, value);
    return Ttnn.toDevice(
        Ttnn.fromArray(values, Shape.of(dims), DataType.FLOAT32, Layout.TILE), device);
  }

  @Test
  void everyOtherColumnOfTilesGatesTheNext() {
    float[] weights = new float[128];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = i < 32 ? 1 : i < 64 ? 5 : i < 96 ? 2 : 7;
    }
    Tensor weight =
        Ttnn.toDevice(
            Ttnn.fromArray(weights, Shape.of(1, 128), DataType.FLOAT32, Layout.TILE), device);
    Tensor out = Experimental.minimalMatmul(full(1, 1, 1), weight, DEFAULT.withFuseSwiglu(true));
    assertThat(out.shape()).isEqualTo(Shape.of(1, 64));
    float[] values = Ttnn.toArray(out);
    assertThat(values[31]).isCloseTo((float) (5 / (1 + Math.exp(-1))), within(1e-5f));
    assertThat(values[32]).isCloseTo((float) (14 / (1 + Math.exp(-2))), within(1e-5f));
  }

  @Test
  void columnsGoToAsManyTensorsAsAreAskedFor() {
    List<Tensor> parts =
        Experimental.minimalMatmulSplit(full(2, 2, 40, 3), full(1, 3, 96), 3, -1, DEFAULT);
    assertThat(parts).extracting(Tensor::shape).containsOnly(Shape.of(2, 40, 32)).hasSize(3);
    assertThat(Ttnn.toArray(parts.getLast())).containsOnly(6);
  }

  @Test
  void blocksThatDoNotFitIntoL1AreRefused() {
    Tensor square = full(1, 32, 32);
    assertThatThrownBy(() -> Experimental.minimalMatmul(square, square))
        .hasMessageContaining("grow to")
        .hasMessageContaining("beyond max L1 size");
  }

  @Test
  void whatCannotBeMultipliedOrCutIsRefused() {
    Tensor a = full(1, 32, 64);
    Tensor b = full(1, 64, 96);
    Tensor other = full(1, 32, 96);
    refused(
        device,
        () -> Experimental.minimalMatmul(a, other, DEFAULT),
        "weight_tensor: one matrix of 64 rows is needed, got");
    refused(
        device,
        () -> Experimental.minimalMatmulSplit(a, b, 2, -1, DEFAULT),
        "weight_tensor: 2 chunks of a multiple of 32 columns are needed, got");
    refused(
        device,
        () -> Experimental.minimalMatmulSplit(a, b, 3, 0, DEFAULT),
        "dim: the product is split along the last, -1, got 0");
    refused(
        device,
        () ->
            Experimental.minimalMatmul(
                a, b, DEFAULT.withFuseSwiglu(true).withFusedActivation(UnaryWithParam.of("relu"))),
        "fuse_swiglu: it cannot be given with fused_activation");
    assertThatThrownBy(() -> new MinimalMatmulConfig(3, 1, 4, 2, 2, new CoreGrid(8, 8)))
        .isInstanceOf(TilescopeException.class)
        .hasMessage("config: subblocks of 2 x 2 do not divide blocks of 3 x 4");
  }
}
