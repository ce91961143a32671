package dev.tilescope.torch;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.ops.FromTorchOptions;
import dev.tilescope.ops.GeluVariant;
import dev.tilescope.ops.MatmulOptions;
import dev.tilescope.ops.NormOptions;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.UnaryOptions;
import dev.tilescope.tensor.Pcc;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TorchTensor;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Operations against PyTorch, above all those that the ONNX operators of core's golden tests lack.
 * Both sides compute on the same numbers: those that the tensors hold after rounding.
 */
@NeedsPyTorch
class PyTorchOracleTest {
  private static final float EPSILON = 1e-5f;

  /** An operation of one or more tensors of the same shape, and the same in PyTorch. */
  private record Case(
      String name,
      int inputs,
      float low,
      float high,
      Function<List<Tensor>, Tensor> ours,
      Function<NDList, NDArray> theirs) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Case unary(
      String name,
      UnaryOperator<Tensor> ours,
      float low,
      float high,
      Function<NDArray, NDArray> theirs) {
    return new Case(
        name, 1, low, high, in -> ours.apply(in.getFirst()), in -> theirs.apply(in.head()));
  }

  private static Tensor approximateGelu(Tensor input) {
    return Ttnn.gelu(input, GeluVariant.TANH, UnaryOptions.DEFAULT);
  }

  private static final List<Case> CASES =
      List.of(
          unary("erfinv", Ttnn::erfinv, -0.9f, 0.9f, NDArray::erfinv),
          unary("lgamma", Ttnn::lgamma, 2.5f, 20, NDArray::gammaln),
          unary("log1p", Ttnn::log1p, 0, 5, x -> x.add(1).log()),
          unary("gelu", PyTorchOracleTest::approximateGelu, -4, 4, PyTorchOracleTest::geluTanh),
          unary("silu", Ttnn::silu, -6, 6, x -> x.getNDArrayInternal().sigmoid().mul(x)),
          new Case(
              "layer_norm",
              1,
              -3,
              5,
              in -> Ttnn.layerNorm(in.getFirst(), NormOptions.DEFAULT.withEpsilon(EPSILON)),
              in -> layerNorm(in.head())),
          new Case(
              "rms_norm",
              1,
              -3,
              5,
              in -> Ttnn.rmsNorm(in.getFirst(), NormOptions.DEFAULT.withEpsilon(EPSILON)),
              in -> rmsNorm(in.head())),
          new Case(
              "scaled dot-product attention",
              3,
              -2,
              2,
              PyTorchOracleTest::attention,
              in -> attention(in.get(0), in.get(1), in.get(2))));

  private static NDArray geluTanh(NDArray x) {
    NDArray inner = x.add(x.pow(3).mul(0.044715)).mul(Math.sqrt(2 / Math.PI));
    return x.mul(0.5).mul(inner.tanh().add(1));
  }

  private static NDArray layerNorm(NDArray x) {
    long width = x.getShape().get(x.getShape().dimension() - 1);
    NDManager manager = x.getManager();
    NDArray gamma = manager.ones(new Shape(width));
    NDArray beta = manager.zeros(new Shape(width));
    return x.getNDArrayInternal()
        .layerNorm(x, new Shape(width), gamma, beta, EPSILON)
        .singletonOrThrow();
  }

  private static NDArray rmsNorm(NDArray x) {
    return x.div(x.square().mean(new int[] {-1}, true).add(EPSILON).sqrt());
  }

  private static Tensor attention(List<Tensor> in) {
    int width = in.getFirst().shape().dim(-1);
    Tensor scores = Ttnn.matmul(in.get(0), in.get(1), MatmulOptions.DEFAULT.withTransposeB(true));
    Tensor weights = Ttnn.softmax(Ttnn.multiply(scores, (float) (1 / Math.sqrt(width))));
    return Ttnn.matmul(weights, in.get(2));
  }

  private static NDArray attention(NDArray q, NDArray k, NDArray v) {
    long width = q.getShape().get(q.getShape().dimension() - 1);
    NDArray scores = q.matMul(k.swapAxes(-1, -2)).div(Math.sqrt(width));
    return scores.softmax(-1).matMul(v);
  }

  private static double required(DataType dtype) {
    return switch (dtype) {
      case FLOAT32 -> 0.9999;
      case BFLOAT16 -> 0.999;
      case BFLOAT8_B -> 0.99;
      case BFLOAT4_B -> 0.97;
      case UINT32, UINT16, UINT8, INT32 -> 1;
    };
  }

  private static Stream<Arguments> casesOfTypes() {
    return CASES.stream()
        .flatMap(c ->
            Stream.of(DataType.FLOAT32, DataType.BFLOAT16, DataType.BFLOAT8_B)
                .map(dtype -> Arguments.of(c, dtype)));
  }

  @ParameterizedTest
  @MethodSource("casesOfTypes")
  void anOperationAgreesWithPyTorch(Case c, DataType dtype) {
    Random random = new Random(11);
    try (MeshDevice device = MeshDevice.open("n150");
        NDManager manager = NDManager.newBaseManager()) {
      List<Tensor> inputs =
          Stream.generate(() -> input(c, dtype, device, random)).limit(c.inputs()).toList();
      NDList arrays = new NDList();
      inputs.forEach(tensor -> arrays.add(Torch.toTorch(tensor, manager)));
      double[] ours = Ttnn.toTorch(c.ours().apply(inputs)).toDoubles();
      double[] theirs = Torch.torchTensor(c.theirs().apply(arrays)).toDoubles();
      assertThat(Pcc.of(theirs, ours)).isGreaterThanOrEqualTo(required(dtype));
    }
  }

  /** Two heads of 40 x 48: neither is a multiple of a tile's side. */
  private static Tensor input(Case c, DataType dtype, MeshDevice device, Random random) {
    float[] values = new float[2 * 40 * 48];
    for (int i = 0; i < values.length; i++) {
      values[i] = c.low() + random.nextFloat() * (c.high() - c.low());
    }
    return Ttnn.fromTorch(
        TorchTensor.of(values, dev.tilescope.model.Shape.of(2, 40, 48)),
        FromTorchOptions.DEFAULT.withDtype(dtype).withLayout(Layout.TILE).withDevice(device));
  }
}
