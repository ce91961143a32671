package dev.tilescope.ops.internal.normalisation;

import dev.tilescope.device.Architecture;
import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.CostConstants;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.NormKernels;
import dev.tilescope.ops.internal.kernel.RowNorm;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.internal.mechanism.TileWork;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.LayerNormProgramConfig;
import dev.tilescope.ops.options.NormOptions;
import dev.tilescope.ops.options.ShardBlocks;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Normalisation of the rows of a tensor. Long for its circular buffers, which interleaved and
 * sharded programs lay out differently.
 */
public final class NormOperations {
  private NormOperations() {}

  public enum NormType {
    LAYERNORM,
    RMSNORM
  }

  public record LayerNormParams(
      NormType normType,
      float eps,
      MemoryConfig outputMemConfig,
      @Nullable LayerNormProgramConfig programConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {
    public LayerNormParams(
        NormType normType,
        float eps,
        MemoryConfig outputMemConfig,
        @Nullable ComputeKernelConfig computeKernelConfig) {
      this(normType, eps, outputMemConfig, null, computeKernelConfig);
    }

    boolean useWelford() {
      return programConfig != null && programConfig.useWelford();
    }
  }

  public static final DeviceOperation<LayerNormParams> LAYER_NORM_ON_DEVICE =
      DeviceOperation.<LayerNormParams>named("LayerNormDeviceOperation", "layer_norm")
          .takes(
              Input.of("input_tensor").floats().in(Layout.TILE),
              Input.optional("residual_input_tensor").floats().in(Layout.TILE),
              Input.optional("weight").floats(),
              Input.optional("bias").floats(),
              Input.optional("recip_tensor").dtypes(List.of(DataType.FLOAT32)))
          .validation(NormOperations::check)
          .output(call -> call.spec(0).withMemoryConfig(call.params().outputMemConfig()))
          .circularBuffers(
              "A row of tiles in, one of differences, one of their squares, one each for weight and"
                  + " bias; two blocks of at most eight tiles for the residual, the scaled row and"
                  + " the result; a few single tiles for mean, variance, scaler and epsilon; with"
                  + " use_welford a page of reciprocals. Sharded programs use the shards where they"
                  + " lie, and hold two shards and four columns of tiles beside.",
              NormOperations::circularBuffers)
          .cost(NormOperations::cost)
          .kernel(NormOperations::compute)
          .golden(NormOperations::golden)
          .declare();

  public record NormArguments(Tensor inputTensor, NormOptions options) {}

  public static final Operation<NormArguments, Tensor> LAYER_NORM =
      Operation.of(
              "ttnn::layer_norm",
              NormArguments.class,
              a -> normalize(NormType.LAYERNORM, a),
              LAYER_NORM_ON_DEVICE)
          .overwritingIf("program_config", NormOperations::isInPlace, "input_tensor");
  public static final Operation<NormArguments, Tensor> RMS_NORM =
      Operation.of(
              "ttnn::rms_norm",
              NormArguments.class,
              a -> normalize(NormType.RMSNORM, a),
              LAYER_NORM_ON_DEVICE)
          .overwritingIf("program_config", NormOperations::isInPlace, "input_tensor");

  private static Tensor normalize(NormType type, NormArguments a) {
    NormOptions options = a.options();
    Check.that(
        type == NormType.LAYERNORM || options.recipTensor() == null,
        "recip_tensor: layer_norm takes one, rms_norm does not");
    return LAYER_NORM_ON_DEVICE.runInto(
        isInPlace(options.programConfig()) ? a.inputTensor() : null,
        new LayerNormParams(
            type,
            options.epsilon(),
            Placement.of(options.memoryConfig(), null, a.inputTensor()),
            options.programConfig(),
            options.computeKernelConfig()),
        a.inputTensor(),
        options.residualInputTensor(),
        options.weight(),
        options.bias(),
        options.recipTensor());
  }

  private static boolean isInPlace(@Nullable Object programConfig) {
    return programConfig instanceof LayerNormProgramConfig.ShardedMultiCore config
        && config.inplace();
  }

  private static void check(Call<LayerNormParams> call) {
    Tensor input = call.input(0);
    Check.rankAtLeast("input_tensor", input, 1);
    Check.that(
        input.memoryConfig().memoryLayout() != TensorMemoryLayout.HEIGHT_SHARDED,
        "input_tensor: rows are shared out by block or width, got HEIGHT_SHARDED; use"
            + " Ttnn.toMemoryConfig");
    float eps = call.params().eps();
    Check.that(eps >= 0 && Float.isFinite(eps), "epsilon: must be finite and >= 0, got %s", eps);
    if (call.has(1)) {
      Check.that(
          call.spec(1).shape().equals(input.shape()),
          "residual_input_tensor: shape must be that of input_tensor, %s, got %s",
          input.shape(),
          call.spec(1).shape());
    }
    checkRow(call, 2);
    checkRow(call, 3);
    checkProgram(call);
  }

  private static void checkProgram(Call<LayerNormParams> call) {
    LayerNormParams params = call.params();
    Check.that(
        !params.useWelford() || params.normType() == NormType.LAYERNORM,
        "program_config: use_welford is of layer_norm, not of rms_norm");
    Check.that(
        !params.useWelford() || call.has(4),
        "recip_tensor: a program_config with use_welford needs one, got none");
    if (params.programConfig() instanceof LayerNormProgramConfig.ShardedMultiCore config) {
      config.blocks().check(call.input(0));
      Check.that(
          params.outputMemConfig().equals(call.input(0).memoryConfig()),
          "memory_config: a sharded program writes shards as those of the input, %s, got %s",
          call.input(0).memoryConfig(),
          params.outputMemConfig());
    }
  }

  private static void checkRow(Call<LayerNormParams> call, int index) {
    if (call.has(index)) {
      int width = call.spec(0).shape().dim(-1);
      Check.that(
          call.spec(index).shape().volume() == width,
          "%s: one row of %d elements is needed, e.g. Shape([1, %d]), got %s",
          LAYER_NORM_ON_DEVICE.inputs().get(index).name(),
          width,
          width,
          call.spec(index).shape());
    }
  }

  /** TT-NN's layout of the interleaved program; the order is that of its buffer indices. */
  private static List<CircularBuffer> circularBuffers(Call<LayerNormParams> call) {
    TensorSpec spec = call.spec(0);
    if (call.params().programConfig() instanceof LayerNormProgramConfig.ShardedMultiCore config) {
      return shardedBuffers(call, config.blocks());
    }
    long width = Math.max(1, spec.physicalWidth() / TensorSpec.TILE_SIDE);
    CoreRangeSet cores = CircularBuffers.sharing(tileRows(spec), call);
    long block = CircularBuffers.largestBlock(width, 8);
    DataType inner = inner(call);
    List<CircularBuffer> buffers = new ArrayList<>();
    buffers.add(CircularBuffers.rowOfTiles(cores, spec.dtype(), width, call.device()));
    if (call.has(1)) {
      buffers.add(CircularBuffers.tiles(cores, call.spec(1).dtype(), 2 * block));
    }
    buffers.add(CircularBuffers.tiles(cores, DataType.BFLOAT16, 2));
    buffers.add(CircularBuffers.tiles(cores, DataType.BFLOAT16, 2));
    for (int row = 2; row <= 3; row++) {
      if (call.has(row)) {
        DataType dtype = call.spec(row).dtype();
        buffers.add(CircularBuffers.rowOfTiles(cores, dtype, width, call.device()));
      }
    }
    buffers.add(CircularBuffers.tiles(cores, call.outputSpec().dtype(), 2 * block));
    buffers.add(CircularBuffers.rowOfTiles(cores, inner, width, call.device()));
    buffers.add(CircularBuffers.rowOfTiles(cores, inner, width, call.device()));
    for (long tiles : new long[] {2, 2, 8}) {
      buffers.add(CircularBuffers.tiles(cores, inner, tiles));
    }
    if (call.has(1) || call.has(2) || call.has(3)) {
      buffers.add(CircularBuffers.tiles(cores, inner, 2 * block));
    }
    addReciprocals(call, cores, buffers);
    return buffers;
  }

  private static DataType inner(Call<LayerNormParams> call) {
    boolean wide = call.spec(0).dtype() == DataType.FLOAT32;
    return SoftmaxOperations.wideIfAsked(
        wide ? DataType.FLOAT32 : DataType.BFLOAT16, call.params().computeKernelConfig());
  }

  private static void addReciprocals(
      Call<LayerNormParams> call, CoreRangeSet cores, List<CircularBuffer> buffers) {
    if (call.params().useWelford()) {
      buffers.add(CircularBuffers.pages(cores, call.spec(4), 1));
    }
  }

  /** Shards stay where they are; cores of a row exchange their sums, a tile for each row. */
  private static List<CircularBuffer> shardedBuffers(
      Call<LayerNormParams> call, ShardBlocks blocks) {
    CircularBuffer shards = CircularBuffers.backedBy(call.input(0));
    CoreRangeSet cores = shards.cores();
    DataType inner = inner(call);
    long block = (long) blocks.blockH() * blocks.blockW();
    List<CircularBuffer> buffers = new ArrayList<>();
    buffers.add(shards);
    if (call.has(1)) {
      buffers.add(CircularBuffers.tiles(cores, call.spec(1).dtype(), block));
    }
    for (int row = 2; row <= 3; row++) {
      if (call.has(row)) {
        buffers.add(CircularBuffers.tiles(cores, call.spec(row).dtype(), blocks.blockW()));
      }
    }
    buffers.add(CircularBuffers.tiles(cores, DataType.BFLOAT16, 1));
    buffers.add(CircularBuffers.tiles(cores, DataType.BFLOAT16, 1));
    buffers.add(CircularBuffers.tiles(cores, inner, block));
    buffers.add(CircularBuffers.tiles(cores, inner, block));
    for (int sums = 0; sums < 4; sums++) {
      buffers.add(CircularBuffers.tiles(cores, inner, blocks.blockH()));
    }
    addReciprocals(call, cores, buffers);
    buffers.add(CircularBuffers.backedBy(call.output()));
    return buffers;
  }

  private static long tileRows(TensorSpec spec) {
    return spec.physicalHeight() / TensorSpec.TILE_SIDE;
  }

  /** Sum, difference, square, sum, inverse root, product, and weight and bias on the way out. */
  private static Work cost(Call<LayerNormParams> call) {
    int cores =
        call.params().programConfig() instanceof LayerNormProgramConfig.ShardedMultiCore
            ? CircularBuffers.backedBy(call.input(0)).cores().size()
            : CircularBuffers.sharing(tileRows(call.outputSpec()), call).size();
    Architecture architecture = call.device().board().architecture();
    CostConstants constants = CostConstants.inUse();
    TileWork perTile =
        TileWork.measured(
            constants.tileCycles("norm", call.params().normType().name(), architecture));
    long rows = Math.ceilDiv(tileRows(call.outputSpec()), cores);
    return Costs.of(perTile, cores, Costs.inputs(call), call.outputSpec())
        .withMoreCompute(rows * Math.round(constants.of("norm.row_of_tiles.cycles", architecture)));
  }

  private static void compute(Call<LayerNormParams> call) {
    int width = call.spec(0).shape().dim(-1);
    float[] out = call.out().floats();
    if (out.length == 0) {
      return;
    }
    float[] residual = call.floatsOrNull(1);
    float[] weight = call.floatsOrNull(2);
    float[] bias = call.floatsOrNull(3);
    RowNorm norm = new RowNorm(weight, bias, call.params().eps(), out.length / width, width);
    switch (call.params().normType()) {
      case LAYERNORM -> NormKernels.layerNorm(call.floats(0), residual, norm, out);
      case RMSNORM -> NormKernels.rmsNorm(call.floats(0), residual, norm, out);
    }
  }

  private static double[] golden(GoldenCall<LayerNormParams> call) {
    double[] out = call.values(0).clone();
    int width = call.output().shape().dim(-1);
    for (int i = 0; call.has(1) && i < out.length; i++) {
      out[i] += call.values(1)[i];
    }
    for (int row = 0; row < out.length; row += width) {
      goldenRow(call, out, row, width);
    }
    return out;
  }

  private static void goldenRow(
      GoldenCall<LayerNormParams> call, double[] out, int row, int width) {
    double mean = 0;
    double squares = 0;
    for (int i = row; i < row + width && call.params().normType() == NormType.LAYERNORM; i++) {
      mean += out[i] / width;
    }
    for (int i = row; i < row + width; i++) {
      squares += (out[i] - mean) * (out[i] - mean) / width;
    }
    for (int i = 0; i < width; i++) {
      double normal = (out[row + i] - mean) / Math.sqrt(squares + call.params().eps());
      double weight = call.has(2) ? call.values(2)[i] : 1;
      double bias = call.has(3) ? call.values(3)[i] : 0;
      out[row + i] = normal * weight + bias;
    }
  }
}
