package dev.tilescope.ops.internal.attention;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.CacheKernels;
import dev.tilescope.ops.internal.kernel.RotaryKind;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.RuntimeValues;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.TileWork;
import dev.tilescope.ops.options.ComputeKernelConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Rotary embeddings: pairs of elements of a row, turned by an angle that its position gives. Long
 * because both ways of pairing are here, each with its checks.
 */
public final class RotaryOperations {
  private RotaryOperations() {}

  public static final ComputeKernelConfig COMPUTE =
      new ComputeKernelConfig(MathFidelity.HI_FI4, true, false, false, false, 0);

  private static final int SIDE = TensorSpec.TILE_SIDE;
  private static final int WIDEST_HEAD = 256;
  private static final int WIDEST_HEAD_IN_FLOAT32 = 128;

  /**
   * @param tokenIdx the row of cos and sin for every row of the input; null for that of its own
   */
  public record RotaryEmbeddingParams(
      @Nullable Integer tokenIdx,
      MemoryConfig outputMemConfig,
      ComputeKernelConfig computeKernelConfig)
      implements RuntimeValues {
    @Override
    public Record program() {
      Integer token = tokenIdx == null ? null : 0;
      return new RotaryEmbeddingParams(token, outputMemConfig, computeKernelConfig);
    }
  }

  public record RotaryEmbeddingLlamaParams(
      boolean isDecodeMode,
      MemoryConfig outputMemConfig,
      ComputeKernelConfig computeKernelConfig) {}

  public static final DeviceOperation<RotaryEmbeddingParams> ROTARY_EMBEDDING_ON_DEVICE =
      DeviceOperation.<RotaryEmbeddingParams>named(
              "RotaryEmbeddingDeviceOperation", "rotary_embedding")
          .takes(
              Input.of("input_tensor").floats().in(Layout.TILE),
              Input.of("cos_cache").floats().in(Layout.TILE),
              Input.of("sin_cache").floats().in(Layout.TILE))
          .validation(RotaryOperations::check)
          .output(call ->
              call.spec(0)
                  .withShape(call.spec(0).paddedShape())
                  .withMemoryConfig(call.params().outputMemConfig()))
          .circularBuffers(
              "Two rows of tiles each of the input, of the same turned, of cos, of sin and out; a"
                  + " tile for -1 and three between. With token_index one row each of cos and sin,"
                  + " and four more to pick it from.",
              RotaryOperations::circularBuffers)
          .cost(RotaryCosts::inHalves)
          .kernel(RotaryOperations::compute)
          .golden(RotaryOperations::golden)
          .declare();

  public static final DeviceOperation<RotaryEmbeddingLlamaParams> ROTARY_EMBEDDING_LLAMA_ON_DEVICE =
      DeviceOperation.<RotaryEmbeddingLlamaParams>named(
              "RotaryEmbeddingLlamaDeviceOperation", "rotary_embedding_llama")
          .takes(
              Input.of("input_tensor").floats().in(Layout.TILE),
              Input.of("cos_cache").floats().in(Layout.TILE),
              Input.of("sin_cache").floats().in(Layout.TILE),
              Input.of("trans_mat").floats().in(Layout.TILE))
          .validation(RotaryOperations::checkLlama)
          .output(call -> call.spec(0).withMemoryConfig(call.params().outputMemConfig()))
          .circularBuffers(LlamaRotaryBuffers.TEXT, LlamaRotaryBuffers::of)
          .cost(RotaryOperations::cost)
          .kernel(RotaryOperations::computeLlama)
          .golden(RotaryOperations::goldenLlama)
          .declare();

  private static void check(Call<RotaryEmbeddingParams> call) {
    checkAngles(call);
    Shape input = call.spec(0).shape();
    int dim = input.dim(3);
    Check.that(
        dim == SIDE || dim > 0 && dim % (2 * SIDE) == 0,
        "input_tensor: rows of 32 or of a multiple of 64 are needed, got %s",
        input);
    Shape cos = call.spec(1).shape();
    Check.that(
        cos.dim(0) == 1 && cos.dim(1) == 1 && cos.dim(3) == dim,
        "cos_cache: [1, 1, rows, %d] is needed, got %s",
        dim,
        cos);
    Integer token = call.params().tokenIdx();
    if (token == null) {
      Check.that(
          cos.dim(2) >= input.dim(2),
          "cos_cache: a row for each of %d positions is needed, got %s",
          input.dim(2),
          cos);
    } else {
      Check.that(
          token >= 0 && token < cos.dim(2),
          "token_index: cos_cache has rows 0..%d, got %d",
          cos.dim(2) - 1,
          token);
      Check.that(
          input.dim(0) == 1,
          "input_tensor: with token_index its first dimension must be 1, got %s",
          input);
    }
    checkSharding(call.spec(0).memoryConfig(), call.params().outputMemConfig());
  }

  static void checkAngles(Call<?> call) {
    for (int i = 0; i < 3; i++) {
      Check.rankIs(i == 0 ? "input_tensor" : i == 1 ? "cos_cache" : "sin_cache", call.input(i), 4);
    }
    Check.that(
        call.spec(2).shape().equals(call.spec(1).shape())
            && call.spec(2).dtype() == call.spec(1).dtype(),
        "sin_cache: shape and dtype of cos_cache are needed, %s %s, got %s %s",
        call.spec(1).shape(),
        call.spec(1).dtype(),
        call.spec(2).shape(),
        call.spec(2).dtype());
  }

  /** A row is turned as a whole, so no shard may cut it. */
  static void checkSharding(MemoryConfig input, MemoryConfig output) {
    Check.that(
        input.memoryLayout() != TensorMemoryLayout.WIDTH_SHARDED,
        "input_tensor: WIDTH_SHARDED cuts the rows; convert with Ttnn.toMemoryConfig");
    Check.that(
        output.memoryLayout() == input.memoryLayout(),
        "memory_config: the memory layout of input_tensor, %s, is needed, got %s",
        input.memoryLayout(),
        output.memoryLayout());
  }

  private static void checkLlama(Call<RotaryEmbeddingLlamaParams> call) {
    checkAngles(call);
    RotaryEmbeddingLlamaParams params = call.params();
    Shape input = call.spec(0).shape();
    int dim = input.dim(3);
    int widest =
        params.computeKernelConfig().fp32DestAccEn() ? WIDEST_HEAD_IN_FLOAT32 : WIDEST_HEAD;
    Check.that(
        dim > 0 && dim <= widest && dim % SIDE == 0,
        "input_tensor: the head size must be a multiple of 32 up to %d, got %s",
        widest,
        input);
    Shape matrix = call.spec(3).shape();
    Check.that(
        matrix.rank() == 4
            && matrix.dim(0) == 1
            && matrix.dim(1) == 1
            && matrix.dim(2) > 0
            && matrix.dim(2) % SIDE == 0
            && matrix.dim(3) == SIDE,
        "trans_mat: [1, 1, 32, 32] is needed, or that repeated downwards, got %s",
        matrix);
    Shape cos = call.spec(1).shape();
    boolean fits =
        params.isDecodeMode()
            ? cos.dim(1) == input.dim(1) && cos.dim(2) >= 1
            : (cos.dim(1) == 1 || cos.dim(1) == input.dim(1)) && cos.dim(2) >= input.dim(2);
    Check.that(
        fits && cos.dim(0) == 1 && cos.dim(3) == dim,
        params.isDecodeMode()
            ? "cos_cache: [1, %d, 1, %d], a row for each user, is needed, got %s"
            : "cos_cache: [1, 1, %d, %d], a row for each position, is needed, got %s",
        input.dim(params.isDecodeMode() ? 1 : 2),
        dim,
        cos);
    checkMode(call);
  }

  private static void checkMode(Call<RotaryEmbeddingLlamaParams> call) {
    TensorMemoryLayout layout =
        call.params().isDecodeMode()
            ? TensorMemoryLayout.HEIGHT_SHARDED
            : TensorMemoryLayout.INTERLEAVED;
    Shape input = call.spec(0).shape();
    Check.that(
        !call.params().isDecodeMode() || input.dim(0) == 1,
        "input_tensor: [1, users, heads, head size] is needed in decode mode, got %s",
        input);
    for (int i = 0; i < (call.params().isDecodeMode() ? 4 : 1); i++) {
      Check.that(
          call.spec(i).memoryConfig().memoryLayout() == layout,
          "%s: the operation takes %s in %s mode, got %s; convert with Ttnn.toMemoryConfig",
          ROTARY_EMBEDDING_LLAMA_ON_DEVICE.inputs().get(i).name(),
          layout,
          call.params().isDecodeMode() ? "decode" : "prefill",
          call.spec(i).memoryConfig().memoryLayout());
    }
    checkSharding(call.spec(0).memoryConfig(), call.params().outputMemConfig());
  }

  static long width(Call<?> call) {
    return call.spec(0).physicalWidth() / SIDE;
  }

  static CoreRangeSet cores(Call<?> call) {
    MemoryConfig memory = call.spec(0).memoryConfig();
    return memory.isSharded()
        ? Objects.requireNonNull(memory.shardSpec()).grid()
        : CircularBuffers.sharingByRows(call.spec(0).physicalHeight() / SIDE, call);
  }

  private static List<CircularBuffer> circularBuffers(Call<RotaryEmbeddingParams> call) {
    CoreRangeSet cores = cores(call);
    long width = width(call);
    boolean token = call.params().tokenIdx() != null;
    long angles = token ? width : 2 * width;
    DataType input = call.spec(0).dtype();
    DataType cos = call.spec(1).dtype();
    List<CircularBuffer> buffers = new ArrayList<>();
    buffers.add(CircularBuffers.tiles(cores, input, 2 * width));
    buffers.add(CircularBuffers.tiles(cores, input, 2 * width));
    buffers.add(CircularBuffers.tiles(cores, cos, angles));
    buffers.add(CircularBuffers.tiles(cores, cos, angles));
    buffers.add(CircularBuffers.tiles(cores, DataType.BFLOAT16, 1));
    buffers.add(CircularBuffers.tiles(cores, input, 1));
    buffers.add(CircularBuffers.tiles(cores, cos, 1));
    buffers.add(CircularBuffers.tiles(cores, cos, 1));
    buffers.add(CircularBuffers.tiles(cores, call.outputSpec().dtype(), 2 * width));
    for (int i = 0; token && i < 4; i++) {
      buffers.add(CircularBuffers.tiles(cores, i < 2 ? cos : DataType.BFLOAT16, width));
    }
    return buffers;
  }

  /** Two products and a sum for each element, and the tile product that turns. */
  static <P extends Record> Work cost(Call<P> call) {
    TileWork perTile = new TileWork(3, 0, 4, 1);
    return Costs.of(perTile, cores(call).size(), Costs.inputs(call), call.outputSpec());
  }

  private static void compute(Call<RotaryEmbeddingParams> call) {
    Shape shape = call.spec(0).shape();
    int dim = shape.dim(3);
    int rows = shape.dim(2);
    Integer token = call.params().tokenIdx();
    float[] out = call.out().floats();
    float[] in = call.floats(0);
    boolean padded = out.length != in.length;
    float[] turned = padded ? new float[in.length] : out;
    CacheKernels.rotary(
        RotaryKind.HALVES,
        in,
        shape.dim(0) * shape.dim(1),
        rows,
        dim,
        call.floats(1),
        call.floats(2),
        token == null ? 0 : token * dim,
        0,
        token == null ? dim : 0,
        turned);
    int stride = call.outputSpec().shape().dim(2) * dim;
    for (int i = 0; padded && i < shape.dim(0) * shape.dim(1); i++) {
      System.arraycopy(turned, i * rows * dim, out, i * stride, rows * dim);
    }
  }

  private static double[] golden(GoldenCall<RotaryEmbeddingParams> call) {
    Shape in = call.input(0).spec().shape();
    int dim = in.dim(3);
    int rows = call.output().shape().dim(2);
    double[] out = call.newOutput();
    for (int i = 0; i < out.length; i++) {
      int row = i / dim % rows;
      int element = i % dim;
      if (row < in.dim(2)) {
        int at = (i / (dim * rows) * in.dim(2) + row) * dim;
        Integer token = call.params().tokenIdx();
        int angle = (token == null ? row : token) * dim + element;
        int other = at + (element + dim / 2) % dim;
        double sign = element < dim / 2 ? -1 : 1;
        out[i] =
            call.values(0)[at + element] * call.values(1)[angle]
                + sign * call.values(0)[other] * call.values(2)[angle];
      }
    }
    return out;
  }

  private static void computeLlama(Call<RotaryEmbeddingLlamaParams> call) {
    checkMatrix(call.floats(3));
    boolean decode = call.params().isDecodeMode();
    turn(RotaryKind.PAIRS, call, 0, 1, 0, decode, call.out().floats());
  }

  /**
   * Turns an input by angles that have a row for each position, in decode mode for each user.
   *
   * @param cosines the input that has them; the next has the sines
   * @param first the row of angles that is the first user's
   */
  static void turn(
      RotaryKind kind,
      Call<?> call,
      int input,
      int cosines,
      int first,
      boolean decode,
      float[] out) {
    Shape shape = call.spec(input).shape();
    Shape angles = call.spec(cosines).shape();
    int dim = shape.dim(3);
    int perHead = angles.dim(2) * dim;
    int volume = shape.dim(1) * shape.dim(2) * dim;
    float[] in = call.floats(input);
    for (int batch = 0; batch < shape.dim(0); batch++) {
      boolean whole = shape.dim(0) == 1;
      float[] from = whole ? in : Arrays.copyOfRange(in, batch * volume, (batch + 1) * volume);
      float[] into = whole ? out : from;
      CacheKernels.rotary(
          kind,
          from,
          shape.dim(1),
          shape.dim(2),
          dim,
          call.floats(cosines),
          call.floats(cosines + 1),
          first * perHead,
          angles.dim(1) == 1 ? 0 : perHead,
          decode ? 0 : dim,
          into);
      if (!whole) {
        System.arraycopy(into, 0, out, batch * volume, volume);
      }
    }
  }

  /** Rows are turned in neighbouring pairs, which is what this matrix does and no other. */
  static void checkMatrix(float[] matrix) {
    for (int i = 0; i < matrix.length; i++) {
      int row = i / SIDE % SIDE;
      int column = i % SIDE;
      float expected = (row ^ 1) != column ? 0 : row < column ? 1 : -1;
      Check.that(
          matrix[i] == expected,
          "trans_mat: it must be 1 at (2i, 2i+1), -1 at (2i+1, 2i) and else 0, got %s at (%d, %d)",
          matrix[i],
          i / SIDE,
          column);
    }
  }

  private static double[] goldenLlama(GoldenCall<RotaryEmbeddingLlamaParams> call) {
    return goldenPairs(call, 0, 1, 0, call.params().isDecodeMode());
  }

  /** As {@link #turn}; the matrix follows cosines and sines. */
  static double[] goldenPairs(
      GoldenCall<?> call, int input, int cosines, int first, boolean decode) {
    Shape in = call.input(input).spec().shape();
    int dim = in.dim(3);
    double[] values = call.values(input);
    double[] matrix = call.values(cosines + 2);
    double[] out = new double[values.length];
    for (int i = 0; i < out.length; i++) {
      int element = i % dim;
      int angle = goldenAngle(call, in, i, cosines, first, decode);
      double turned = 0;
      int tile = element / SIDE * SIDE;
      for (int k = 0; k < SIDE; k++) {
        turned += values[i - element + tile + k] * matrix[k * SIDE + element % SIDE];
      }
      out[i] = values[i] * call.values(cosines)[angle] + turned * call.values(cosines + 1)[angle];
    }
    return out;
  }

  /** Where the angle of element {@code i} lies. */
  static int goldenAngle(
      GoldenCall<?> call, Shape in, int i, int cosines, int first, boolean decode) {
    Shape angles = call.input(cosines).spec().shape();
    int dim = in.dim(3);
    int row = decode ? 0 : i / dim % in.dim(2);
    int head = angles.dim(1) == 1 ? 0 : first + i / (dim * in.dim(2)) % in.dim(1);
    return (head * angles.dim(2) + row) * dim + i % dim;
  }
}
