package dev.tilescope.ops;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.CostModel;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.DeviceOperation.GoldenCall;
import dev.tilescope.ops.kernel.Kernels;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Softmax along one dimension, with the maximum subtracted first. */
abstract class SoftmaxOperations extends MatmulOperations {
  /**
   * @param dim counted from the front
   */
  record SoftmaxParams(int dim, MemoryConfig outputMemConfig) {}

  static final DeviceOperation<SoftmaxParams> SOFTMAX =
      DeviceOperation.<SoftmaxParams>named("SoftmaxDeviceOperation", "softmax")
          .takes(Input.of("input_tensor").floats().in(Layout.TILE))
          .output(call -> call.spec(0).withMemoryConfig(call.params().outputMemConfig()))
          .circularBuffers(
              "A row of tiles in and one of exponentials, a tile each for maximum, sum and scaler,"
                  + " two tiles out; a row that is too long passes in parts.",
              SoftmaxOperations::circularBuffers)
          .cost(SoftmaxOperations::cost)
          .kernel(SoftmaxOperations::compute)
          .golden(SoftmaxOperations::golden)
          .declare();

  record SoftmaxArguments(
      Tensor inputTensor, @Default("-1") int dim, @Nullable MemoryConfig memoryConfig) {}

  private static final Operation<SoftmaxArguments, Tensor> SOFTMAX_OPERATION =
      Operation.of("ttnn::softmax", SoftmaxArguments.class, SoftmaxOperations::softmax, SOFTMAX);

  /** Along the last dimension. */
  public static Tensor softmax(Tensor input) {
    return softmax(input, -1, null);
  }

  public static Tensor softmax(Tensor input, int dim, @Nullable MemoryConfig memoryConfig) {
    return SOFTMAX_OPERATION.call(new SoftmaxArguments(input, dim, memoryConfig));
  }

  private static Tensor softmax(SoftmaxArguments a) {
    Tensor input = a.inputTensor();
    int dim = Shapes.dimension("dim", a.dim(), input.shape());
    MemoryConfig memory = a.memoryConfig() == null ? input.memoryConfig() : a.memoryConfig();
    return SOFTMAX.run(new SoftmaxParams(dim, memory), input);
  }

  /**
   * A core takes whole rows of tiles: the row comes in and its exponentials stay until their sum is
   * known; maximum, sum and scaler are a tile each, and the result leaves two tiles at a time.
   */
  private static List<CircularBuffer> circularBuffers(Call<SoftmaxParams> call) {
    TensorSpec spec = call.spec(0);
    DataType dtype = spec.dtype();
    CoreRangeSet cores = CircularBuffers.sharing(tileRows(spec), call.device());
    long width = spec.physicalWidth() / TensorSpec.TILE_SIDE;
    return List.of(
        CircularBuffers.rowOfTiles(cores, dtype, width, call.device()),
        CircularBuffers.tiles(cores, DataType.BFLOAT16, 1),
        CircularBuffers.rowOfTiles(cores, dtype, width, call.device()),
        CircularBuffers.tiles(cores, dtype, 1),
        CircularBuffers.tiles(cores, dtype, 1),
        CircularBuffers.tiles(cores, call.outputSpec().dtype(), 2));
  }

  private static long tileRows(TensorSpec spec) {
    return spec.physicalHeight() / TensorSpec.TILE_SIDE;
  }

  /** Maximum, exponential, sum, reciprocal and product: the exponential dominates. */
  private static CostModel.Work cost(Call<SoftmaxParams> call) {
    TensorSpec output = call.outputSpec();
    int cores = CircularBuffers.sharing(tileRows(output), call.device()).size();
    long cyclesPerTile = Costs.CYCLES_PER_VECTOR_UNIT_TILE + 3L * Costs.CYCLES_PER_ELEMENTWISE_TILE;
    return Costs.of(cyclesPerTile, cores, Costs.inputs(call), output);
  }

  private static void compute(Call<SoftmaxParams> call) {
    Values output = call.out();
    Shape shape = call.spec(0).shape();
    float[] in = call.floats(0);
    int dim = call.params().dim();
    int width = shape.dim(dim);
    if (width == 0) {
      return;
    }
    if (dim == shape.rank() - 1) {
      Kernels.softmaxRows(in, output.floats(), in.length / width, width);
      return;
    }
    int inner = 1;
    for (int i = dim + 1; i < shape.rank(); i++) {
      inner *= shape.dim(i);
    }
    int outer = inner == 0 ? 0 : in.length / (width * inner);
    float[] rows = new float[in.length];
    Kernels.permute(in, new int[] {outer, width, inner}, new int[] {0, 2, 1}, rows);
    Kernels.softmaxRows(rows, rows, outer * inner, width);
    Kernels.permute(rows, new int[] {outer, inner, width}, new int[] {0, 2, 1}, output.floats());
  }

  private static double[] golden(GoldenCall<SoftmaxParams> call) {
    double[] in = call.values(0);
    double[] out = new double[in.length];
    int[] dims = call.output().shape().toArray();
    int stride = Shapes.strides(dims)[call.params().dim()];
    int width = dims[call.params().dim()];
    for (int i = 0; i < in.length; i++) {
      int first = i - i / stride % width * stride;
      double max = Double.NEGATIVE_INFINITY;
      double sum = 0;
      for (int j = 0; j < width; j++) {
        max = Math.max(max, in[first + j * stride]);
      }
      for (int j = 0; j < width; j++) {
        sum += Math.exp(in[first + j * stride] - max);
      }
      out[i] = Math.exp(in[i] - max) / sum;
    }
    return out;
  }
}
