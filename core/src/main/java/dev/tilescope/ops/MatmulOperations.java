package dev.tilescope.ops;

import static dev.tilescope.ops.DeviceOperation.device;
import static dev.tilescope.ops.DeviceOperation.primitive;

import dev.tilescope.device.Board;
import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.CostModel;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.DeviceOperation.Arguments;
import dev.tilescope.ops.DeviceOperation.Engine;
import dev.tilescope.ops.DeviceOperation.Reference;
import dev.tilescope.ops.kernel.BinaryKind;
import dev.tilescope.ops.kernel.Kernels;
import dev.tilescope.ops.kernel.UnaryKind;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Matrix products, with an optional bias row and activation fused in. */
final class MatmulOperations {
  /** What may follow the product inside the device operation. */
  enum Activation {
    RELU(UnaryKind.RELU),
    GELU(UnaryKind.GELU);

    private final UnaryKind kind;

    Activation(UnaryKind kind) {
      this.kind = kind;
    }

    static @Nullable Activation named(@Nullable String name) {
      if (name == null) {
        return null;
      }
      for (Activation activation : values()) {
        if (activation.name().equalsIgnoreCase(name)) {
          return activation;
        }
      }
      Check.that(false, "activation: \"relu\" or \"gelu\" expected, got \"%s\"", name);
      return null;
    }
  }

  record MatmulParams(
      boolean transposeA,
      boolean transposeB,
      MemoryConfig outputMemConfig,
      DataType outputDtype,
      @Nullable Activation userFusedActivation) {}

  /** Inputs: a, b and perhaps the bias. */
  static final DeviceOperation<MatmulParams> MATMUL =
      new DeviceOperation<>(
          Arguments.of("input_tensor_a", "input_tensor_b", "bias").into("optional_output_tensor"),
          device("MatmulDeviceOperation"),
          primitive("ttnn::prim::matmul"),
          MatmulOperations::check,
          MatmulOperations::output,
          MatmulOperations::circularBuffers,
          MatmulOperations::cost,
          Engine.COMPUTES,
          MatmulOperations::compute,
          MatmulOperations::golden);

  /** K is worked through in blocks of this many tiles. */
  private static final int BLOCK_TILES = 4;

  private MatmulOperations() {}

  static Tensor apply(Tensor a, Tensor b, @Nullable Tensor bias, MatmulOptions options) {
    Tensor into = options.optionalOutputTensor();
    List<Tensor> inputs = bias == null ? List.of(a, b) : List.of(a, b, bias);
    checkSeparate(inputs, into);
    MatmulParams params =
        new MatmulParams(
            options.transposeA(),
            options.transposeB(),
            resultMemory(options),
            resultType(a, options),
            Activation.named(options.activation()));
    return MATMUL.run(params, inputs, into);
  }

  private static MemoryConfig resultMemory(MatmulOptions options) {
    if (options.memoryConfig() != null) {
      return options.memoryConfig();
    }
    Tensor into = options.optionalOutputTensor();
    return into == null ? MemoryConfig.DRAM : into.memoryConfig();
  }

  private static DataType resultType(Tensor a, MatmulOptions options) {
    if (options.dtype() != null) {
      return options.dtype();
    }
    Tensor into = options.optionalOutputTensor();
    return into == null ? a.dtype() : into.dtype();
  }

  /** A product reads its inputs again and again while it writes its result. */
  private static void checkSeparate(List<Tensor> inputs, @Nullable Tensor into) {
    for (int i = 0; into != null && i < inputs.size(); i++) {
      Check.that(
          into.buffer() == null || into.buffer() != inputs.get(i).buffer(),
          "optional_output_tensor: a tensor of its own is needed, got one with the buffer of %s",
          MATMUL.arguments().inputs().get(i));
    }
  }

  private static void check(Call<MatmulParams> call) {
    Tensor a = call.input(0);
    Tensor b = call.input(1);
    Check.rankAtLeast("input_tensor_a", a, 2);
    Check.rankAtLeast("input_tensor_b", b, 2);
    Check.layout("input_tensor_a", a, Layout.TILE);
    Check.layout("input_tensor_b", b, Layout.TILE);
    Check.floats("input_tensor_a", a);
    Check.floats("input_tensor_b", b);
    Check.that(
        call.params().outputDtype().isFloat(),
        "dtype: a floating-point type is needed, got %s",
        call.params().outputDtype());
    checkInnerDimensions(call.params(), a.shape(), b.shape());
    MatmulSizes.checkBatch(a.shape(), b.shape());
    if (call.inputs().size() == 3) {
      checkBias(call.input(2), MatmulSizes.of(call.params(), a.shape(), b.shape()).n());
    }
  }

  private static void checkInnerDimensions(MatmulParams params, Shape a, Shape b) {
    int inner = a.dim(params.transposeA() ? -2 : -1);
    int other = b.dim(params.transposeB() ? -1 : -2);
    Check.that(
        inner == other,
        "input_tensor_b: %s does not fit input_tensor_a %s: the inner dimensions are %d and %d",
        b,
        a,
        inner,
        other);
  }

  private static void checkBias(Tensor bias, int width) {
    Check.layout("bias", bias, Layout.TILE);
    Check.floats("bias", bias);
    Check.that(
        bias.shape().rank() > 0 && bias.shape().dim(-1) == width && bias.shape().volume() == width,
        "bias: one row of %d elements is needed, e.g. Shape([1, %d]), got %s",
        width,
        width,
        bias.shape());
  }

  private static TensorSpec output(Call<MatmulParams> call) {
    Shape a = call.spec(0).shape();
    Shape b = call.spec(1).shape();
    MatmulParams params = call.params();
    return new TensorSpec(
        MatmulSizes.result(params, a, b),
        params.outputDtype(),
        Layout.TILE,
        params.outputMemConfig());
  }

  /**
   * The grid shares out the tiles of the result in rectangles. Each core holds its rectangle of the
   * result and, twice, the blocks of both inputs that four tiles of K need; if that is more than
   * half its L1, it works tile by tile with two tiles of each.
   */
  private static List<CircularBuffer> circularBuffers(Call<MatmulParams> call, Tensor output) {
    Board.Grid grid = call.device().board().compute();
    CoreRangeSet cores = CoreRangeSet.grid(grid.width(), grid.height());
    MatmulSizes sizes = MatmulSizes.of(call.params(), call.spec(0).shape(), call.spec(1).shape());
    long rows = Math.ceilDiv(tiles(sizes.m()) * sizes.batch(), grid.height());
    long columns = Math.ceilDiv(tiles(sizes.n()), grid.width());
    long depth = Math.min(BLOCK_TILES, tiles(sizes.k()));
    DataType typeA = call.spec(0).dtype();
    DataType typeB = call.spec(1).dtype();
    long limit = call.device().info().cbLimitBytes() / 2;
    boolean fits =
        rows <= limit
            && columns <= limit
            && 2 * rows * depth * typeA.tileBytes()
                    + 2 * columns * depth * typeB.tileBytes()
                    + rows * columns * output.dtype().tileBytes()
                <= limit;
    List<CircularBuffer> buffers = new ArrayList<>(4);
    buffers.add(CircularBuffers.tiles(cores, typeA, fits ? 2 * rows * depth : 2));
    buffers.add(CircularBuffers.tiles(cores, typeB, fits ? 2 * columns * depth : 2));
    if (call.inputs().size() == 3) {
      buffers.add(CircularBuffers.tiles(cores, call.spec(2).dtype(), fits ? columns : 2));
    }
    buffers.add(CircularBuffers.tiles(cores, output.dtype(), fits ? rows * columns : 2));
    return buffers;
  }

  private static long tiles(long elements) {
    return Math.ceilDiv(elements, TensorSpec.TILE_SIDE);
  }

  /** Two passes a tile product: TT-NN's default fidelity for bfloat16. */
  private static CostModel.Work cost(Call<MatmulParams> call, TensorSpec output) {
    int cores = call.device().board().compute().size();
    MatmulSizes sizes = MatmulSizes.of(call.params(), call.spec(0).shape(), call.spec(1).shape());
    long products =
        Math.ceilDiv(tiles(sizes.m()) * sizes.batch() * tiles(sizes.n()), cores) * tiles(sizes.k());
    return Costs.work(
        2 * products * Costs.CYCLES_PER_TILE_PRODUCT, cores, Costs.inputs(call), output);
  }

  private static void compute(Call<MatmulParams> call, Values output) {
    if (output.size() == 0) {
      return;
    }
    MatmulParams params = call.params();
    MatmulSizes sizes = MatmulSizes.of(params, call.spec(0).shape(), call.spec(1).shape());
    float[] a = operand(call.input(0), params.transposeA());
    float[] b = call.input(1).values().floats();
    int m = sizes.m();
    int k = sizes.k();
    int n = sizes.n();
    Kernels.batchedMatmul(
        a,
        new int[] {sizes.batchedA() ? m * k : 0},
        b,
        new int[] {sizes.batchedB() ? k * n : 0},
        output.floats(),
        new int[] {(int) sizes.batch()},
        m,
        k,
        n,
        params.transposeB());
    if (call.inputs().size() == 3) {
      addBias(call.input(2).values().floats(), output.floats(), n);
    }
    Activation activation = params.userFusedActivation();
    if (activation != null) {
      Kernels.unary(activation.kind, output.floats(), output.floats());
    }
  }

  private static float[] operand(Tensor tensor, boolean transposed) {
    float[] values = tensor.values().floats();
    if (!transposed) {
      return values;
    }
    int rows = tensor.shape().dim(-2);
    int columns = tensor.shape().dim(-1);
    int batch = rows * columns == 0 ? 0 : values.length / (rows * columns);
    float[] result = new float[values.length];
    Kernels.permute(values, new int[] {batch, rows, columns}, new int[] {0, 2, 1}, result);
    return result;
  }

  private static void addBias(float[] bias, float[] out, int n) {
    int rows = n == 0 ? 0 : out.length / n;
    Kernels.binary(
        BinaryKind.ADD, out, new int[] {n, 1}, bias, new int[] {0, 1}, out, new int[] {rows, n});
  }

  private static double[] golden(MatmulParams params, List<Reference> inputs, TensorSpec output) {
    Reference a = inputs.get(0);
    Reference b = inputs.get(1);
    MatmulSizes sizes = MatmulSizes.of(params, a.spec().shape(), b.spec().shape());
    double[] out = new double[(int) output.shape().volume()];
    for (int i = 0; i < out.length; i++) {
      int column = i % sizes.n();
      int row = i / sizes.n() % sizes.m();
      int batch = i / (sizes.n() * sizes.m());
      double sum = 0;
      for (int k = 0; k < sizes.k(); k++) {
        int inA = params.transposeA() ? k * sizes.m() + row : row * sizes.k() + k;
        int inB = params.transposeB() ? column * sizes.k() + k : k * sizes.n() + column;
        sum +=
            a.values()[(sizes.batchedA() ? batch * sizes.m() * sizes.k() : 0) + inA]
                * b.values()[(sizes.batchedB() ? batch * sizes.k() * sizes.n() : 0) + inB];
      }
      if (inputs.size() == 3) {
        sum += inputs.get(2).values()[column];
      }
      out[i] = activated(params.userFusedActivation(), sum);
    }
    return out;
  }

  private static double activated(@Nullable Activation activation, double value) {
    return activation == null ? value : UnaryOperations.goldenElement(activation.kind, value);
  }
}
