package dev.tilescope.ops.internal.attention;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.RotaryKind;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.RotaryOptions;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** Rotary embeddings as Hugging Face has them: the halves of a row turn against each other. */
public final class HalfRotaryOperations {
  private HalfRotaryOperations() {}

  private static final int SIDE = TensorSpec.TILE_SIDE;

  public record RotaryEmbeddingHfParams(
      boolean isDecodeMode,
      MemoryConfig outputMemConfig,
      ComputeKernelConfig computeKernelConfig) {}

  public static final DeviceOperation<RotaryEmbeddingHfParams> ROTARY_EMBEDDING_HF_ON_DEVICE =
      DeviceOperation.<RotaryEmbeddingHfParams>named(
              "RotaryEmbeddingHfDeviceOperation", "rotary_embedding_hf")
          .takes(
              Input.of("input_tensor").floats().in(Layout.TILE),
              Input.of("cos_cache").floats().in(Layout.TILE),
              Input.of("sin_cache").floats().in(Layout.TILE))
          .validation(HalfRotaryOperations::check)
          .output(call -> call.spec(0).withMemoryConfig(call.params().outputMemConfig()))
          .circularBuffers(
              "Two rows of tiles each of the input, of the same turned, of cos, of sin and out; a"
                  + " tile for -1 and three between. Heads of one tile take one each of cos and sin"
                  + " and a matrix that turns. In decode mode the shards themselves, a tile and"
                  + " three rows between.",
              HalfRotaryOperations::circularBuffers)
          .cost(RotaryOperations::cost)
          .kernel(call ->
              RotaryOperations.turn(
                  RotaryKind.HALVES,
                  call,
                  0,
                  1,
                  0,
                  call.params().isDecodeMode(),
                  call.out().floats()))
          .golden(HalfRotaryOperations::golden)
          .declare();

  public record RotaryHfArguments(
      Tensor inputTensor, Tensor cosCache, Tensor sinCache, RotaryOptions options) {}

  public static final Operation<RotaryHfArguments, Tensor> ROTARY_EMBEDDING_HF =
      Operation.of(
          "ttnn::experimental::rotary_embedding_hf",
          RotaryHfArguments.class,
          HalfRotaryOperations::rotary,
          ROTARY_EMBEDDING_HF_ON_DEVICE);

  private static Tensor rotary(RotaryHfArguments a) {
    ROTARY_EMBEDDING_HF_ON_DEVICE.requireUsable(a.inputTensor(), a.cosCache(), a.sinCache());
    RotaryOptions options = a.options();
    MemoryConfig memory = options.memoryConfig();
    ComputeKernelConfig given = options.computeKernelConfig();
    return ROTARY_EMBEDDING_HF_ON_DEVICE.run(
        new RotaryEmbeddingHfParams(
            options.isDecodeMode(),
            memory == null ? a.inputTensor().memoryConfig() : memory,
            given == null ? RotaryOperations.COMPUTE : given),
        a.inputTensor(),
        a.cosCache(),
        a.sinCache());
  }

  /** As validate of rotary_embedding_hf_device_operation.cpp. */
  private static void check(Call<RotaryEmbeddingHfParams> call) {
    RotaryOperations.checkAngles(call);
    Shape input = call.spec(0).shape();
    int dim = input.dim(3);
    Check.that(
        dim == SIDE || dim > 0 && dim % (2 * SIDE) == 0,
        "input_tensor: rows of 32 or of a multiple of 64 are needed, got %s",
        input);
    boolean decode = call.params().isDecodeMode();
    int users = decode ? input.dim(1) : 1;
    int rows = decode ? 1 : input.dim(2);
    Shape cos = call.spec(1).shape();
    Check.that(
        cos.dim(0) == 1 && cos.dim(1) == users && cos.dim(2) >= rows && cos.dim(3) == dim,
        "cos_cache: [1, %d, %d or more, %d] is needed, got %s",
        users,
        rows,
        dim,
        cos);
    for (int i = 0; decode && i < 3; i++) {
      Check.that(
          call.spec(i).memoryConfig().memoryLayout() == TensorMemoryLayout.HEIGHT_SHARDED,
          "%s: HEIGHT_SHARDED is needed in decode mode, got %s; convert with Ttnn.toMemoryConfig",
          ROTARY_EMBEDDING_HF_ON_DEVICE.inputs().get(i).name(),
          call.spec(i).memoryConfig().memoryLayout());
    }
    Check.that(
        !decode || input.dim(0) == 1,
        "input_tensor: [1, users, heads, head size] is needed in decode mode, got %s",
        input);
    RotaryOperations.checkSharding(call.spec(0).memoryConfig(), call.params().outputMemConfig());
  }

  private static List<CircularBuffer> circularBuffers(Call<RotaryEmbeddingHfParams> call) {
    return call.params().isDecodeMode() ? decodeBuffers(call) : prefillBuffers(call);
  }

  /** As rotary_embedding_hf_sharded_program_factory.cpp. */
  private static List<CircularBuffer> decodeBuffers(Call<RotaryEmbeddingHfParams> call) {
    CoreRangeSet cores = RotaryOperations.cores(call);
    DataType dtype = call.spec(0).dtype();
    List<CircularBuffer> buffers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      buffers.add(CircularBuffers.backedBy(call.input(i)));
    }
    buffers.add(CircularBuffers.tiles(cores, DataType.BFLOAT16, 1));
    for (int i = 0; i < 3; i++) {
      buffers.add(CircularBuffers.tiles(cores, dtype, RotaryOperations.width(call)));
    }
    buffers.add(CircularBuffers.backedBy(call.output()));
    return buffers;
  }

  /** As rotary_embedding_hf_multi_core_program_factory.cpp, which has two kinds of programs. */
  private static List<CircularBuffer> prefillBuffers(Call<RotaryEmbeddingHfParams> call) {
    CoreRangeSet cores = RotaryOperations.cores(call);
    long width = RotaryOperations.width(call);
    boolean oneTile = width == 1;
    DataType dtype = call.spec(0).dtype();
    DataType cos = call.spec(1).dtype();
    boolean sharded = call.spec(0).memoryConfig().isSharded();
    List<CircularBuffer> buffers = new ArrayList<>();
    buffers.add(
        sharded
            ? CircularBuffers.backedBy(call.input(0))
            : CircularBuffers.tiles(cores, dtype, 2 * width));
    buffers.add(CircularBuffers.tiles(cores, dtype, oneTile ? 1 : 2 * width));
    buffers.add(CircularBuffers.tiles(cores, cos, oneTile ? 1 : 2 * width));
    buffers.add(CircularBuffers.tiles(cores, cos, oneTile ? 1 : 2 * width));
    if (!oneTile) {
      buffers.add(CircularBuffers.tiles(cores, DataType.BFLOAT16, 1));
    }
    buffers.add(CircularBuffers.tiles(cores, dtype, 1));
    buffers.add(CircularBuffers.tiles(cores, oneTile ? dtype : cos, 1));
    buffers.add(CircularBuffers.tiles(cores, oneTile ? dtype : cos, 1));
    buffers.add(
        sharded
            ? CircularBuffers.backedBy(call.output())
            : CircularBuffers.tiles(cores, call.outputSpec().dtype(), 2 * width));
    return buffers;
  }

  private static double[] golden(GoldenCall<RotaryEmbeddingHfParams> call) {
    Shape in = call.input(0).spec().shape();
    int half = in.dim(3) / 2;
    double[] values = call.values(0);
    double[] out = call.newOutput();
    for (int i = 0; i < out.length; i++) {
      int angle = RotaryOperations.goldenAngle(call, in, i, 1, 0, call.params().isDecodeMode());
      boolean first = i % in.dim(3) < half;
      double other = first ? -values[i + half] : values[i - half];
      out[i] = values[i] * call.values(1)[angle] + other * call.values(2)[angle];
    }
    return out;
  }
}
