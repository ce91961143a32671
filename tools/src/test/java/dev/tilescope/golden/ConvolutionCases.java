package dev.tilescope.golden;

import static dev.tilescope.golden.OnnxOracle.oracle;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.Conv1dOptions;
import dev.tilescope.ops.options.Conv1dSizes;
import dev.tilescope.ops.options.Conv2dOptions;
import dev.tilescope.ops.options.Conv2dSizes;
import dev.tilescope.ops.options.ConvTranspose2dOptions;
import dev.tilescope.ops.options.PrepareConvOptions;
import dev.tilescope.ops.options.PrepareConvTranspose2dOptions;
import dev.tilescope.tensor.Tensor;
import java.util.List;

/** Convolutions along rows, transposed ones, and weights prepared for them; ONNX has NCHW. */
final class ConvolutionCases {
  static final List<GoldenCase> CASES =
      List.of(
          GoldenCase.of("conv1d", ConvolutionCases::conv1d),
          GoldenCase.of("conv_transpose2d", draw -> transposed(draw, false)),
          GoldenCase.of("prepare_conv_weights", ConvolutionCases::prepared),
          GoldenCase.of("prepare_conv_bias", ConvolutionCases::prepared),
          GoldenCase.of("prepare_conv_transpose2d_weights", draw -> transposed(draw, true)),
          GoldenCase.of("prepare_conv_transpose2d_bias", draw -> transposed(draw, true)),
          GoldenCase.of("grid_sample", ConvolutionCases::gridSample),
          GoldenCase.of("rotate", ConvolutionCases::rotate));

  private ConvolutionCases() {}

  private static OnnxCall flattened(OnnxValue channelsFirst, int channels) {
    return oracle("Reshape")
        .input(oracle("Transpose").ints("perm", 0, 2, 3, 1).input(channelsFirst))
        .list(1, 1, -1, channels);
  }

  private static OnnxCall channelsFirst(Operand flat, int n, int h, int w, int c) {
    return oracle("Transpose")
        .ints("perm", 0, 3, 1, 2)
        .input(oracle("Reshape").input(flat.golden()).list(n, h, w, c));
  }

  private static OnnxCall row(Operand bias) {
    return oracle("Reshape").input(bias.golden()).list(-1);
  }

  private static GoldenTrial conv1d(Draw draw) {
    int groups = draw.between(1, 3);
    int in = groups * draw.between(1, 5);
    int out = groups * draw.between(1, 5);
    int count = draw.between(1, 2);
    int length = draw.between(6, 40);
    int kernel = draw.between(1, 3);
    int stride = draw.between(1, 2);
    int before = draw.between(0, 2);
    int after = draw.between(0, 2);
    int dilation = draw.between(1, 2);
    Operand x = draw.tensor(count, length, in);
    Operand weight = draw.tensor(-1.0, 1.0, out, in / groups, kernel);
    Operand bias = draw.tensor(-1.0, 1.0, 1, 1, 1, out);
    OnnxCall golden =
        oracle("Conv")
            .ints("kernel_shape", 1, kernel)
            .ints("strides", 1, stride)
            .ints("pads", 0, before, 0, after)
            .ints("dilations", 1, dilation)
            .attribute("group", groups)
            .input(channelsFirst(x, count, 1, length, in))
            .input(oracle("Reshape").input(weight.golden()).list(out, in / groups, 1, kernel))
            .input(row(bias));
    return draw.trial(
        "%d rows of %d by %d in %d groups".formatted(count, length, kernel, groups),
        on ->
            Ttnn.conv1d(
                on.tensor(0),
                weight.host(),
                Conv1dSizes.of(in, out).withRows(count, length).withKernelSize(kernel),
                Conv1dOptions.DEFAULT
                    .withStride(stride)
                    .withPadding(before, after)
                    .withDilation(dilation)
                    .withGroups(groups)
                    .withBiasTensor(on.tensor(2))),
        flattened(golden, out),
        x,
        weight,
        bias);
  }

  private static GoldenTrial gridSample(Draw draw) {
    int batch = draw.between(1, 2);
    Operand x = draw.tensor(batch, draw.between(2, 9), draw.between(2, 9), 32);
    Operand grid = draw.tensor(-1.25, 1.25, batch, draw.between(1, 5), draw.between(1, 5), 2);
    boolean corners = draw.flip();
    return draw.trial(
        "corners=" + corners,
        on ->
            Ttnn.gridSample(
                inRows(on.tensor(0)),
                inRows(on.tensor(1)),
                "bilinear",
                "zeros",
                corners,
                false,
                false,
                null,
                null),
        oracle("GridSample")
            .attribute("align_corners", corners ? 1 : 0)
            .input(oracle("Transpose").ints("perm", 0, 3, 1, 2).input(x.golden()))
            .input(grid.golden())
            .then("Transpose")
            .ints("perm", 0, 2, 3, 1),
        x,
        grid);
  }

  /** Half a turn, which ONNX has as steps backwards. */
  private static GoldenTrial rotate(Draw draw) {
    Operand x = draw.tensor(2, draw.between(1, 9), draw.between(1, 9), draw.between(1, 9));
    String mode = draw.flip() ? "nearest" : "bilinear";
    return draw.trial(
        mode,
        on -> Ttnn.rotate(inRows(on.tensor(0)), 180, null, 0, false, mode, MemoryConfig.DRAM),
        oracle("Slice").input(x.golden()).list(-1, -1).list(-99, -99).list(1, 2).list(-1, -1),
        x);
  }

  /** In a type that rows can have. */
  private static Tensor inRows(Tensor tensor) {
    Tensor rows = Ttnn.toLayout(tensor, Layout.ROW_MAJOR);
    return rows.dtype().isBlockFloat() ? Ttnn.typecast(rows, DataType.BFLOAT16) : rows;
  }

  private static GoldenTrial prepared(Draw draw) {
    int in = draw.between(1, 6);
    int out = draw.between(1, 6);
    int side = draw.between(4, 9);
    Operand x = draw.tensor(1, 1, side * side, in);
    Operand weight = draw.tensor(-1.0, 1.0, out, in, 3, 2);
    Operand bias = draw.tensor(-1.0, 1.0, 1, 1, 1, out);
    Conv2dSizes sizes = Conv2dSizes.of(in, out).withImages(1, side, side).withKernelSize(3, 2);
    return draw.trial(
        "a kernel of 3x2 over " + side,
        on -> {
          PrepareConvOptions options =
              PrepareConvOptions.DEFAULT.withDevice(on.tensor(0).device()).withHasBias(true);
          Tensor weights =
              Ttnn.prepareConvWeights(
                  weight.host(), MemoryConfig.DRAM, Layout.TILE, "OIHW", sizes, options);
          Tensor row =
              Ttnn.prepareConvBias(bias.host(), MemoryConfig.DRAM, Layout.TILE, sizes, options);
          return Ttnn.conv2d(
              on.tensor(0), weights, sizes, Conv2dOptions.DEFAULT.withBiasTensor(row));
        },
        flattened(
            oracle("Conv")
                .ints("kernel_shape", 3, 2)
                .input(channelsFirst(x, 1, side, side, in))
                .input(weight.golden())
                .input(row(bias)),
            out),
        x,
        weight,
        bias);
  }

  private static GoldenTrial transposed(Draw draw, boolean prepares) {
    int groups = draw.between(1, 2);
    int in = groups * draw.between(1, 5);
    int out = groups * draw.between(1, 5);
    int n = draw.between(1, 2);
    int h = draw.between(2, 6);
    int w = draw.between(2, 6);
    int[] kernel = {draw.between(2, 3), draw.between(2, 3)};
    int[] stride = {draw.between(1, 3), draw.between(1, 3)};
    int[] padding = {draw.between(0, 1), draw.between(0, 1)};
    int[] more = {draw.between(0, stride[0] - 1), draw.between(0, stride[1] - 1)};
    Operand x = draw.tensor(1, 1, n * h * w, in);
    Operand weight = draw.tensor(-1.0, 1.0, in, out / groups, kernel[0], kernel[1]);
    Operand bias = draw.tensor(-1.0, 1.0, 1, 1, 1, out);
    OnnxCall golden =
        oracle("ConvTranspose")
            .ints("kernel_shape", kernel)
            .ints("strides", stride)
            .ints("pads", padding[0], padding[1], padding[0], padding[1])
            .ints("output_padding", more)
            .attribute("group", groups)
            .input(channelsFirst(x, n, h, w, in))
            .input(weight.golden())
            .input(row(bias));
    Conv2dSizes sizes =
        Conv2dSizes.of(in, out).withImages(n, h, w).withKernelSize(kernel[0], kernel[1]);
    ConvTranspose2dOptions options =
        ConvTranspose2dOptions.DEFAULT
            .withStride(stride[0], stride[1])
            .withPadding(padding[0], padding[1])
            .withOutputPadding(more[0], more[1])
            .withGroups(groups);
    return draw.trial(
        "%dx%dx%d by %dx%d, stride %dx%d"
            .formatted(n, h, w, kernel[0], kernel[1], stride[0], stride[1]),
        on ->
            prepares
                ? ofPrepared(on.tensor(0), weight.host(), bias.host(), sizes, options)
                : Ttnn.convTranspose2d(
                    on.tensor(0), weight.host(), sizes, options.withBiasTensor(on.tensor(2))),
        flattened(golden, out),
        x,
        weight,
        bias);
  }

  private static Tensor ofPrepared(
      Tensor x, Tensor weight, Tensor bias, Conv2dSizes sizes, ConvTranspose2dOptions options) {
    PrepareConvTranspose2dOptions coming =
        PrepareConvTranspose2dOptions.DEFAULT.withDevice(x.device()).withGroups(options.groups());
    Tensor weights =
        Ttnn.prepareConvTranspose2dWeights(
            weight, MemoryConfig.DRAM, Layout.TILE, "IOHW", sizes, coming);
    Tensor row =
        Ttnn.prepareConvTranspose2dBias(bias, MemoryConfig.DRAM, Layout.TILE, sizes, coming);
    return Ttnn.convTranspose2d(x, weights, sizes, options.withBiasTensor(row));
  }
}
