package dev.tilescope.ops.internal.movement;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the rows of a table of embeddings get of the gradient of what was looked up in it. */
public final class EmbeddingGradientOperations {
  private EmbeddingGradientOperations() {}

  /** Tiles of a row that a core adds up together. */
  private static final int BLOCK_TILES = 8;

  private static final List<DataType> INDICES = List.of(DataType.UINT32, DataType.BFLOAT16);
  private static final List<DataType> GRADIENTS = List.of(DataType.BFLOAT16, DataType.BFLOAT8_B);

  public record EmbeddingBackwardParams(
      MemoryConfig outputMemConfig, DataType outputDtype, int numEmbeddings) {}

  public static final DeviceOperation<EmbeddingBackwardParams> EMBEDDING_BACKWARD_ON_DEVICE =
      DeviceOperation.<EmbeddingBackwardParams>named(
              "EmbeddingBackwardDeviceOperation", "embedding_backward")
          .takes(
              Input.of("index_tensor").dtypes(INDICES), Input.of("grad_tensor").dtypes(GRADIENTS))
          .validation(EmbeddingGradientOperations::check)
          .output(call ->
              new TensorSpec(
                  Shape.of(1, 1, call.params().numEmbeddings(), call.spec(1).shape().dim(-1)),
                  call.params().outputDtype(),
                  Layout.TILE,
                  call.params().outputMemConfig()))
          .circularBuffers(
              "A block of tiles of the gradient and of the result before and after, a tile of"
                  + " indices and one of marks.",
              EmbeddingGradientOperations::circularBuffers)
          .cost(
              call -> Costs.computing(0, cores(call).size(), Costs.inputs(call), call.outputSpec()))
          .kernel(EmbeddingGradientOperations::compute)
          .golden(EmbeddingGradientOperations::golden)
          .declare();

  public record EmbeddingBwArguments(
      Tensor inputTensor,
      Tensor weightTensor,
      Tensor outputGradientTensor,
      @Nullable DataType dtype,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor outputTensor) {}

  public static final Operation<EmbeddingBwArguments, Tensor> EMBEDDING_BW =
      Operation.of(
          "ttnn::embedding_bw",
          EmbeddingBwArguments.class,
          EmbeddingGradientOperations::backward,
          EMBEDDING_BACKWARD_ON_DEVICE,
          ShapeOperations.RESHAPE_ON_DEVICE);

  private static Tensor backward(EmbeddingBwArguments a) {
    Tensor gradient = a.outputGradientTensor();
    Check.rankAtLeast("input_tensor", a.inputTensor(), 1);
    Check.rankAtLeast("weight_tensor", a.weightTensor(), 2);
    MemoryConfig memory = a.memoryConfig() == null ? gradient.memoryConfig() : a.memoryConfig();
    DataType dtype = a.dtype() == null ? gradient.dtype() : a.dtype();
    EmbeddingBackwardParams params =
        new EmbeddingBackwardParams(memory, dtype, a.weightTensor().shape().dim(-2));
    Shape indices = a.inputTensor().shape();
    try (Temporaries made = Temporaries.besides(a.inputTensor(), gradient, a.outputTensor())) {
      Tensor rows =
          made.own(MovementSteps.reshape(a.inputTensor(), indices.dim(0), 1, 1, indices.dim(-1)));
      return made.handOver(
          EMBEDDING_BACKWARD_ON_DEVICE.runInto(a.outputTensor(), params, rows, gradient));
    }
  }

  private static void check(Call<EmbeddingBackwardParams> call) {
    TensorSpec index = call.spec(0);
    TensorSpec gradient = call.spec(1);
    Check.that(
        index.layout() == Layout.ROW_MAJOR,
        "Index tensor layout must be ROW_MAJOR but got %s",
        index.layout());
    Check.that(
        index.shape().dim(-1) % TensorSpec.TILE_SIDE == 0,
        "Number of columns in the index tensor must be divisible by tile width, got %d",
        index.shape().dim(-1));
    Check.that(
        gradient.layout() == Layout.TILE,
        "Gradient tensor layout must be TILE but got %s",
        gradient.layout());
    Check.that(
        gradient.dtype() == call.params().outputDtype(),
        "Output and input gradient tensors must have the same dtype, got %s and %s",
        call.params().outputDtype(),
        gradient.dtype());
    Shape shape = gradient.shape();
    Check.that(
        shape.rank() == 4 && shape.dim(0) == 1 && shape.dim(1) == 1,
        "First two dimensions for the gradient tensor must be 1, got %s",
        shape);
    Check.that(
        shape.dim(-1) % TensorSpec.TILE_SIDE == 0,
        "Number of columns in the gradient tensor must be divisible by tile width, got %d",
        shape.dim(-1));
    Check.that(
        shape.dim(2) == index.shape().volume(),
        "Number of rows in gradient tensor must be equal to number of indices in index tensor, got"
            + " %d and %d",
        shape.dim(2),
        index.shape().volume());
  }

  private static List<CircularBuffer> circularBuffers(Call<EmbeddingBackwardParams> call) {
    CoreRangeSet cores = cores(call);
    DataType dtype = call.outputSpec().dtype();
    return List.of(
        CircularBuffers.tiles(cores, dtype, BLOCK_TILES),
        CircularBuffers.tiles(cores, dtype, BLOCK_TILES),
        CircularBuffers.tiles(cores, dtype, BLOCK_TILES),
        CircularBuffers.tiles(cores, DataType.UINT32, 1),
        CircularBuffers.tiles(cores, DataType.UINT8, 1));
  }

  /** Cores share the columns of the table, a block of tiles each. */
  private static CoreRangeSet cores(Call<EmbeddingBackwardParams> call) {
    long width = call.spec(1).physicalWidth() / TensorSpec.TILE_SIDE;
    return CircularBuffers.sharing(Math.ceilDiv(width, BLOCK_TILES), call);
  }

  private static void compute(Call<EmbeddingBackwardParams> call) {
    float[] gradient = call.floats(1);
    float[] out = call.out().floats();
    int width = call.spec(1).shape().dim(-1);
    int rows = call.params().numEmbeddings();
    Arrays.fill(out, 0);
    for (int i = 0; i * width < gradient.length; i++) {
      int row = call.spec(0).dtype().isFloat() ? (int) call.floats(0)[i] : call.integers(0)[i];
      if (row >= 0 && row < rows) {
        for (int j = 0; j < width; j++) {
          out[row * width + j] += gradient[i * width + j];
        }
      }
    }
  }

  private static double[] golden(GoldenCall<EmbeddingBackwardParams> call) {
    double[] out = call.newOutput();
    int width = call.output().shape().dim(-1);
    double[] gradient = call.values(1);
    for (int i = 0; i < gradient.length; i++) {
      int row = (int) call.values(0)[i / width];
      out[row * width + i % width] += gradient[i];
    }
    return out;
  }
}
