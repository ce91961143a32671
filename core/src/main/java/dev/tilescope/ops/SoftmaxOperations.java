package dev.tilescope.ops;

import static dev.tilescope.ops.DeviceOperation.device;
import static dev.tilescope.ops.DeviceOperation.primitive;

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
import dev.tilescope.ops.kernel.Kernels;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Softmax along one dimension, with the maximum subtracted first. */
final class SoftmaxOperations {
  /**
   * @param dim counted from the front
   */
  record SoftmaxParams(int dim, MemoryConfig outputMemConfig) {}

  static final DeviceOperation<SoftmaxParams> SOFTMAX =
      new DeviceOperation<>(
          Arguments.of("input_tensor"),
          device("SoftmaxDeviceOperation"),
          primitive("ttnn::prim::softmax"),
          SoftmaxOperations::check,
          call -> call.spec(0).withMemoryConfig(call.params().outputMemConfig()),
          SoftmaxOperations::circularBuffers,
          SoftmaxOperations::cost,
          Engine.COMPUTES,
          SoftmaxOperations::compute,
          SoftmaxOperations::golden);

  private SoftmaxOperations() {}

  static Tensor apply(Tensor input, int dim, @Nullable MemoryConfig memoryConfig) {
    return SOFTMAX.run(
        new SoftmaxParams(
            Shapes.dimension("dim", dim, input.shape()),
            memoryConfig == null ? input.memoryConfig() : memoryConfig),
        input);
  }

  private static void check(Call<SoftmaxParams> call) {
    Check.floats("input_tensor", call.input(0));
    Check.layout("input_tensor", call.input(0), Layout.TILE);
  }

  /**
   * A core takes whole rows of tiles: the row comes in and its exponentials stay until their sum is
   * known; maximum, sum and scaler are a tile each, and the result leaves two tiles at a time.
   */
  private static List<CircularBuffer> circularBuffers(Call<SoftmaxParams> call, Tensor output) {
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
        CircularBuffers.tiles(cores, output.dtype(), 2));
  }

  private static long tileRows(TensorSpec spec) {
    return spec.physicalHeight() / TensorSpec.TILE_SIDE;
  }

  /** Maximum, exponential, sum, reciprocal and product: the exponential dominates. */
  private static CostModel.Work cost(Call<SoftmaxParams> call, TensorSpec output) {
    int cores = CircularBuffers.sharing(tileRows(output), call.device()).size();
    long cyclesPerTile = Costs.CYCLES_PER_VECTOR_UNIT_TILE + 3L * Costs.CYCLES_PER_ELEMENTWISE_TILE;
    return Costs.of(cyclesPerTile, cores, Costs.inputs(call), output);
  }

  private static void compute(Call<SoftmaxParams> call, Values output) {
    Shape shape = call.spec(0).shape();
    float[] in = call.input(0).values().floats();
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

  private static double[] golden(SoftmaxParams params, List<Reference> inputs, TensorSpec output) {
    double[] in = inputs.getFirst().values();
    double[] out = new double[in.length];
    int[] dims = output.shape().toArray();
    int stride = Shapes.strides(dims)[params.dim()];
    int width = dims[params.dim()];
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
