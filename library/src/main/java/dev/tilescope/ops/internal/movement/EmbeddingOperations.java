package dev.tilescope.ops.internal.movement;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Traffic;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.LookupKernels;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Engine;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.options.EmbeddingOptions;
import dev.tilescope.ops.options.EmbeddingsType;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/** Rows of a table by their numbers. */
public final class EmbeddingOperations {
  private EmbeddingOperations() {}

  /** Larger blocks of a row than this are not held at once when tiles are made. */
  private static final int BLOCK_TILES = 8;

  public record EmbeddingParams(
      EmbeddingsType embeddingsType,
      Layout outputLayout,
      DataType outputDtype,
      MemoryConfig outputMemConfig) {}

  public static final DeviceOperation<EmbeddingParams> EMBEDDINGS_ON_DEVICE =
      DeviceOperation.<EmbeddingParams>named("EmbeddingsDeviceOperation", "embedding")
          .takes(
              Input.of("input_tensor")
                  .dtypes(List.of(DataType.UINT32, DataType.INT32, DataType.UINT16)),
              Input.of("weight").dtypes(List.of(DataType.BFLOAT16, DataType.FLOAT32)))
          .validation(EmbeddingOperations::check)
          .output(EmbeddingOperations::output)
          .circularBuffers(
              "Two rows of the table and one of indices; for a tiled result 32 rows in blocks of at"
                  + " most eight tiles, and as many tiles out.",
              EmbeddingOperations::circularBuffers)
          .cost(EmbeddingOperations::cost)
          .engine(Engine.MOVES)
          .kernel(call ->
              LookupKernels.embedding(
                  call.integers(0),
                  call.floats(1),
                  call.spec(1).shape().dim(-1),
                  call.out().floats()))
          .golden(EmbeddingOperations::golden)
          .declare();

  public record EmbeddingArguments(Tensor inputTensor, Tensor weight, EmbeddingOptions options) {}

  public static final Operation<EmbeddingArguments, Tensor> EMBEDDING =
      Operation.of(
          "ttnn::embedding",
          EmbeddingArguments.class,
          EmbeddingOperations::embedding,
          EMBEDDINGS_ON_DEVICE);

  private static Tensor embedding(EmbeddingArguments a) {
    EmbeddingOptions options = a.options();
    Check.that(
        options.embeddingsType() != EmbeddingsType.PADDED || options.paddingIdx() != null,
        "padding_idx: embeddings_type=PADDED needs one, got none");
    MemoryConfig memory =
        options.memoryConfig() == null ? a.inputTensor().memoryConfig() : options.memoryConfig();
    Layout layout = options.layout() == null ? Layout.ROW_MAJOR : options.layout();
    DataType dtype = options.dtype() == null ? a.weight().dtype() : options.dtype();
    return EMBEDDINGS_ON_DEVICE.runInto(
        options.outputTensor(),
        new EmbeddingParams(options.embeddingsType(), layout, dtype, memory),
        a.inputTensor(),
        a.weight());
  }

  private static void check(Call<EmbeddingParams> call) {
    Shape weight = call.spec(1).shape();
    Check.rankAtLeast("input_tensor", call.input(0), 1);
    Check.rankAtLeast("weight", call.input(1), 2);
    Check.layout("weight", call.input(1), Layout.ROW_MAJOR);
    Check.that(
        weight.volume() == (long) weight.dim(-1) * weight.dim(-2),
        "weight: one table of rows is needed, e.g. Shape([%d, %d]), got %s",
        weight.dim(-2),
        weight.dim(-1),
        weight);
    Check.that(
        call.params().embeddingsType() != EmbeddingsType.BINARY || weight.dim(-2) == 2,
        "weight: embeddings_type=BINARY is for tables of two rows, got %s",
        weight);
    Check.that(
        call.spec(0).shape().rank() < Shape.MAX_DEVICE_RANK,
        "input_tensor: rank %d at most, got %s",
        Shape.MAX_DEVICE_RANK - 1,
        call.spec(0).shape());
    Check.that(
        call.params().outputDtype().isFloat(),
        "dtype: a floating-point type is needed, got %s",
        call.params().outputDtype());
  }

  private static TensorSpec output(Call<EmbeddingParams> call) {
    int[] indices = call.spec(0).shape().toArray();
    int[] dims = Arrays.copyOf(indices, indices.length + 1);
    dims[indices.length] = call.spec(1).shape().dim(-1);
    EmbeddingParams params = call.params();
    return new TensorSpec(
        Shape.of(dims), params.outputDtype(), params.outputLayout(), params.outputMemConfig());
  }

  private static List<CircularBuffer> circularBuffers(Call<EmbeddingParams> call) {
    TensorSpec output = call.outputSpec();
    CoreRangeSet cores = cores(call);
    CircularBuffer indices = CircularBuffers.pages(cores, call.spec(0), 1);
    if (output.layout() == Layout.ROW_MAJOR) {
      return List.of(CircularBuffers.doubled(cores, call.spec(1)), indices);
    }
    long block = blockTiles(output);
    return List.of(
        CircularBuffers.tiles(cores, call.spec(1).dtype(), 2 * block),
        indices,
        CircularBuffers.tiles(cores, output.dtype(), 2 * block));
  }

  /** Tiles that are written together. */
  private static long blockTiles(TensorSpec output) {
    long width = Math.max(1, output.physicalWidth() / TensorSpec.TILE_SIDE);
    return CircularBuffers.largestBlock(width, BLOCK_TILES);
  }

  private static CoreRangeSet cores(Call<EmbeddingParams> call) {
    TensorSpec output = call.outputSpec();
    long rows =
        output.layout() == Layout.TILE
            ? output.physicalHeight() / TensorSpec.TILE_SIDE
            : output.physicalHeight();
    return CircularBuffers.sharing(rows, call);
  }

  /** Indices in tiles are shared out a face's row at a time. */
  private static int coresOfFaces(Call<EmbeddingParams> call, long asked) {
    return CircularBuffers.sharing(Math.ceilDiv(asked, TensorSpec.TILE_SIDE / 2), call).size();
  }

  /** Only the rows that are asked for are read, each by itself. */
  private static Work cost(Call<EmbeddingParams> call) {
    TensorSpec output = call.outputSpec();
    long asked = call.spec(0).shape().volume();
    boolean inFaces = call.spec(0).layout() == Layout.TILE;
    int cores = inFaces ? coresOfFaces(call, asked) : cores(call).size();
    long rows = Math.ceilDiv(asked, cores);
    Work work = Costs.work(0, cores, List.of(call.spec(0), output), output);
    if (output.layout() == Layout.ROW_MAJOR) {
      return work.withTraffic(new Traffic(rows, rows), new Traffic(rows, rows));
    }
    long blocks = Math.ceilDiv(work.writes().pages(), blockTiles(output));
    return work.withTraffic(
        new Traffic(work.reads().pages(), rows), new Traffic(work.writes().pages(), blocks));
  }

  private static double[] golden(GoldenCall<EmbeddingParams> call) {
    double[] out = call.newOutput();
    int width = call.output().shape().dim(-1);
    for (int i = 0; i < out.length; i++) {
      out[i] = call.values(1)[((int) call.values(0)[i / width]) * width + i % width];
    }
    return out;
  }
}
