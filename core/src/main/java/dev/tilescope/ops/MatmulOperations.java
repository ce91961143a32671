package dev.tilescope.ops;

import dev.tilescope.device.Board;
import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.CostModel;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.DeviceOperation.GoldenCall;
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
abstract class MatmulOperations extends BinaryOperations {
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

  static final DeviceOperation<MatmulParams> MATMUL =
      DeviceOperation.<MatmulParams>named("MatmulDeviceOperation", "matmul")
          .takes(
              Input.of("input_tensor_a").floats().in(Layout.TILE),
              Input.of("input_tensor_b").floats().in(Layout.TILE),
              Input.optional("bias").floats().in(Layout.TILE))
          .into("optional_output_tensor")
          .validation(MatmulOperations::check)
          .output(MatmulOperations::output)
          .circularBuffers(
              "The core's rectangle of the result and, twice, the blocks of both inputs that four"
                  + " tiles of K need; two tiles of each if that is more than half of L1.",
              MatmulOperations::circularBuffers)
          .cost(MatmulOperations::cost)
          .kernel(MatmulOperations::compute)
          .golden(MatmulOperations::golden)
          .declare();

  record MatmulArguments(Tensor inputTensorA, Tensor inputTensorB, MatmulOptions options) {}

  record LinearArguments(
      Tensor inputTensorA, Tensor inputTensorB, @Nullable Tensor bias, MatmulOptions options) {}

  private static final Operation<MatmulArguments, Tensor> MATMUL_OPERATION =
      Operation.of(
          "ttnn::matmul",
          MatmulArguments.class,
          a -> apply(a.inputTensorA(), a.inputTensorB(), null, a.options()),
          MATMUL);
  private static final Operation<LinearArguments, Tensor> LINEAR_OPERATION =
      Operation.of(
          "ttnn::linear",
          LinearArguments.class,
          a -> apply(a.inputTensorA(), a.inputTensorB(), a.bias(), a.options()),
          MATMUL);

  /** K is worked through in blocks of this many tiles. */
  private static final int BLOCK_TILES = 4;

  public static Tensor matmul(Tensor a, Tensor b) {
    return matmul(a, b, MatmulOptions.DEFAULT);
  }

  public static Tensor matmul(Tensor a, Tensor b, MatmulOptions options) {
    return MATMUL_OPERATION.call(new MatmulArguments(a, b, options));
  }

  /** {@code a @ b + bias}, then the activation of the options. */
  public static Tensor linear(Tensor a, Tensor b, @Nullable Tensor bias, MatmulOptions options) {
    return LINEAR_OPERATION.call(new LinearArguments(a, b, bias, options));
  }

  private static Tensor apply(Tensor a, Tensor b, @Nullable Tensor bias, MatmulOptions options) {
    Tensor into = options.optionalOutputTensor();
    checkSeparate(into, a, b, bias);
    MatmulParams params =
        new MatmulParams(
            options.transposeA(),
            options.transposeB(),
            resultMemory(options),
            resultType(a, options),
            Activation.named(options.activation()));
    return MATMUL.runInto(into, params, a, b, bias);
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
  private static void checkSeparate(@Nullable Tensor into, @Nullable Tensor... inputs) {
    for (int i = 0; into != null && i < inputs.length; i++) {
      Tensor input = inputs[i];
      Check.that(
          into.buffer() == null || input == null || into.buffer() != input.buffer(),
          "optional_output_tensor: a tensor of its own is needed, got one with the buffer of %s",
          MATMUL.inputs().get(i).name());
    }
  }

  private static void check(Call<MatmulParams> call) {
    Tensor a = call.input(0);
    Tensor b = call.input(1);
    Check.rankAtLeast("input_tensor_a", a, 2);
    Check.rankAtLeast("input_tensor_b", b, 2);
    Check.that(
        call.params().outputDtype().isFloat(),
        "dtype: a floating-point type is needed, got %s",
        call.params().outputDtype());
    checkInnerDimensions(call.params(), a.shape(), b.shape());
    MatmulSizes.checkBatch(a.shape(), b.shape());
    if (call.has(2)) {
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
  private static List<CircularBuffer> circularBuffers(Call<MatmulParams> call) {
    TensorSpec output = call.outputSpec();
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
    if (call.has(2)) {
      buffers.add(CircularBuffers.tiles(cores, call.spec(2).dtype(), fits ? columns : 2));
    }
    buffers.add(CircularBuffers.tiles(cores, output.dtype(), fits ? rows * columns : 2));
    return buffers;
  }

  private static long tiles(long elements) {
    return Math.ceilDiv(elements, TensorSpec.TILE_SIDE);
  }

  /** Two passes a tile product: TT-NN's default fidelity for bfloat16. */
  private static CostModel.Work cost(Call<MatmulParams> call) {
    TensorSpec output = call.outputSpec();
    int cores = call.device().board().compute().size();
    MatmulSizes sizes = MatmulSizes.of(call.params(), call.spec(0).shape(), call.spec(1).shape());
    long products =
        Math.ceilDiv(tiles(sizes.m()) * sizes.batch() * tiles(sizes.n()), cores) * tiles(sizes.k());
    return Costs.work(
        2 * products * Costs.CYCLES_PER_TILE_PRODUCT, cores, Costs.inputs(call), output);
  }

  private static void compute(Call<MatmulParams> call) {
    Values output = call.out();
    if (output.size() == 0) {
      return;
    }
    MatmulParams params = call.params();
    MatmulSizes sizes = MatmulSizes.of(params, call.spec(0).shape(), call.spec(1).shape());
    float[] a = operand(call.floats(0), call.spec(0).shape(), params.transposeA());
    float[] b = call.floats(1);
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
    if (call.has(2)) {
      addBias(call.floats(2), output.floats(), n);
    }
    Activation activation = params.userFusedActivation();
    if (activation != null) {
      Kernels.unary(activation.kind, output.floats(), output.floats());
    }
  }

  private static float[] operand(float[] values, Shape shape, boolean transposed) {
    if (!transposed) {
      return values;
    }
    int rows = shape.dim(-2);
    int columns = shape.dim(-1);
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

  private static double[] golden(GoldenCall<MatmulParams> call) {
    MatmulParams params = call.params();
    Reference a = call.input(0);
    Reference b = call.input(1);
    MatmulSizes sizes = MatmulSizes.of(params, a.spec().shape(), b.spec().shape());
    double[] out = call.newOutput();
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
      if (call.has(2)) {
        sum += call.values(2)[column];
      }
      out[i] = activated(params.userFusedActivation(), sum);
    }
    return out;
  }

  private static double activated(@Nullable Activation activation, double value) {
    return activation == null ? value : ElementwiseGolden.unary(activation.kind, 0, 0, value);
  }
}
