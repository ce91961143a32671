package dev.tilescope.golden;

import static dev.tilescope.golden.OnnxOracle.oracle;

import dev.tilescope.model.DataType;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.AvgPoolWindow;
import dev.tilescope.ops.options.Conv2dConfig;
import dev.tilescope.ops.options.Conv2dOptions;
import dev.tilescope.ops.options.Conv2dSizes;
import dev.tilescope.ops.options.MaxPoolWindow;
import dev.tilescope.ops.options.PoolImages;
import dev.tilescope.ops.options.PoolOptions;
import java.util.List;

/** Convolutions, pools and enlarged images; ONNX has them in NCHW. */
final class ImageCases {
  static final List<GoldenCase> CASES =
      List.of(
          GoldenCase.of("conv2d", ImageCases::conv2d),
          GoldenCase.of("max_pool2d", draw -> pool(draw, true)),
          GoldenCase.of("avg_pool2d", draw -> pool(draw, false)),
          GoldenCase.of("global_avg_pool2d", ImageCases::globalPool),
          GoldenCase.of("upsample", ImageCases::upsample));

  private ImageCases() {}

  /** A random image and the window that moves over it. */
  private record Scene(
      int n, int h, int w, int c, int[] kernel, int[] stride, int[] padding, int[] dilation) {
    static Scene drawn(Draw draw, int channels) {
      int[] kernel = {draw.between(1, 3), draw.between(1, 3)};
      return new Scene(
          draw.between(1, 2),
          draw.between(6, 12),
          draw.between(6, 12),
          channels,
          kernel,
          new int[] {draw.between(1, 2), draw.between(1, 2)},
          new int[] {draw.between(0, kernel[0] / 2), draw.between(0, kernel[1] / 2)},
          new int[] {draw.between(1, 2), draw.between(1, 2)});
    }

    OnnxCall channelsFirst(Operand flat) {
      return oracle("Transpose")
          .ints("perm", 0, 3, 1, 2)
          .input(oracle("Reshape").input(flat.golden()).list(n, h, w, c));
    }

    OnnxCall moved(String operator, boolean dilated) {
      OnnxCall call =
          oracle(operator)
              .ints("kernel_shape", kernel)
              .ints("strides", stride)
              .ints("pads", padding[0], padding[1], padding[0], padding[1]);
      return dilated ? call.ints("dilations", dilation) : call;
    }

    @Override
    public String toString() {
      return "%dx%dx%dx%d kernel %dx%d stride %dx%d padding %dx%d dilation %dx%d"
          .formatted(
              n,
              h,
              w,
              c,
              kernel[0],
              kernel[1],
              stride[0],
              stride[1],
              padding[0],
              padding[1],
              dilation[0],
              dilation[1]);
    }
  }

  private static OnnxCall flattened(OnnxValue channelsFirst, int channels) {
    return oracle("Reshape")
        .input(oracle("Transpose").ints("perm", 0, 2, 3, 1).input(channelsFirst))
        .list(1, 1, -1, channels);
  }

  private static GoldenTrial conv2d(Draw draw) {
    int groups = draw.between(1, 3);
    Scene scene = Scene.drawn(draw, groups * draw.between(1, 12));
    int out = groups * draw.between(1, 12);
    int depth = scene.c() / groups;
    Operand x = draw.tensor(1, 1, scene.n() * scene.h() * scene.w(), scene.c());
    Operand weight = draw.tensor(-1.0, 1.0, out, depth, scene.kernel()[0], scene.kernel()[1]);
    Operand bias = draw.tensor(-1.0, 1.0, 1, 1, 1, out);
    boolean relu = draw.flip();
    OnnxCall golden =
        scene
            .moved("Conv", true)
            .attribute("group", groups)
            .input(scene.channelsFirst(x))
            .input(weight.golden())
            .input(oracle("Reshape").input(bias.golden()).list(-1));
    Conv2dConfig config = relu ? Conv2dConfig.DEFAULT.withActivation("relu") : Conv2dConfig.DEFAULT;
    return draw.trial(
        scene + " groups=" + groups + " relu=" + relu,
        on ->
            Ttnn.conv2d(
                on.tensor(0),
                draw.flip() ? weight.host() : on.tensor(1),
                Conv2dSizes.of(scene.c(), out)
                    .withImages(scene.n(), scene.h(), scene.w())
                    .withKernelSize(scene.kernel()[0], scene.kernel()[1]),
                Conv2dOptions.DEFAULT
                    .withStride(scene.stride()[0], scene.stride()[1])
                    .withPadding(scene.padding()[0], scene.padding()[1])
                    .withDilation(scene.dilation()[0], scene.dilation()[1])
                    .withGroups(groups)
                    .withBiasTensor(on.tensor(2))
                    .withConvConfig(config)),
        flattened(relu ? golden.then("Relu") : golden, out),
        x,
        weight,
        bias);
  }

  /** What the pool gives in the type it is tried in; block floats stay in tiles. */
  private static PoolOptions options(Draw draw) {
    DataType dtype = draw.dtype();
    PoolOptions typed = PoolOptions.DEFAULT.withDtype(dtype);
    return dtype.isBlockFloat() ? typed.withOutputLayout(draw.layout()) : typed;
  }

  private static GoldenTrial pool(Draw draw, boolean max) {
    Scene scene = Scene.drawn(draw, draw.between(1, 40));
    Operand x = draw.tensor(1, 1, scene.n() * scene.h() * scene.w(), scene.c());
    boolean countPadding = draw.flip();
    OnnxCall golden = scene.moved(max ? "MaxPool" : "AveragePool", max);
    if (!max) {
      golden.attribute("count_include_pad", countPadding ? 1 : 0);
    }
    return draw.trial(
        scene + " countPadding=" + countPadding,
        on ->
            max
                ? Ttnn.maxPool2d(
                    on.tensor(0),
                    new PoolImages(scene.n(), scene.h(), scene.w(), scene.c()),
                    MaxPoolWindow.of(scene.kernel()[0], scene.kernel()[1])
                        .withStride(scene.stride()[0], scene.stride()[1])
                        .withPadding(scene.padding()[0], scene.padding()[1])
                        .withDilation(scene.dilation()[0], scene.dilation()[1]),
                    options(draw))
                : Ttnn.avgPool2d(
                    on.tensor(0),
                    new PoolImages(scene.n(), scene.h(), scene.w(), scene.c()),
                    AvgPoolWindow.of(scene.kernel()[0], scene.kernel()[1])
                        .withStride(scene.stride()[0], scene.stride()[1])
                        .withPadding(scene.padding()[0], scene.padding()[1])
                        .withCountIncludePad(countPadding),
                    options(draw)),
        flattened(golden.input(scene.channelsFirst(x)), scene.c()),
        x);
  }

  private static GoldenTrial globalPool(Draw draw) {
    Operand x = draw.tensor(0.0, 4.0, 2, draw.between(2, 9), draw.between(2, 9), 50);
    return draw.trial(
        "",
        on -> Ttnn.globalAvgPool2d(on.tensor(0), null, null),
        oracle("ReduceMean").input(x.golden()).list(1, 2),
        x);
  }

  private static GoldenTrial upsample(Draw draw) {
    int scaleH = draw.between(1, 3);
    int scaleW = draw.between(1, 3);
    boolean bilinear = draw.flip();
    Operand x = draw.tensor(1, draw.between(3, 9), draw.between(3, 9), draw.between(2, 40));
    OnnxCall resize =
        oracle("Resize")
            .attribute("mode", bilinear ? "linear" : "nearest")
            .attribute("coordinate_transformation_mode", bilinear ? "half_pixel" : "asymmetric")
            .attribute("nearest_mode", "floor")
            .input(oracle("Transpose").ints("perm", 0, 3, 1, 2).input(x.golden()))
            .absent()
            .input(new float[] {1, 1, scaleH, scaleW}, 4);
    return draw.trial(
        "scale %dx%d bilinear=%s".formatted(scaleH, scaleW, bilinear),
        on ->
            Ttnn.upsample(
                on.tensor(0), new int[] {scaleH, scaleW}, bilinear ? "bilinear" : "nearest", null),
        resize.then("Transpose").ints("perm", 0, 2, 3, 1),
        x);
  }
}
