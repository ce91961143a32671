package dev.tilescope.ops.internal.normalisation;

import dev.tilescope.device.Work;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.Lines;
import dev.tilescope.ops.internal.kernel.NormKernels;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Form;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Shapes;
import dev.tilescope.ops.internal.mechanism.TileWork;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.SoftmaxProgramConfig;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Softmax along one dimension, scaled and masked if asked, with the maximum subtracted first. Long
 * for its four forms in TT-NN, which end in one device operation.
 */
public final class SoftmaxOperations {
  private SoftmaxOperations() {}

  /**
   * @param dim counted from the front
   * @param scale what the input is multiplied with first
   */
  public record SoftmaxParams(
      int dim,
      float scale,
      MemoryConfig outputMemConfig,
      boolean numericStable,
      @Nullable SoftmaxProgramConfig programConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {
    public SoftmaxParams(int dim, float scale, MemoryConfig outputMemConfig) {
      this(dim, scale, outputMemConfig, true, null, null);
    }
  }

  public static final DeviceOperation<SoftmaxParams> SOFTMAX_ON_DEVICE =
      DeviceOperation.<SoftmaxParams>named("SoftmaxDeviceOperation", "softmax")
          .takes(Input.of("input_tensor").floats().in(Layout.TILE), Input.optional("mask").floats())
          .validation(SoftmaxOperations::check)
          .output(call -> call.spec(0).withMemoryConfig(call.params().outputMemConfig()))
          .circularBuffers(SoftmaxBuffers.TEXT, SoftmaxBuffers::of)
          .cost(SoftmaxOperations::cost)
          .kernel(SoftmaxOperations::compute)
          .golden(SoftmaxOperations::golden)
          .declare();

  @Form("inputTensor, dim, memoryConfig")
  public record SoftmaxArguments(
      Tensor inputTensor,
      @Default("-1") int dim,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig,
      @Default("true") boolean numericStable) {}

  @Form("inputTensor, dim")
  public record SoftmaxInPlaceArguments(
      Tensor inputTensor,
      @Default("-1") int dim,
      @Nullable SoftmaxProgramConfig programConfig,
      @Nullable ComputeKernelConfig computeKernelConfig,
      @Default("true") boolean numericStable) {}

  @Form("inputTensor, scale, mask, memoryConfig")
  public record ScaleMaskSoftmaxArguments(
      Tensor inputTensor,
      @Nullable Float scale,
      @Nullable Tensor mask,
      @Nullable MemoryConfig memoryConfig,
      @Default("false") boolean isCausalMask,
      @Nullable ComputeKernelConfig computeKernelConfig,
      @Default("true") boolean numericStable) {}

  @Form("inputTensor, scale, mask")
  public record ScaleMaskSoftmaxInPlaceArguments(
      Tensor inputTensor,
      @Nullable Float scale,
      @Nullable Tensor mask,
      @Nullable SoftmaxProgramConfig programConfig,
      @Default("false") boolean isCausalMask,
      @Nullable ComputeKernelConfig computeKernelConfig,
      @Default("false") boolean numericStable) {}

  @Form("inputTensor, scale, mask")
  public record CausalSoftmaxInPlaceArguments(
      Tensor inputTensor,
      @Nullable Float scale,
      @Nullable Tensor mask,
      @Nullable SoftmaxProgramConfig programConfig,
      @Nullable ComputeKernelConfig computeKernelConfig,
      @Default("false") boolean numericStable) {}

  /** How the program computes. */
  private record How(
      boolean numericStable,
      @Nullable SoftmaxProgramConfig programConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {
    static final How DEFAULT = new How(true, null, null);
  }

  public static final Operation<SoftmaxArguments, Tensor> SOFTMAX =
      Operation.of(
          "ttnn::softmax",
          SoftmaxArguments.class,
          a ->
              softmax(
                  a.inputTensor(),
                  a.dim(),
                  a.memoryConfig(),
                  null,
                  new How(a.numericStable(), null, a.computeKernelConfig())),
          SOFTMAX_ON_DEVICE);
  public static final Operation<SoftmaxInPlaceArguments, Tensor> SOFTMAX_IN_PLACE =
      Operation.of(
              "ttnn::softmax_in_place",
              SoftmaxInPlaceArguments.class,
              a ->
                  softmax(
                      a.inputTensor(),
                      a.dim(),
                      null,
                      a.inputTensor(),
                      new How(a.numericStable(), a.programConfig(), a.computeKernelConfig())),
              SOFTMAX_ON_DEVICE)
          .overwriting("input_tensor");
  public static final Operation<ScaleMaskSoftmaxArguments, Tensor> SCALE_MASK_SOFTMAX =
      Operation.of(
          "ttnn::scale_mask_softmax",
          ScaleMaskSoftmaxArguments.class,
          a ->
              scaleMaskSoftmax(
                  a.inputTensor(),
                  a.scale(),
                  a.mask(),
                  a.memoryConfig(),
                  null,
                  new How(a.numericStable(), null, a.computeKernelConfig())),
          SOFTMAX_ON_DEVICE);
  public static final Operation<ScaleMaskSoftmaxInPlaceArguments, Tensor>
      SCALE_MASK_SOFTMAX_IN_PLACE =
          Operation.of(
                  "ttnn::scale_mask_softmax_in_place",
                  ScaleMaskSoftmaxInPlaceArguments.class,
                  a ->
                      scaleMaskSoftmax(
                          a.inputTensor(),
                          a.scale(),
                          a.mask(),
                          null,
                          a.inputTensor(),
                          new How(a.numericStable(), a.programConfig(), a.computeKernelConfig())),
                  SOFTMAX_ON_DEVICE)
              .overwriting("input_tensor");

  public static final Operation<CausalSoftmaxInPlaceArguments, Tensor>
      SCALE_CAUSAL_MASK_HW_DIMS_SOFTMAX_IN_PLACE =
          Operation.of(
                  "ttnn::scale_causal_mask_hw_dims_softmax_in_place",
                  CausalSoftmaxInPlaceArguments.class,
                  a ->
                      scaleMaskSoftmax(
                          a.inputTensor(),
                          a.scale(),
                          a.mask(),
                          null,
                          a.inputTensor(),
                          new How(a.numericStable(), a.programConfig(), a.computeKernelConfig())),
                  SOFTMAX_ON_DEVICE)
              .overwriting("input_tensor");

  private static Tensor softmax(
      Tensor input, int dim, @Nullable MemoryConfig memoryConfig, @Nullable Tensor into, How how) {
    int index = Shapes.dimension("dim", dim, input.shape());
    return SOFTMAX_ON_DEVICE.runInto(
        into, params(input, index, null, memoryConfig, how), input, null);
  }

  static Tensor scaleMaskSoftmax(
      Tensor input,
      @Nullable Float scale,
      @Nullable Tensor mask,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor into) {
    return scaleMaskSoftmax(input, scale, mask, memoryConfig, into, How.DEFAULT);
  }

  private static Tensor scaleMaskSoftmax(
      Tensor input,
      @Nullable Float scale,
      @Nullable Tensor mask,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor into,
      How how) {
    int last = Shapes.dimension("dim", -1, input.shape());
    return SOFTMAX_ON_DEVICE.runInto(
        into, params(input, last, scale, memoryConfig, how), input, mask);
  }

  private static SoftmaxParams params(
      Tensor input, int dim, @Nullable Float scale, @Nullable MemoryConfig memoryConfig, How how) {
    MemoryConfig memory = memoryConfig == null ? input.memoryConfig() : memoryConfig;
    return new SoftmaxParams(
        dim,
        scale == null ? 1 : scale,
        memory,
        how.numericStable(),
        how.programConfig(),
        how.computeKernelConfig());
  }

  private static void check(Call<SoftmaxParams> call) {
    if (call.params().programConfig() instanceof SoftmaxProgramConfig.ShardedMultiCore config) {
      config.blocks().check(call.input(0));
    }
    if (call.has(1)) {
      Shape shape = call.spec(0).shape();
      Shape mask = call.spec(1).shape();
      boolean fits = mask.rank() <= shape.rank();
      for (int i = 1; fits && i <= mask.rank(); i++) {
        fits = mask.dim(-i) == shape.dim(-i) || mask.dim(-i) == 1;
      }
      Check.that(
          fits, "mask: each dimension must be 1 or that of input_tensor %s, got %s", shape, mask);
    }
  }

  private static long tileRows(TensorSpec spec) {
    return spec.physicalHeight() / TensorSpec.TILE_SIDE;
  }

  /** Maximum, exponential, sum, reciprocal and product: the exponential dominates in wide rows. */
  private static Work cost(Call<SoftmaxParams> call) {
    TensorSpec output = call.outputSpec();
    int passes = ComputeKernelConfig.passes(call.params().computeKernelConfig());
    int cores =
        call.params().programConfig() instanceof SoftmaxProgramConfig.ShardedMultiCore
            ? CircularBuffers.backedBy(call.input(0)).cores().size()
            : SoftmaxBuffers.cores(call).size();
    Work work = Costs.of(new TileWork(3, 1, 0, passes), cores, Costs.inputs(call), output);
    return call.params().numericStable()
        ? work.withMoreCompute(Math.ceilDiv(tileRows(output), cores) * stableRowCycles(call))
        : work;
  }

  /** Of each row of tiles, however short: what profiles show where steps wait for each other. */
  private static long stableRowCycles(Call<SoftmaxParams> call) {
    return switch (call.device().board().architecture()) {
      case GRAYSKULL, WORMHOLE_B0 -> 16_500;
      case BLACKHOLE -> 8_700;
    };
  }

  private static void compute(Call<SoftmaxParams> call) {
    int[] dims = call.spec(0).shape().toArray();
    float[] out = call.out().floats();
    SoftmaxParams params = call.params();
    if (!call.has(1) && params.scale() == 1) {
      NormKernels.softmax(call.floats(0), Lines.along(dims, params.dim()), out);
      return;
    }
    int[] strides =
        call.has(1)
            ? Shapes.broadcastStrides(call.spec(1).shape(), call.spec(0).shape())
            : new int[dims.length];
    NormKernels.maskedSoftmax(
        call.floats(0), params.scale(), call.floatsOrNull(1), strides, false, out, dims);
  }

  private static double[] golden(GoldenCall<SoftmaxParams> call) {
    double[] in = masked(call);
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

  private static double[] masked(GoldenCall<SoftmaxParams> call) {
    Shape shape = call.output().shape();
    double[] in = call.values(0).clone();
    int[] strides = Shapes.strides(shape.toArray());
    int[] inMask =
        call.has(1)
            ? Shapes.broadcastStrides(call.input(1).spec().shape(), shape)
            : new int[shape.rank()];
    for (int i = 0; i < in.length; i++) {
      int at = 0;
      for (int d = 0; d < strides.length; d++) {
        at += i / strides[d] % shape.dim(d) * inMask[d];
      }
      in[i] = in[i] * call.params().scale() + (call.has(1) ? call.values(1)[at] : 0);
    }
    return in;
  }
}
