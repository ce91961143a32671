package dev.tilescope.ops.internal.normalisation;

import dev.tilescope.device.Architecture;
import dev.tilescope.device.CostConstants;
import dev.tilescope.device.Work;
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
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Normalisation of the rows of a tensor. */
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
          .circularBuffers(NormBuffers.TEXT, NormBuffers::of)
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

  /** Sum, difference, square, sum, inverse root, product, and weight and bias on the way out. */
  private static Work cost(Call<LayerNormParams> call) {
    int cores =
        call.params().programConfig() instanceof LayerNormProgramConfig.ShardedMultiCore
            ? CircularBuffers.backedBy(call.input(0)).cores().size()
            : NormBuffers.cores(call).size();
    Architecture architecture = call.device().board().architecture();
    CostConstants constants = CostConstants.inUse();
    TileWork perTile =
        TileWork.measured(
            constants.tileCycles("norm", call.params().normType().name(), architecture));
    long rows = Math.ceilDiv(call.outputSpec().physicalHeight() / TensorSpec.TILE_SIDE, cores);
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
