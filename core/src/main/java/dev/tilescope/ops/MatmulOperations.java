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
import dev.tilescope.ops.DeviceOperation.Engine;
import dev.tilescope.ops.DeviceOperation.Reference;
import dev.tilescope.ops.kernel.BinaryKind;
import dev.tilescope.ops.kernel.Kernels;
import dev.tilescope.ops.kernel.UnaryKind;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.ArrayList;
import java.util.Arrays;
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
    MatmulParams params =
        new MatmulParams(
            options.transposeA(),
            options.transposeB(),
            options.memoryConfig() == null ? MemoryConfig.DRAM : options.memoryConfig(),
            options.dtype() == null ? a.dtype() : options.dtype(),
            Activation.named(options.activation()));
    List<Tensor> inputs = bias == null ? List.of(a, b) : List.of(a, b, bias);
    return MATMUL.run(params, inputs, a.device(), options.optionalOutputTensor());
  }

  /** The sizes of the product, after transposition. */
  private record Sizes(int m, int k, int n, long batch, boolean batchedA, boolean batchedB) {
    static Sizes of(MatmulParams params, Shape a, Shape b) {
      Shape batchA = batchDims(a);
      Shape batchB = batchDims(b);
      return new Sizes(
          a.dim(params.transposeA() ? -1 : -2),
          a.dim(params.transposeA() ? -2 : -1),
          b.dim(params.transposeB() ? -2 : -1),
          (isOnes(batchB) ? batchA : batchB).volume(),
          !isOnes(batchA),
          !isOnes(batchB));
    }
  }

  /** All dimensions but the last two. */
  private static Shape batchDims(Shape shape) {
    return Shape.of(Arrays.copyOf(shape.toArray(), shape.rank() - 2));
  }

  private static boolean isOnes(Shape shape) {
    return Arrays.stream(shape.toArray()).allMatch(dim -> dim == 1);
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
    checkBatch(a.shape(), b.shape());
    if (call.inputs().size() == 3) {
      checkBias(call.input(2), Sizes.of(call.params(), a.shape(), b.shape()).n());
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

  private static void checkBatch(Shape a, Shape b) {
    boolean onesA = a.rank() == b.rank() && isOnes(batchDims(a));
    Check.that(
        batchDims(a).equals(batchDims(b)) || isOnes(batchDims(b)) || onesA,
        "input_tensor_b: the batch dimensions of %s must equal those of input_tensor_a %s, or all"
            + " be 1",
        b,
        a);
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
    Sizes sizes = Sizes.of(call.params(), a, b);
    int[] batch = batchDims(sizes.batchedB() ? b : a).toArray();
    int rank = Math.max(a.rank(), b.rank());
    int[] dims = new int[rank];
    Arrays.fill(dims, 1);
    System.arraycopy(batch, 0, dims, rank - 2 - batch.length, batch.length);
    dims[rank - 2] = sizes.m();
    dims[rank - 1] = sizes.n();
    MatmulParams params = call.params();
    return new TensorSpec(
        Shape.of(dims), params.outputDtype(), Layout.TILE, params.outputMemConfig());
  }

  /**
   * The grid shares out the tiles of the result in rectangles. Each core holds its rectangle of the
   * result and, twice, the blocks of both inputs that four tiles of K need; if that is more than
   * half its L1, it works tile by tile with two tiles of each.
   */
  private static List<CircularBuffer> circularBuffers(Call<MatmulParams> call, Tensor output) {
    Board.Grid grid = call.device().board().compute();
    CoreRangeSet cores = CoreRangeSet.grid(grid.width(), grid.height());
    Sizes sizes = Sizes.of(call.params(), call.spec(0).shape(), call.spec(1).shape());
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
    Sizes sizes = Sizes.of(call.params(), call.spec(0).shape(), call.spec(1).shape());
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
    Sizes sizes = Sizes.of(params, call.spec(0).shape(), call.spec(1).shape());
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
    Sizes sizes = Sizes.of(params, a.spec().shape(), b.spec().shape());
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
