package dev.tilescope.ops.internal.convolution;

import dev.tilescope.device.Architecture;
import dev.tilescope.device.CostConstants;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.Work;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.Kernels;
import dev.tilescope.ops.internal.matmul.ProductCosts;
import dev.tilescope.ops.internal.mechanism.BoardPrecision;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Elements;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.movement.MovementSteps;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.Conv3dConfig;
import dev.tilescope.ops.options.Conv3dOptions;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/**
 * Convolutions over volumes: pictures and time. Long for its many arguments, which a call resolves
 * one by one.
 */
public final class Conv3dOperations {
  private Conv3dOperations() {}

  private static final List<DataType> DTYPES = List.of(DataType.BFLOAT16, DataType.FLOAT32);
  private static final int BIAS = 2;
  private static final int SIDE = TensorSpec.TILE_SIDE;
  private static final List<Integer> ONES = List.of(1, 1, 1);
  private static final ComputeKernelConfig COMPUTE =
      new ComputeKernelConfig(MathFidelity.HI_FI2, true, false, false, false, 0);

  public record Conv3dParams(
      Conv3dConfig config,
      MemoryConfig outputMemConfig,
      ComputeKernelConfig computeKernelConfig,
      DataType dtype,
      int outputChannels,
      List<Integer> kernelSize,
      List<Integer> stride,
      List<Integer> padding,
      List<Integer> dilation,
      String paddingMode,
      int groups,
      int outputPadH,
      int outputPadW) {
    Volume volume() {
      return new Volume(kernelSize, stride, padding, dilation, paddingMode.equals("replicate"));
    }
  }

  public static final DeviceOperation<Conv3dParams> CONV3D_ON_DEVICE =
      DeviceOperation.<Conv3dParams>named("Conv3dDeviceOperation", "conv3d")
          .takes(
              Input.of("input_tensor").dtypes(DTYPES).in(Layout.ROW_MAJOR),
              Input.of("weight_tensor").dtypes(DTYPES).in(Layout.TILE),
              Input.optional("bias_tensor").dtypes(DTYPES).in(Layout.TILE))
          .validation(Conv3dChecks::check)
          .output(Conv3dOperations::output)
          .circularBuffers(
              "Up to 64 rows of elements under the kernel, the same in tiles, the weights, the sums"
                  + " and the rows of a block of the result; those of other blocks of channels, a"
                  + " row of the bias, and the input under the block if it fits.",
              call -> Conv3dBlocks.of(call).buffers())
          .cost(Conv3dOperations::cost)
          .kernel(Conv3dOperations::compute)
          .golden(Conv3dOperations::golden)
          .declare();

  public record Conv3dArguments(
      Tensor inputTensor,
      Tensor weightTensor,
      DataType dtype,
      int outputChannels,
      List<Integer> kernelSize,
      Conv3dOptions options) {}

  public static final Operation<Conv3dArguments, Tensor> CONV3D =
      Operation.of(
              "ttnn::experimental::conv3d",
              Conv3dArguments.class,
              Conv3dOperations::conv3d,
              CONV3D_ON_DEVICE)
          .through(
              "PermuteDeviceOperation",
              "PadDeviceOperation",
              "TilizeWithValPaddingDeviceOperation");

  private static Tensor conv3d(Conv3dArguments a) {
    Conv3dOptions options = a.options();
    Conv3dChecks.checkArguments(a);
    Conv3dConfig config = config(a);
    try (Temporaries made = Temporaries.besides(a.weightTensor())) {
      Tensor weight = made.own(prepared(a, config));
      Tensor tiles =
          weight.layout() == Layout.TILE
              ? weight
              : made.step(weight, x -> MovementSteps.toLayout(x, Layout.TILE));
      CONV3D_ON_DEVICE.requireUsable(a.inputTensor(), tiles, options.biasTensor());
      return made.handOver(
          CONV3D_ON_DEVICE.run(params(a, config), a.inputTensor(), tiles, options.biasTensor()));
    }
  }

  private static Tensor prepared(Conv3dArguments a, Conv3dConfig config) {
    Tensor weight = a.weightTensor();
    if (weight.shape().rank() == 2) {
      return weight;
    }
    Check.that(
        weight.shape().rank() == 2 + Volume.AXES,
        "weight_tensor: [out, in / groups, time, rows, columns] or prepared ones are needed, got"
            + " %s",
        weight.shape());
    Check.that(!weight.isOnDevice(), "Unprepared weight tensor must be on host");
    MeshDevice device = a.options().device();
    if (device == null) {
      throw Check.failed("Device must be provided when weight tensor is unprepared (rank 5)");
    }
    return Conv3dWeights.prepare(
        weight, a.options().groups(), config.cInBlock(), config.alignment(), device);
  }

  private static Conv3dConfig config(Conv3dArguments a) {
    Conv3dConfig given = a.options().config();
    Conv3dConfig config =
        given == null
            ? Conv3dConfig.DEFAULT
                .withCOutBlock(SIDE)
                .withDilation(a.options().dilation())
                .withComputeWithStorageGridSize(
                    CoreGrid.of(a.inputTensor().requireBuffer("input_tensor").device()))
            : given;
    int taps = a.kernelSize().get(0) * a.kernelSize().get(1) * a.kernelSize().get(2);
    return config.cInBlock() > 0 ? config : config.withCInBlock(Conv3dWeights.leastBlock(taps));
  }

  private static Conv3dParams params(Conv3dArguments a, Conv3dConfig config) {
    Conv3dOptions options = a.options();
    List<Integer> dilation = options.dilation();
    Check.that(
        config.dilation().equals(ONES)
            || dilation.equals(ONES)
            || config.dilation().equals(dilation),
        "dilation in Conv3dConfig and op args must match when both are set. config=%s, args=%s",
        config.dilation(),
        dilation);
    MemoryConfig memory = options.memoryConfig();
    ComputeKernelConfig compute = options.computeKernelConfig();
    return new Conv3dParams(
        config,
        memory == null ? MemoryConfig.DRAM : memory,
        compute == null ? COMPUTE : compute,
        a.dtype(),
        a.outputChannels(),
        List.copyOf(a.kernelSize()),
        List.copyOf(options.stride()),
        List.copyOf(options.padding()),
        dilation.equals(ONES) ? config.dilation() : List.copyOf(dilation),
        options.paddingMode(),
        options.groups(),
        options.outputPadH(),
        options.outputPadW());
  }

  private static TensorSpec output(Call<Conv3dParams> call) {
    Shape in = call.spec(0).shape();
    Volume volume = call.params().volume();
    Shape shape =
        Shape.of(
            in.dim(0),
            volume.out(in, 0),
            volume.out(in, 1) + 2 * call.params().outputPadH(),
            volume.out(in, 2) + 2 * call.params().outputPadW(),
            call.params().outputChannels());
    return new TensorSpec(
        shape, call.params().dtype(), Layout.ROW_MAJOR, call.params().outputMemConfig());
  }

  /** The busiest core copies what lies under the kernel, makes tiles of it and multiplies. */
  private static Work cost(Call<Conv3dParams> call) {
    Conv3dBlocks blocks = Conv3dBlocks.of(call);
    Conv3dBlocks.Shares shares = blocks.shares();
    Architecture architecture = call.device().board().architecture();
    CostConstants constants = CostConstants.inUse();
    ComputeKernelConfig config = call.params().computeKernelConfig();
    double copies =
        (double) blocks.patches()
            * call.params().volume().taps()
            * constants.of("window.row.cycles", architecture);
    long tiled =
        blocks.inputTilesOfBlock()
            * constants.tileCycles("layout", "TILIZE_IN_PLACE", architecture);
    long multiplied =
        new ProductCosts(
                architecture,
                config,
                blocks.subblockHeight(),
                blocks.subblockWidth(),
                call.spec(0).dtype().tileBytes(),
                call.spec(1).dtype().tileBytes(),
                1,
                call.has(BIAS))
            .cycles(blocks.productsOfBlock(), blocks.resultsOfBlock());
    long operations = 2L * call.outputSpec().shape().volume() * call.spec(1).shape().dim(0);
    double grid = 4096.0 * call.device().board().compute().size();
    return Costs.work(
            shares.blocksOfCore() * (Math.round(copies) + tiled + multiplied),
            shares.cores(),
            Costs.inputs(call),
            call.outputSpec())
        .withFloatingPointOperations(
            operations, (long) Math.ceil(operations / grid * config.mathFidelity().passes()));
  }

  /** A product of the weights and what lies under the kernel, for each line of the result. */
  private static void compute(Call<Conv3dParams> call) {
    Conv3dParams params = call.params();
    Volume volume = params.volume();
    Shape in = call.spec(0).shape();
    Shape out = call.outputSpec().shape();
    int across = volume.out(in, 2);
    int depth = call.spec(1).shape().dim(0);
    int channels = params.outputChannels();
    float[] patches = new float[Math.multiplyExact(across, depth)];
    float[] line = new float[Math.multiplyExact(across, channels)];
    for (int i = 0; i < in.dim(0) * volume.out(in, 0) * volume.out(in, 1); i++) {
      int row = i % volume.out(in, 1);
      int time = i / volume.out(in, 1) % volume.out(in, 0);
      int image = i / volume.out(in, 1) / volume.out(in, 0);
      fill(call, volume, image, time, row, patches);
      multiply(call, patches, across, depth, line);
      int at = Elements.offset(out, image, time, row + params.outputPadH(), params.outputPadW(), 0);
      System.arraycopy(line, 0, call.out().floats(), at, line.length);
    }
  }

  private static void multiply(
      Call<Conv3dParams> call, float[] patches, int across, int depth, float[] line) {
    Kernels.batchedMatmul(
        patches,
        new int[] {0},
        call.floats(1),
        new int[] {0},
        line,
        new int[] {1},
        across,
        depth,
        call.params().outputChannels(),
        false,
        call.floatsOrNull(BIAS),
        null,
        BoardPrecision.of(call, call.params().computeKernelConfig()));
  }

  /** What lies under the kernel along a line: blocks of channels, taps, channels of the block. */
  private static void fill(
      Call<Conv3dParams> call, Volume volume, int image, int time, int row, float[] patches) {
    Shape in = call.spec(0).shape();
    int block = Conv3dBlocks.of(call).cIn();
    int taps = volume.taps();
    int into = 0;
    for (int column = 0; column < volume.out(in, 2); column++) {
      for (int first = 0; first < in.dim(4); first += block) {
        for (int tap = 0; tap < taps; tap++, into += block) {
          int from = under(in, volume, new int[] {image, time, row, column}, tap);
          if (from < 0) {
            Arrays.fill(patches, into, into + block, 0);
          } else {
            System.arraycopy(call.floats(0), from + first, patches, into, block);
          }
        }
      }
    }
  }

  /** Where the channels under a tap of the kernel begin, or -1 outside of the input. */
  private static int under(Shape in, Volume volume, int[] place, int tap) {
    int columns = volume.kernel().get(2);
    int rows = volume.kernel().get(1);
    int t = volume.in(in, 0, place[1], tap / columns / rows);
    int y = volume.in(in, 1, place[2], tap / columns % rows);
    int x = volume.in(in, 2, place[3], tap % columns);
    return Math.min(t, Math.min(y, x)) < 0 ? -1 : Elements.offset(in, place[0], t, y, x, 0);
  }

  private static double[] golden(GoldenCall<Conv3dParams> call) {
    Conv3dParams params = call.params();
    Shape in = call.input(0).spec().shape();
    Volume volume = params.volume();
    return Elements.of(
        call.output().shape(),
        at -> {
          int y = at[2] - params.outputPadH();
          int x = at[3] - params.outputPadW();
          boolean inside = y >= 0 && x >= 0 && y < volume.out(in, 1) && x < volume.out(in, 2);
          int[] place = {at[0], at[1], y, x};
          return inside ? summed(call, volume, place, at[4]) : 0;
        });
  }

  private static double summed(
      GoldenCall<Conv3dParams> call, Volume volume, int[] place, int channel) {
    Shape in = call.input(0).spec().shape();
    int block = call.params().config().cInBlock();
    double sum = call.has(BIAS) ? call.values(BIAS)[channel] : 0;
    for (int tap = 0; tap < volume.taps(); tap++) {
      int from = under(in, volume, place, tap);
      for (int c = 0; from >= 0 && c < in.dim(4); c++) {
        int row = (c / block * volume.taps() + tap) * block + c % block;
        sum += call.values(0)[from + c] * Elements.at(call.input(1), row, channel);
      }
    }
    return sum;
  }
}
