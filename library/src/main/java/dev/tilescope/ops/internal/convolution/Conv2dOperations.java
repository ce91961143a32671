package dev.tilescope.ops.internal.convolution;

import dev.tilescope.device.Traffic;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.ElementwiseGolden;
import dev.tilescope.ops.internal.kernel.ImageKernels;
import dev.tilescope.ops.internal.kernel.Kernels;
import dev.tilescope.ops.internal.kernel.UnaryKind;
import dev.tilescope.ops.internal.kernel.Window;
import dev.tilescope.ops.internal.mechanism.BoardPrecision;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.UnaryWithParam;
import org.jspecify.annotations.Nullable;

/** Convolution of padded pixels on the device, with weights as a matrix. */
public final class Conv2dOperations {
  private Conv2dOperations() {}

  /**
   * @param image the input without the margin that it has
   * @param window whose padding that margin is
   * @param shards how the work is cut over the cores that have the input
   */
  public record Conv2dParams(
      ImageSize image,
      Window window,
      ImageSize output,
      int groups,
      @Nullable UnaryKind activation,
      DataType dtype,
      Layout outputLayout,
      MemoryConfig memoryConfig,
      ComputeKernelConfig computeKernelConfig,
      int actBlockHOverride,
      boolean enableActDoubleBuffer,
      boolean enableWeightsDoubleBuffer,
      Conv2dShards shards) {
    ImageSize padded() {
      return WindowArguments.margins(window).around(image);
    }

    TensorSpec outputSpec() {
      return new TensorSpec(output.flat(), dtype, outputLayout, memoryConfig);
    }
  }

  /** What TT-NN calls them. */
  record Conv2dAttributes(
      SlidingWindowConfig slidingWindowConfig,
      int outputChannels,
      int groups,
      boolean untilizeOut,
      boolean hasBias,
      @Nullable UnaryWithParam activation,
      Conv2dParallelizationConfig parallelizationConfig,
      Conv2dBlockConfig blockConfig,
      MemoryConfig memoryConfig,
      DataType dtype,
      ImageSize inputTensorShape,
      ComputeKernelConfig computeKernelConfig,
      boolean enableActDoubleBuffer,
      boolean enableWeightsDoubleBuffer) {
    static Conv2dAttributes of(Call<Conv2dParams> call) {
      Conv2dParams params = call.params();
      Conv2dShards shards = params.shards();
      Conv2dParallelizationConfig cores = shards.parallelization();
      UnaryKind activation = params.activation();
      return new Conv2dAttributes(
          new SlidingWindowConfig(
              params.image(),
              Spread.NONE,
              params.window(),
              WindowArguments.margins(params.window()),
              cores.numCoresNhw(),
              cores.numCoresCOut(),
              shards.cores()),
          params.output().channels(),
          params.groups(),
          params.outputLayout() == Layout.ROW_MAJOR,
          call.has(2),
          activation == null ? null : UnaryWithParam.of(activation),
          cores,
          shards.blocks(),
          params.memoryConfig(),
          params.dtype(),
          params.image(),
          params.computeKernelConfig(),
          params.enableActDoubleBuffer(),
          params.enableWeightsDoubleBuffer());
    }
  }

  record Conv2dParallelizationConfig(
      CoreCoord gridSize,
      int numCoresNhw,
      int numCoresCIn,
      int numCoresCOut,
      long perCoreOutMatrixHeightNtile,
      long perCoreOutMatrixWidthNtile) {}

  record Conv2dBlockConfig(
      long actBlockHNtiles, long actBlockWNtiles, int outSubblockHNtiles, int outSubblockWNtiles) {}

  public static final DeviceOperation<Conv2dParams> CONV2D_ON_DEVICE =
      DeviceOperation.<Conv2dParams>named("Conv2dDeviceOperation", "conv2d")
          .takes(
              Input.of("input_tensor").floats().in(Layout.ROW_MAJOR),
              Input.of("weight_tensor").floats().in(Layout.TILE),
              Input.optional("bias_tensor").floats().in(Layout.TILE))
          .attributes(Conv2dAttributes::of)
          .output(call -> call.params().outputSpec())
          .circularBuffers(
              Conv2dShardBuffers.TEXT,
              call -> new Conv2dShardBuffers(call, call.params().shards()).all())
          .cost(Conv2dOperations::cost)
          .kernel(Conv2dOperations::compute)
          .golden(Conv2dOperations::golden)
          .declare();

  private static Work cost(Call<Conv2dParams> call) {
    Conv2dParams params = call.params();
    Conv2dCosts costs = Conv2dCosts.of(call);
    int passes = params.computeKernelConfig().mathFidelity().passes();
    ImageSize output = params.output();
    double operations =
        2.0
            * params.image().channels()
            * params.window().height()
            * params.window().width()
            * output.height()
            * output.width()
            * output.channels()
            * output.batch();
    double grid = 4096.0 * call.device().board().compute().size();
    return Costs.computing(
            costs.cycles(), costs.cut().cores().size(), Costs.inputs(call), call.outputSpec())
        .withTraffic(costs.weights(), Traffic.NONE)
        .writingLast()
        .withFloatingPointOperations(
            (long) operations, (long) Math.ceil(operations / grid * passes));
  }

  private static void compute(Call<Conv2dParams> call) {
    Conv2dParams params = call.params();
    Window window = params.window();
    int outChannels = params.output().channels();
    int depth = params.image().channels() / params.groups();
    float[] matrix = call.floats(1);
    float[] weight = new float[matrix.length];
    int[] dims = {window.height(), window.width(), depth, outChannels};
    Kernels.permute(matrix, dims, new int[] {3, 2, 0, 1}, weight);
    float[] out = call.out().floats();
    ImageKernels.conv2d(
        pixels(params, call.floats(0)),
        params.padded().image(),
        weight,
        call.floatsOrNull(2),
        window.padding(0, 0, 0, 0),
        outChannels,
        params.groups(),
        out,
        BoardPrecision.of(call, params.computeKernelConfig()));
    if (params.activation() != null) {
      Kernels.unary(params.activation(), out, out);
    }
  }

  /** The image with its margin, put together again of what cores have. */
  private static float[] pixels(Conv2dParams params, float[] given) {
    float[] image = new float[Math.toIntExact(params.padded().flat().volume())];
    params.shards().halo().join(given, image);
    return image;
  }

  private static double[] golden(GoldenCall<Conv2dParams> call) {
    Conv2dParams params = call.params();
    ImageSize output = params.output();
    double[] out = call.newOutput();
    double[] pixels = new double[Math.toIntExact(params.padded().flat().volume())];
    params.shards().halo().join(call.values(0), pixels);
    for (int i = 0; i < out.length; i++) {
      int channel = i % output.channels();
      int x = i / output.channels() % output.width();
      int y = i / (output.channels() * output.width()) % output.height();
      int n = i / (output.channels() * output.width() * output.height());
      double sum = call.has(2) ? call.values(2)[channel] : 0;
      sum += goldenTaps(call, pixels, n, y, x, channel);
      UnaryKind kind = params.activation();
      out[i] =
          kind == null ? sum : ElementwiseGolden.unary(kind, kind.defaultP(), kind.defaultQ(), sum);
    }
    return out;
  }

  private static double goldenTaps(
      GoldenCall<Conv2dParams> call, double[] pixels, int n, int y, int x, int channel) {
    Conv2dParams params = call.params();
    Window window = params.window();
    ImageSize padded = params.padded();
    int depth = padded.channels() / params.groups();
    int first = channel / (params.output().channels() / params.groups()) * depth;
    double sum = 0;
    for (int tap = 0; tap < window.height() * window.width() * depth; tap++) {
      int ky = tap / depth / window.width();
      int kx = tap / depth % window.width();
      int pixel =
          padded.at(
              n,
              y * window.strideHeight() + ky * window.dilationHeight(),
              x * window.strideWidth() + kx * window.dilationWidth());
      sum +=
          pixels[pixel + first + tap % depth]
              * call.values(1)[tap * params.output().channels() + channel];
    }
    return sum;
  }
}
