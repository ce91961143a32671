package dev.tilescope.ops.internal.attention;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.AttentionKernels;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of queries, keys and values into heads. */
public final class HeadOperations {
  private HeadOperations() {}

  private static final int BUFFERED_TILES = 4;

  /**
   * @param kvTied true if keys and values are the same columns
   */
  public record NlpCreateHeadsParams(
      int numQHeads,
      int numKvHeads,
      int headDim,
      boolean transposeKHeads,
      boolean kvTied,
      MemoryConfig outputMemConfig) {}

  public static final DeviceOperation<NlpCreateHeadsParams> NLP_CREATE_HEADS_ON_DEVICE =
      DeviceOperation.<NlpCreateHeadsParams>named(
              "NlpCreateHeadsDeviceOperation", "nlp_create_qkv_heads")
          .takes(
              Input.of("input_tensor").floats().in(Layout.TILE),
              Input.optional("kv_input_tensor").floats().in(Layout.TILE))
          .validation(HeadOperations::checkCreate)
          .outputs(HeadOperations::created)
          .circularBuffers(
              "Four tiles on their way; where keys are transposed four more before and four after.",
              HeadOperations::createBuffers)
          .cost(HeadOperations::createCost)
          .kernel(HeadOperations::create)
          .goldens(HeadOperations::goldenCreate)
          .declare();

  /** Checks what a head's size follows from, and finds it. */
  static NlpCreateHeadsParams heads(
      Tensor input,
      @Nullable Tensor kv,
      int numHeads,
      @Nullable Integer numKvHeads,
      boolean transposeKey,
      boolean kvTied,
      @Nullable MemoryConfig memoryConfig) {
    NLP_CREATE_HEADS_ON_DEVICE.requireUsable(input, kv);
    int kvHeads = numKvHeads == null ? numHeads : numKvHeads;
    Check.atLeast("num_heads", numHeads, 1);
    Check.atLeast("num_kv_heads", kvHeads, 1);
    Check.rankAtLeast("input_tensor", input, 1);
    int width = input.shape().dim(-1);
    long sections = numHeads + (kv == null ? (kvTied ? 1L : 2L) * kvHeads : 0);
    Check.that(
        width > 0 && width % (sections * TensorSpec.TILE_SIDE) == 0,
        "input_tensor: %d heads, each a multiple of 32 wide, must fill its last dimension, got %s",
        sections,
        input.shape());
    return new NlpCreateHeadsParams(
        numHeads,
        kvHeads,
        (int) (width / sections),
        transposeKey,
        kvTied,
        memoryConfig == null ? input.memoryConfig() : memoryConfig);
  }

  private static void checkCreate(Call<NlpCreateHeadsParams> call) {
    Shape shape = call.spec(0).shape();
    boolean oneRowOfHeads = shape.rank() == 3 || shape.rank() == 4 && shape.dim(1) == 1;
    Check.that(
        oneRowOfHeads,
        "input_tensor: [batch, sequence, width] or [batch, 1, sequence, width] is needed, got %s",
        shape);
    Check.interleaved("input_tensor", call.spec(0).memoryConfig());
    Check.interleaved("memory_config", call.params().outputMemConfig());
    if (call.has(1)) {
      checkKeys(call, shape);
    }
  }

  private static void checkKeys(Call<NlpCreateHeadsParams> call, Shape shape) {
    NlpCreateHeadsParams params = call.params();
    long width = (params.kvTied() ? 1L : 2L) * params.numKvHeads() * params.headDim();
    Check.that(
        width <= Integer.MAX_VALUE,
        "num_kv_heads: %d heads of %d are too many",
        params.numKvHeads(),
        params.headDim());
    int[] dims = shape.toArray();
    dims[dims.length - 1] = (int) width;
    Check.that(
        call.spec(1).shape().equals(Shape.of(dims)),
        "kv_input_tensor: %s is needed for %d heads of %d, got %s",
        Shape.of(dims),
        params.numKvHeads(),
        params.headDim(),
        call.spec(1).shape());
    Check.that(
        call.spec(1).dtype() == call.spec(0).dtype(),
        "kv_input_tensor: dtype must be that of input_tensor, %s, got %s",
        call.spec(0).dtype(),
        call.spec(1).dtype());
    Check.interleaved("kv_input_tensor", call.spec(1).memoryConfig());
  }

  private static List<TensorSpec> created(Call<NlpCreateHeadsParams> call) {
    NlpCreateHeadsParams params = call.params();
    Shape in = call.spec(0).shape();
    int batch = in.dim(0);
    int rows = in.dim(-2);
    int kvHeads = params.numKvHeads();
    int dim = params.headDim();
    TensorSpec spec = call.spec(0).withMemoryConfig(params.outputMemConfig());
    TensorSpec value = spec.withShape(Shape.of(batch, kvHeads, rows, dim));
    return List.of(
        spec.withShape(Shape.of(batch, params.numQHeads(), rows, dim)),
        params.transposeKHeads() ? spec.withShape(Shape.of(batch, kvHeads, dim, rows)) : value,
        value);
  }

  private static List<CircularBuffer> createBuffers(Call<NlpCreateHeadsParams> call) {
    CoreRangeSet cores = blocks(call);
    DataType dtype = call.spec(0).dtype();
    List<CircularBuffer> buffers = new ArrayList<>();
    for (int i = 0; i < (call.params().transposeKHeads() ? 3 : 1); i++) {
      buffers.add(CircularBuffers.tiles(cores, dtype, BUFFERED_TILES));
    }
    return buffers;
  }

  /** The cores that share the rows of tiles of the batch. */
  static CoreRangeSet blocks(Call<?> call) {
    Shape shape = call.spec(0).shape();
    long tileRows = Math.ceilDiv(shape.dim(-2), TensorSpec.TILE_SIDE);
    return CircularBuffers.sharing(shape.dim(0) * tileRows, call.device());
  }

  /** As much is written as read. */
  private static Work createCost(Call<NlpCreateHeadsParams> call) {
    TensorSpec written = call.spec(0).withMemoryConfig(call.params().outputMemConfig());
    return Costs.work(0, blocks(call).size(), Costs.inputs(call), written);
  }

  private static void create(Call<NlpCreateHeadsParams> call) {
    NlpCreateHeadsParams params = call.params();
    int dim = params.headDim();
    int keys = call.has(1) ? 0 : params.numQHeads() * dim;
    int values = params.kvTied() ? keys : keys + params.numKvHeads() * dim;
    int from = call.has(1) ? 1 : 0;
    split(call, 0, 0, params.numQHeads(), false, 0);
    split(call, from, keys, params.numKvHeads(), params.transposeKHeads(), 1);
    split(call, from, values, params.numKvHeads(), false, 2);
  }

  private static void split(
      Call<NlpCreateHeadsParams> call,
      int from,
      int column,
      int heads,
      boolean transposed,
      int into) {
    Shape in = call.spec(from).shape();
    AttentionKernels.splitHeads(
        call.floats(from),
        in.dim(0),
        in.dim(-2),
        in.dim(-1),
        column,
        heads,
        call.params().headDim(),
        transposed,
        call.out(into).floats());
  }

  private static List<double[]> goldenCreate(GoldenCall<NlpCreateHeadsParams> call) {
    NlpCreateHeadsParams params = call.params();
    int from = call.has(1) ? 1 : 0;
    int keys = call.has(1) ? 0 : params.numQHeads();
    int values = params.kvTied() ? keys : keys + params.numKvHeads();
    return List.of(
        goldenSplit(call, 0, 0, params.numQHeads(), false),
        goldenSplit(call, from, keys, params.numKvHeads(), params.transposeKHeads()),
        goldenSplit(call, from, values, params.numKvHeads(), false));
  }

  private static double[] goldenSplit(
      GoldenCall<NlpCreateHeadsParams> call, int from, int first, int heads, boolean transposed) {
    Shape in = call.input(from).spec().shape();
    int rows = in.dim(-2);
    int dim = call.params().headDim();
    double[] out = new double[in.dim(0) * heads * rows * dim];
    for (int i = 0; i < out.length; i++) {
      int row = transposed ? i % rows : i / dim % rows;
      int element = transposed ? i / rows % dim : i % dim;
      int head = i / (rows * dim) % heads;
      int batch = i / (rows * dim * heads);
      int at = (batch * rows + row) * in.dim(-1) + (first + head) * dim + element;
      out[i] = call.values(from)[at];
    }
    return out;
  }
}
