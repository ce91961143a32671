package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.device.Arithmetic;
import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.Conv2dOptions;
import dev.tilescope.ops.options.Conv2dSizes;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.ops.options.MinimalMatmulOptions;
import dev.tilescope.ops.options.RandOptions;
import dev.tilescope.ops.options.SdpaOptions;
import dev.tilescope.tensor.Pcc;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Products of matrices on a device that was asked to compute as a board does, and on one not. */
class BoardArithmeticTest {
  private static final DeviceOptions ON_BOARD =
      DeviceOptions.DEFAULT.withArithmetic(Arithmetic.BOARD);

  private enum Product {
    MATMUL((d, kernel) -> Ttnn.matmul(tiles(d, 1, 64, 320), tiles(d, 2, 320, 96), options(kernel))),
    LINEAR((d, kernel) ->
        Ttnn.linear(
            tiles(d, 1, 2, 32, 320), tiles(d, 2, 320, 96), tiles(d, 3, 1, 96), options(kernel))),
    ADDMM((d, kernel) ->
        Ttnn.addmm(
            tiles(d, 3, 64, 96), tiles(d, 1, 64, 320), tiles(d, 2, 320, 96), options(kernel))),
    BATCHED((d, kernel) ->
        Ttnn.matmul(tiles(d, 1, 3, 64, 320), tiles(d, 2, 3, 320, 96), options(kernel))),
    MINIMAL((d, kernel) ->
        Experimental.minimalMatmul(
            tiles(d, 1, 64, 320),
            tiles(d, 2, 320, 96),
            MinimalMatmulOptions.DEFAULT.withComputeKernelConfig(kernel))),
    CONVOLUTION((d, kernel) ->
        Ttnn.conv2d(
            rows(d, 1, 1, 8, 8, 32),
            Ttnn.fromDevice(rows(d, 2, 32, 32, 3, 3)),
            new Conv2dSizes(32, 32, 1, 8, 8, List.of(3, 3)),
            Conv2dOptions.DEFAULT.withComputeConfig(kernel))),
    ATTENTION((d, kernel) ->
        Transformer.scaledDotProductAttention(
            tiles(d, 1, 1, 2, 128, 64),
            tiles(d, 2, 1, 2, 128, 64),
            tiles(d, 3, 1, 2, 128, 64),
            SdpaOptions.DEFAULT.withComputeKernelConfig(kernel)));

    private interface Call {
      Tensor on(MeshDevice device, ComputeKernelConfig kernel);
    }

    private final Call call;

    Product(Call call) {
      this.call = call;
    }

    float[] on(MeshDevice device, MathFidelity fidelity, boolean wide) {
      return Ttnn.toArray(call.on(device, kernel(fidelity, wide)));
    }
  }

  private static MatmulOptions options(ComputeKernelConfig kernel) {
    return MatmulOptions.DEFAULT.withComputeKernelConfig(kernel);
  }

  private static ComputeKernelConfig kernel(MathFidelity fidelity, boolean wide) {
    return ComputeKernelConfig.DEFAULT
        .withMathFidelity(fidelity)
        .withFp32DestAccEn(wide)
        .withMathApproxMode(false);
  }

  private static Tensor tiles(MeshDevice device, int seed, int... shape) {
    return Ttnn.rand(Shape.of(shape), device, RandOptions.DEFAULT.withLow(-1).withSeed(seed));
  }

  private static Tensor rows(MeshDevice device, int seed, int... shape) {
    return Ttnn.rand(
        Shape.of(shape),
        device,
        RandOptions.DEFAULT.withLow(-1).withSeed(seed).withLayout(Layout.ROW_MAJOR));
  }

  @ParameterizedTest
  @EnumSource(Product.class)
  void eachFidelityIsAtLeastAsNearToTheExactProductAsTheOneBelow(Product product) {
    float[] exact = onDevice(DeviceOptions.DEFAULT, d -> product.on(d, MathFidelity.LO_FI, true));
    double[] near = new double[MathFidelity.values().length];
    for (MathFidelity fidelity : MathFidelity.values()) {
      float[] out = onDevice(ON_BOARD, d -> product.on(d, fidelity, true));
      near[fidelity.ordinal()] = pcc(exact, out);
    }
    assertThat(near).isSorted();
    assertThat(near[0]).isBetween(0.99, near[1]).isLessThan(near[1]);
    assertThat(near[3]).isGreaterThan(0.99999);
  }

  @ParameterizedTest
  @EnumSource(Product.class)
  void bfloat16SumsAreFurtherFromTheExactProductThanFloat32Ones(Product product) {
    float[] exact = onDevice(DeviceOptions.DEFAULT, d -> product.on(d, MathFidelity.HI_FI4, true));
    float[] wide = onDevice(ON_BOARD, d -> product.on(d, MathFidelity.HI_FI4, true));
    float[] narrow = onDevice(ON_BOARD, d -> product.on(d, MathFidelity.HI_FI4, false));
    assertThat(pcc(exact, narrow)).isBetween(0.99, pcc(exact, wide) - 1e-6);
  }

  @ParameterizedTest
  @EnumSource(Product.class)
  void withoutAskingTheConfigDoesNotChangeABit(Product product) {
    float[] lowest = onDevice(DeviceOptions.DEFAULT, d -> product.on(d, MathFidelity.LO_FI, false));
    assertThat(onDevice(DeviceOptions.DEFAULT, d -> product.on(d, MathFidelity.HI_FI4, true)))
        .containsExactly(lowest);
  }

  @Test
  void aBoardSumsManyOnesWrongly() {
    Function<MeshDevice, float[]> sum =
        d -> {
          Tensor ones =
              Ttnn.ones(Shape.of(32, 6144), DataType.BFLOAT16, Layout.TILE, d, MemoryConfig.DRAM);
          MatmulOptions narrow = options(kernel(MathFidelity.HI_FI4, false));
          return Ttnn.toArray(Ttnn.matmul(ones, ones, narrow.withTransposeB(true)));
        };
    assertThat(onDevice(ON_BOARD, sum)).containsOnly(8192);
    assertThat(onDevice(DeviceOptions.DEFAULT, sum)).containsOnly(6144);
  }

  @Test
  void anArithmeticThatIsNotThereIsNamed() {
    assertThat(Arithmetic.named("arithmetic", "board")).isEqualTo(Arithmetic.BOARD);
    assertThatThrownBy(() -> Arithmetic.named("arithmetic", "fast"))
        .isInstanceOf(TilescopeException.class)
        .hasMessage("arithmetic: one of exact, board is needed, got \"fast\"");
  }

  private static float[] onDevice(DeviceOptions options, Function<MeshDevice, float[]> program) {
    try (MeshDevice device = MeshDevice.open(Board.named("n150"), options)) {
      return program.apply(device);
    }
  }

  private static double pcc(float[] golden, float[] calculated) {
    return Pcc.of(doubles(golden), doubles(calculated));
  }

  private static double[] doubles(float[] values) {
    return IntStream.range(0, values.length).mapToDouble(i -> values[i]).toArray();
  }
}
