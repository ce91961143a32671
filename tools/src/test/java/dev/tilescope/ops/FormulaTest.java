package dev.tilescope.ops;

import static dev.tilescope.ops.Refusal.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Gradients and formulas, against what PyTorch gives. */
class FormulaTest {
  private static final float[] X = {-3, -0.5f, 0, 1, 2.5f};

  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  private Tensor floats(float[] values, int... shape) {
    return Ttnn.toDevice(
        Ttnn.fromArray(values, Shape.of(shape), DataType.FLOAT32, Layout.TILE), device);
  }

  private static void isNear(Tensor tensor, double... expected) {
    float[] actual = Ttnn.toArray(tensor);
    assertThat(actual).hasSize(expected.length);
    for (int i = 0; i < expected.length; i++) {
      assertThat((double) actual[i])
          .isCloseTo(expected[i], within(2e-6 + 2e-6 * Math.abs(expected[i])));
    }
  }

  @Test
  void gradientsAreThoseOfPyTorch() {
    Tensor gradient = floats(new float[] {1, 2, 3, -1, 0.5f}, 5);
    Tensor x = floats(X, 5);
    isNear(
        Ttnn.geluBw(gradient, x).getFirst(), -0.01194561, 0.26500982, 1.5, -1.08331537, 0.51880550);
    isNear(
        Experimental.geluBw(gradient, x, "tanh", null, null),
        -0.01158430,
        0.26526022,
        1.5,
        -1.08296406,
        0.51897585);
    isNear(Ttnn.tanhBw(gradient, x).getFirst(), 0.00986598, 1.57289541, 3, -0.41997430, 0.01329612);
    Tensor three = floats(new float[3], 3);
    refused(
        device,
        () -> Ttnn.tanhBw(gradient, three),
        "TANH_BW operation requires grad_output and input to have the same shape");
    refused(
        device,
        () -> Ttnn.geluBw(gradient, x, "fast", null, null),
        "Incorrect approximate mode (expected 'none', 'tanh'), got \"fast\"");
  }

  @Test
  void functionsOfGammaAreThoseOfPyTorch() {
    isNear(
        Ttnn.polygamma(floats(new float[] {0.7f, 2, 15}, 3), 2),
        -6.43499327,
        -0.404113799,
        -0.00475060288);
    isNear(
        Ttnn.polygamma(floats(new float[] {-0.5f, -2.25f, 1e30f}, 3), 1),
        8.93480220,
        19.3794105,
        1e-30);
    assertThat(Ttnn.toArray(Ttnn.polygamma(floats(new float[] {-1e30f}, 1), 1)))
        .containsExactly(Float.POSITIVE_INFINITY);
    isNear(
        Ttnn.multigammaln(floats(new float[] {2, 3, 10}, 3)), 3.88577223, 4.29123735, 48.07921982);
    Tensor x = floats(X, 5);
    refused(
        device, () -> Ttnn.polygamma(x, 12), "polygamma order must be in range [1, 11], got 12");
  }

  @Test
  void productsRunAlongTheDimensionFromEitherEnd() {
    Tensor x = floats(new float[] {2, 3, -1, 4, 0.5f, 2}, 2, 3);
    isNear(Ttnn.cumprod(x, 1), 2, 6, -6, 4, 2, 4);
    isNear(Ttnn.cumprod(x, 1, null, true, null), -6, -3, -1, 4, 1, 2);
  }

  @Test
  void trianglesKeepWhatIsOnTheirSideOfTheDiagonal() {
    Tensor x = floats(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
    isNear(Ttnn.tril(x), 1, 0, 0, 4, 5, 0);
    isNear(Ttnn.triu(x, 1, null), 0, 2, 3, 0, 0, 6);
  }

  @Test
  void closenessIsRelativeToTheSecondOperand() {
    Tensor a = floats(new float[] {1, 1.09f, Float.NaN, Float.POSITIVE_INFINITY}, 4);
    Tensor b = floats(new float[] {1.1f, 1, Float.NaN, Float.POSITIVE_INFINITY}, 4);
    isNear(Ttnn.isclose(a, b, 0.095f, 0, false, null), 1, 1, 0, 1);
    isNear(Ttnn.isclose(a, b, 1e-5f, 0, true, null), 0, 0, 1, 1);
  }

  @Test
  void polynomialsBeginWithTheHighestPower() {
    isNear(Ttnn.polyval(floats(new float[] {2, -1}, 2), List.of(1f, 2f, 3f)), 11, 2);
    isNear(Ttnn.polyval(floats(new float[] {2, -1}, 2), List.of(7f)), 7, 7);
  }

  @Test
  void outerProductsHaveTheVectorsAsTheirLastDimensions() {
    Tensor a = floats(new float[] {1, 2, 3, 4}, 2, 2);
    Tensor b = floats(new float[] {5, 6, 7}, 3);
    Tensor outer = Ttnn.outer(a, b);
    assertThat(outer.shape()).isEqualTo(Shape.of(2, 2, 3));
    isNear(outer, 5, 6, 7, 10, 12, 14, 15, 18, 21, 20, 24, 28);
  }

  @Test
  void gatesHalveTheLastDimension() {
    float[] values = new float[64];
    values[0] = 3;
    values[32] = -1;
    values[1] = 5;
    values[33] = 2;
    Tensor gated = Ttnn.reglu(floats(values, 1, 1, 1, 64));
    assertThat(gated.shape()).isEqualTo(Shape.of(1, 1, 1, 32));
    assertThat(Ttnn.toArray(gated)).startsWith(0f, 10).endsWith(0f);
    Tensor narrow = floats(new float[32], 1, 1, 1, 32);
    refused(device, () -> Ttnn.glu(narrow), "Split tensor dimension should be in full tile");
  }

  @Test
  void sumsOfWholeTilesKeepTheirDimensions() {
    Tensor sum =
        Experimental.fastReduceNc(floats(new float[] {1, 2, 3, 4}, 2, 2, 1, 1), List.of(0, 1));
    assertThat(sum.shape()).isEqualTo(Shape.of(1, 1, 1, 1));
    isNear(sum, 10);
  }

  @Test
  void aSnakeNeedsAlphaAndBetaOfOneShape() {
    Tensor x = floats(X, 1, 5);
    isNear(
        Ttnn.snakeBeta(
            x, floats(new float[] {1, 1, 1, 1, 1}, 5), floats(new float[] {2, 2, 2, 2, 2}, 5)),
        -3 + Math.pow(Math.sin(3), 2) / 2,
        -0.5 + Math.pow(Math.sin(0.5), 2) / 2,
        0,
        1 + Math.pow(Math.sin(1), 2) / 2,
        2.5 + Math.pow(Math.sin(2.5), 2) / 2);
    Tensor line = floats(X, 5);
    refused(
        device, () -> Ttnn.snakeBeta(x, x, line), "snake_beta requires alpha.shape == beta.shape");
  }
}
