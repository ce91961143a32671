package dev.tilescope.ops.internal.convolution;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.convolution.Conv3dOperations.Conv3dArguments;
import dev.tilescope.ops.internal.convolution.Conv3dOperations.Conv3dParams;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.options.Conv3dConfig;
import dev.tilescope.ops.options.Conv3dOptions;
import dev.tilescope.ops.options.CoreGrid;
import java.util.List;

/** What convolutions over volumes refuse, as conv3d_device_operation.cpp does. */
final class Conv3dChecks {
  private Conv3dChecks() {}

  private static final int SIDE = TensorSpec.TILE_SIDE;
  private static final int L1_ALIGNMENT_BYTES = 16;
  private static final List<String> AXES = List.of("T", "H", "W");

  /** What of a call must be known before anything is made for it. */
  static void checkArguments(Conv3dArguments a) {
    Conv3dOptions options = a.options();
    checkTriple("kernel_size", a.kernelSize(), 1);
    checkTriple("stride", options.stride(), 1);
    checkTriple("padding", options.padding(), 0);
    checkTriple("dilation", options.dilation(), 1);
    Check.atLeast("groups", options.groups(), 1);
    Check.atLeast("output_channels", a.outputChannels(), 1);
    Check.atLeast("output_pad_h", options.outputPadH(), 0);
    Check.atLeast("output_pad_w", options.outputPadW(), 0);
    Check.that(
        options.haloBuffer() == null,
        "halo_buffer: the modelled convolution has no neighbours' edges; join them to the input");
    Check.that(
        options.padOffsetTensor() == null
            && options.logicalHMask() == 0
            && options.logicalWMask() == 0,
        "pad_offset_tensor: the modelled convolution masks nothing; zero what is padding before");
  }

  private static void checkTriple(String name, List<Integer> numbers, int least) {
    Check.that(
        numbers.size() == Volume.AXES && numbers.stream().allMatch(n -> n >= least),
        "%s: three numbers of %d or more are needed, for time, rows and columns, got %s",
        name,
        least,
        numbers);
  }

  static void check(Call<Conv3dParams> call) {
    Conv3dParams params = call.params();
    Shape in = call.spec(0).shape();
    Check.that(in.rank() == 5, "input_tensor: [N, T, H, W, C] is needed, 5 dimensions, got %s", in);
    Check.that(
        List.of("zeros", "replicate").contains(params.paddingMode()),
        "Padding mode must be zeros or replicate. got %s",
        params.paddingMode());
    checkDtypes(call);
    checkChannels(call);
    for (int axis = 0; axis < Volume.AXES; axis++) {
      Check.that(
          in.dim(axis + 1) + 2L * params.padding().get(axis) >= params.volume().extent(axis),
          "Effective kernel size exceeds padded %s dimension (in=%d, pad=%d, kernel=%d,"
              + " dilation=%d)",
          AXES.get(axis),
          in.dim(axis + 1),
          params.padding().get(axis),
          params.kernelSize().get(axis),
          params.dilation().get(axis));
    }
    checkConfig(call);
  }

  private static void checkDtypes(Call<Conv3dParams> call) {
    DataType dtype = call.spec(0).dtype();
    Check.that(
        call.spec(1).dtype() == dtype,
        "Input and weight tensors must have the same dtype. got %s vs %s",
        dtype,
        call.spec(1).dtype());
    Check.that(
        !call.has(2) || call.spec(2).dtype() == dtype,
        "Bias tensor must have the same dtype as input tensor, %s",
        dtype);
    Check.that(
        call.params().dtype().isFloat() && !call.params().dtype().isBlockFloat(),
        "dtype: rows of BFLOAT16 or FLOAT32 are made, got %s",
        call.params().dtype());
  }

  private static void checkChannels(Call<Conv3dParams> call) {
    Conv3dParams params = call.params();
    int channels = call.spec(0).shape().dim(4);
    Check.that(
        channels % params.groups() == 0 && params.outputChannels() % params.groups() == 0,
        "groups: must divide %d input and %d output channels, got %d",
        channels,
        params.outputChannels(),
        params.groups());
    Shape weight = Shape.of(params.volume().taps() * channels, params.outputChannels());
    Check.that(
        call.spec(1).shape().equals(weight),
        "weight_tensor: Weight patch size must match input patch size: %s is needed, got %s",
        weight,
        call.spec(1).shape());
    if (call.has(2)) {
      Shape bias = call.spec(2).shape();
      Check.that(
          bias.rank() == 2 && bias.dim(0) == 1 && bias.dim(1) == params.outputChannels(),
          "bias_tensor: [1, %d] is needed, got %s",
          params.outputChannels(),
          bias);
    }
  }

  private static void checkConfig(Call<Conv3dParams> call) {
    Conv3dConfig config = call.params().config();
    int padded = Math.ceilDiv(call.params().outputChannels(), SIDE) * SIDE;
    int out = config.cOutBlock();
    Check.that(
        out == 0 || out > 0 && padded % out == 0 && out % SIDE == 0,
        "C_out_block must be a multiple of 32 and divide evenly into padded output channels (%d)."
            + " Got C_out_block=%d and output_channels=%d.",
        padded,
        out,
        call.params().outputChannels());
    Check.that(
        Math.min(config.tOutBlock(), Math.min(config.hOutBlock(), config.wOutBlock())) >= 1,
        "config: blocks of the result must be 1 or more, got %s",
        config);
    CoreGrid grid = config.computeWithStorageGridSize();
    CoreGrid device = CoreGrid.of(call.device());
    Check.that(
        grid.x() <= device.x() && grid.y() <= device.y(),
        "Requested grid size (%d, %d) exceeds device grid size (%d, %d)",
        grid.x(),
        grid.y(),
        device.x(),
        device.y());
    checkInputBlock(call.spec(0).shape().dim(4), config);
  }

  private static void checkInputBlock(int channels, Conv3dConfig config) {
    int block = config.cInBlock();
    Check.that(
        channels % block == 0,
        "Input channels (%d) must be divisible by C_in_block (%d)",
        channels,
        block);
    Check.that(
        block % L1_ALIGNMENT_BYTES == 0,
        "C_in_block (%d) must be a multiple of %d",
        block,
        L1_ALIGNMENT_BYTES);
    CoreGrid grid = config.computeWithStorageGridSize();
    Check.that(
        channels / block <= grid.x() * grid.y(),
        "Number of C_in blocks (%d) must be <= the number of cores (%d)",
        channels / block,
        grid.x() * grid.y());
  }
}
