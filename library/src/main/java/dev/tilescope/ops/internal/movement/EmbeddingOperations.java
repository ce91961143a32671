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
import dev.tilescope.tensor.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Rows of a table by their numbers. */
public final class EmbeddingOperations {
  private EmbeddingOperations() {}

  /** {@code max_double_buffer_tiles}: rows of more tiles than this are held once only. */
  private static final int DOUBLED_TILES = 64;

  /** Of a tiled result, written one after the other before the next are waited for. */
  private static final int WRITTEN_TILES = 8;

  /** {@code max_l1_budget_bytes}. */
  private static final long LONGEST_BYTES = 1 << 20;

  /** {@code round_up_to_mul32}. */
  private static final long ROUNDING_BYTES = 32;

  public record EmbeddingParams(
      EmbeddingsType embeddingsType,
      Layout outputLayout,
      DataType outputDtype,
      MemoryConfig outputMemConfig) {}

  public static final DeviceOperation<EmbeddingParams> EMBEDDINGS_ON_DEVICE =
      DeviceOperation.<EmbeddingParams>named("EmbeddingsDeviceOperation", "embedding")
          .takes(
              Input.of("input_tensor")
                  .dtypes(
                      List.of(DataType.UINT32, DataType.INT32, DataType.UINT16, DataType.BFLOAT16)),
              Input.of("weight").dtypes(List.of(DataType.BFLOAT16, DataType.FLOAT32)))
          .validation(EmbeddingOperations::check)
          .output(EmbeddingOperations::output)
          .circularBuffers(
              "Dataflow buffers of two rows of the table and of the indices that one read brings; for"
                  + " a tiled result two rows of tiles, one above 64 tiles, as many tiles out and 32"
                  + " indices. Padding and binary tables keep their one or two rows.",
              EmbeddingOperations::circularBuffers)
          .cost(EmbeddingOperations::cost)
          .engine(Engine.MOVES)
          .kernel(call ->
              LookupKernels.embedding(
                  indices(call.values(0)),
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

  /** Numbers with a fraction stand for the row before it, as the reader of TT-NN cuts them. */
  private static int[] indices(Values values) {
    return switch (values) {
      case Values.Integers(int[] integers) -> integers;
      case Values.Floats(float[] floats) ->
          IntStream.range(0, floats.length).map(i -> (int) floats[i]).toArray();
    };
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
    List<CircularBuffer> buffers = new ArrayList<>();
    CoreRangeSet cores = cores(call);
    boolean ofTiles = call.outputSpec().layout() == Layout.TILE;
    if (ofTiles) {
      addTiles(buffers, call, cores);
    } else {
      addRows(buffers, call, cores);
    }
    int kept = rowsKept(call.params().embeddingsType());
    if (kept > 0) {
      long bytes = roundedUp(rowBytes(call), ROUNDING_BYTES);
      buffers.add(CircularBuffer.local(cores, kept * bytes, bytes));
    }
    return ofTiles ? buffers : CircularBuffers.dataflow(buffers);
  }

  private static int rowsKept(EmbeddingsType type) {
    return switch (type) {
      case GENERIC -> 0;
      case PADDED -> 1;
      case BINARY -> 2;
    };
  }

  /** embeddings_fused_program_factory.cpp. */
  private static void addTiles(
      List<CircularBuffer> buffers, Call<EmbeddingParams> call, CoreRangeSet cores) {
    long tiles = blockTiles(call) * (blockTiles(call) > DOUBLED_TILES ? 1 : 2);
    long indexBytes = (long) TensorSpec.TILE_SIDE * call.spec(0).dtype().elementBytes();
    buffers.add(CircularBuffers.tiles(cores, call.spec(1).dtype(), tiles));
    buffers.add(CircularBuffer.local(cores, indexBytes, indexBytes));
    buffers.add(
        call.output().memoryConfig().isSharded()
            ? CircularBuffers.backedBy(call.output())
            : CircularBuffers.tiles(cores, call.outputSpec().dtype(), tiles));
  }

  /**
   * embeddings_rm_program_factory.cpp, and embeddings_tilized_indices_program_factory.cpp, which
   * reads the indices of a face.
   */
  private static void addRows(
      List<CircularBuffer> buffers, Call<EmbeddingParams> call, CoreRangeSet cores) {
    boolean tiledIndices = call.spec(0).layout() == Layout.TILE;
    long alignment = CircularBuffers.alignmentBytes(call, 0);
    long row = Math.min(roundedUp(rowBytes(call), alignment), LONGEST_BYTES);
    boolean severalRows = tiledIndices || call.outputSpec().physicalHeight() > cores.size();
    long indexBytes = call.spec(0).dtype().elementBytes();
    long indices = tiledIndices ? TensorSpec.TILE_SIDE / 2 : alignment / indexBytes;
    long indicesBytes = indices * roundedUp(indexBytes, ROUNDING_BYTES);
    buffers.add(
        call.output().memoryConfig().isSharded() && !tiledIndices
            ? CircularBuffers.backedBy(call.output())
            : CircularBuffer.local(cores, (severalRows ? 2 : 1) * row, row));
    buffers.add(CircularBuffer.local(cores, indicesBytes, indicesBytes));
  }

  private static long rowBytes(Call<EmbeddingParams> call) {
    return (long) call.spec(1).shape().dim(-1) * call.spec(1).dtype().elementBytes();
  }

  private static long roundedUp(long bytes, long multiple) {
    return Math.ceilDiv(bytes, multiple) * multiple;
  }

  /** Tiles that pass together: the whole row, or 64 of one that would take a MiB twice. */
  private static long blockTiles(Call<EmbeddingParams> call) {
    long width = Math.max(1, call.outputSpec().physicalWidth() / TensorSpec.TILE_SIDE);
    boolean tooLong = 2 * width * call.spec(1).dtype().tileBytes() > LONGEST_BYTES;
    return tooLong ? DOUBLED_TILES : width;
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
    long blocks = Math.ceilDiv(work.writes().pages(), WRITTEN_TILES);
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
