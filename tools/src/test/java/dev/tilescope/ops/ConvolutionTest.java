package dev.tilescope.ops;

import static dev.tilescope.capture.Programs.events;
import static dev.tilescope.ops.Refusal.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.ops.options.AvgPoolWindow;
import dev.tilescope.ops.options.Conv2dConfig;
import dev.tilescope.ops.options.Conv2dOptions;
import dev.tilescope.ops.options.Conv2dResult;
import dev.tilescope.ops.options.Conv2dSizes;
import dev.tilescope.ops.options.MaxPoolWindow;
import dev.tilescope.ops.options.PoolImages;
import dev.tilescope.ops.options.PoolOptions;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConvolutionTest {
  private static final Conv2dOptions CONV = Conv2dOptions.DEFAULT;
  private static final PoolOptions POOL = PoolOptions.DEFAULT;
  private static final int[] TWO = {2, 2};
  private static final int[] ONE = {1, 1};
  private static final int[] ZERO = {0, 0};

  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  private Tensor on(DataType dtype, Layout layout, int... shape) {
    return Ttnn.ones(Shape.of(shape), dtype, layout, device, MemoryConfig.DRAM);
  }

  private Tensor rows(int... shape) {
    return on(DataType.BFLOAT16, Layout.ROW_MAJOR, shape);
  }

  private static Tensor host(int... shape) {
    float[] ones = new float[(int) Shape.of(shape).volume()];
    Arrays.fill(ones, 1);
    return Ttnn.fromArray(ones, Shape.of(shape), DataType.BFLOAT16, Layout.ROW_MAJOR);
  }

  private static List<String> deviceOperations(GraphCapture capture) {
    return events(capture.end(), FunctionStart.class).stream()
        .map(FunctionStart::name)
        .filter(name -> !name.contains("::"))
        .toList();
  }

  /** A 5x4 image of two channels, three output channels, a 3x3 kernel. */
  private Tensor conv(Tensor input, Tensor weight, int[] kernel, Conv2dOptions options) {
    return Ttnn.conv2d(input, weight, sizes(2, 3, 1, 5, kernel), options);
  }

  private static Conv2dSizes sizes(int in, int out, int images, int height, int[] kernel) {
    return new Conv2dSizes(in, out, images, height, 4, list(kernel));
  }

  private static List<Integer> list(int[] values) {
    return Arrays.stream(values).boxed().toList();
  }

  @Test
  void aConvolutionIsAHaloAndAConvolutionOnTheDevice() {
    Tensor input = rows(1, 1, 20, 2);
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Tensor result = conv(input, host(3, 2, 3, 3), new int[] {3, 3}, CONV.withPadding(1, 1));
      assertThat(result.shape()).isEqualTo(Shape.of(1, 1, 20, 3));
      assertThat(result.layout()).isEqualTo(Layout.TILE);
      assertThat(Ttnn.toArray(result)).startsWith(8, 8, 8, 12);
      assertThat(deviceOperations(capture))
          .containsExactly("HaloDeviceOperation", "Conv2dDeviceOperation");
      result.close();
    }
    input.close();
    assertThat(Refusal.made(device)).isEmpty();
  }

  @Test
  void channelsBeyondThoseOfTheWeightsCountNothing() {
    Tensor input = rows(1, 1, 20, 8);
    for (int[] kernel : List.of(new int[] {3, 3}, ONE)) {
      Tensor result = conv(input, host(3, 2, kernel[0], kernel[1]), kernel, CONV);
      Tensor narrow = conv(rows(1, 1, 20, 2), host(3, 2, kernel[0], kernel[1]), kernel, CONV);
      assertThat(Ttnn.toArray(result)).isEqualTo(Ttnn.toArray(narrow));
    }
    refused(
        device,
        () -> conv(rows(1, 1, 20, 1), host(3, 2, 3, 3), new int[] {3, 3}, CONV),
        "input_tensor: Shape([1, 1, 20, 2]) or Shape([1, 5, 4, 2]) is needed");
  }

  @Test
  void aPointThatMovesByOneIsAMatrixProduct() {
    Tensor input = on(DataType.BFLOAT16, Layout.TILE, 1, 5, 4, 2);
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Conv2dConfig config = Conv2dConfig.DEFAULT.withActivation("relu");
      Tensor result =
          conv(
              input,
              host(3, 2, 1, 1),
              ONE,
              CONV.withBiasTensor(host(1, 1, 1, 3)).withConvConfig(config));
      assertThat(result.shape()).isEqualTo(Shape.of(1, 1, 20, 3));
      assertThat(Ttnn.toArray(result)).containsOnly(3);
      assertThat(deviceOperations(capture)).contains("MatmulDeviceOperation");
    }
  }

  @Test
  void weightsAreBroughtToTheDeviceOnceIfTheyAreUsedAgain() {
    Tensor input = rows(1, 1, 20, 2);
    Conv2dOptions options = CONV.withStride(2, 1).withBiasTensor(host(1, 1, 1, 3));
    Conv2dResult first =
        Ttnn.conv2dWithWeights(
            input,
            host(3, 2, 3, 3),
            Conv2dSizes.of(2, 3).withImages(1, 5, 4).withKernelSize(3, 3),
            options);
    assertThat(first.outputHeight()).isEqualTo(2);
    assertThat(first.outputWidth()).isEqualTo(2);
    assertThat(first.weight().shape()).isEqualTo(Shape.of(1, 1, 18, 3));
    Tensor again =
        conv(input, first.weight(), new int[] {3, 3}, options.withBiasTensor(first.bias()));
    assertThat(Ttnn.toArray(again)).isEqualTo(Ttnn.toArray(first.output())).containsOnly(19);
    assertThat(first.weight().isAllocated()).isTrue();
  }

  @Test
  void theResultLiesInShardsWhenAsked() {
    Tensor input = rows(1, 1, 4096, 32);
    Conv2dConfig config =
        Conv2dConfig.DEFAULT
            .withShardLayout(TensorMemoryLayout.HEIGHT_SHARDED)
            .withDeallocateActivation(true)
            .withWeightsDtype(DataType.BFLOAT8_B);
    Conv2dOptions options = CONV.withPadding(1, 1).withConvConfig(config);
    Tensor first =
        Ttnn.conv2d(
            input,
            host(32, 32, 3, 3),
            Conv2dSizes.of(32, 32).withImages(1, 64, 64).withKernelSize(3, 3),
            options);
    assertThat(input.isAllocated()).isFalse();
    assertThat(first.memoryConfig().memoryLayout()).isEqualTo(TensorMemoryLayout.HEIGHT_SHARDED);
    Tensor second =
        Ttnn.conv2d(
            first,
            host(32, 32, 3, 3),
            Conv2dSizes.of(32, 32).withImages(1, 64, 64).withKernelSize(3, 3),
            options);
    assertThat(second.memoryConfig()).isEqualTo(first.memoryConfig());
  }

  @Test
  void convolutionsRefuseWhatTheyDoNotTake() {
    Tensor input = rows(1, 1, 20, 2);
    Tensor weight = host(3, 2, 3, 3);
    int[] kernel = {3, 3};
    refused(
        device,
        () -> conv(host(1, 1, 20, 2), weight, kernel, CONV),
        "input_tensor: a device tensor is needed");
    refused(
        device,
        () -> conv(rows(1, 1, 21, 2), weight, kernel, CONV),
        "input_tensor: Shape([1, 1, 20, 2]) or Shape([1, 5, 4, 2]) is needed, got");
    refused(
        device,
        () -> conv(on(DataType.INT32, Layout.TILE, 1, 1, 20, 2), weight, kernel, CONV),
        "input_tensor: the operation takes [");
    refused(
        device,
        () -> conv(input, host(3, 2, 3, 2), kernel, CONV),
        "weight_tensor: Shape([3, 2, 3, 3]), or Shape([1, 1, 18, 3]) as conv2d gave it, is needed");
    refused(
        device, () -> conv(input, weight, new int[] {3}, CONV), "kernel_size: height and width");
    refused(device, () -> conv(input, weight, new int[] {3, 0}, CONV), "kernel_size: ");
    refused(device, () -> conv(input, weight, new int[] {3, 5}, CONV), "kernel_size: 3 x 5 with");
    refused(device, () -> conv(input, weight, kernel, CONV.withStride(0, 1)), "stride: height and");
    refused(device, () -> conv(input, weight, kernel, CONV.withPadding(-1, 1)), "padding: height");
    refused(device, () -> conv(input, weight, kernel, CONV.withDilation(1, 0)), "dilation: height");
    refused(device, () -> conv(input, weight, kernel, CONV.withGroups(2)), "groups: must divide 2");
    refused(device, () -> conv(input, weight, kernel, CONV.withGroups(0)), "groups: must divide 2");
    refused(
        device,
        () -> conv(input, weight, kernel, CONV.withBiasTensor(host(1, 1, 1, 4))),
        "bias_tensor: Shape([1, 1, 1, 3]) is needed, got Shape([1, 1, 1, 4])");
    refused(
        device,
        () -> conv(input, weight, kernel, CONV.withDtype(DataType.UINT8)),
        "dtype: a floating");
    refused(
        device,
        () -> conv(input, weight, kernel, CONV.withPadding(Integer.MAX_VALUE, 1)),
        "padding: 5 x 4 with it has a dimension above 2^31-1");
    Conv2dConfig config = Conv2dConfig.DEFAULT;
    refused(
        device,
        () -> conv(input, weight, kernel, CONV.withConvConfig(config.withActivation("frelu"))),
        "activation: the name of a unary operation is expected");
    refused(
        device,
        () -> conv(input, weight, kernel, CONV.withConvConfig(config.withActBlockHOverride(31))),
        "conv_config: act_block_h_override must be a multiple of 32, got 31");
    refused(
        device,
        () -> Ttnn.conv2d(input, weight, sizes(2, 3, -1, 5, kernel), CONV),
        "batch_size: must be > 0, got -1");
    refused(
        device,
        () -> Ttnn.conv2d(input, weight, sizes(2, 3, 1 << 20, 1 << 20, kernel), CONV),
        "batch_size: 1048576 images of 1048576 x 4 have more than 2^31-1 pixels");
    refused(
        device,
        () -> Ttnn.conv2d(input, weight, sizes(0, 3, 1, 5, kernel), CONV),
        "in_channels: must");
    refused(
        device,
        () -> Ttnn.conv2d(input, weight, sizes(2, 0, 1, 5, kernel), CONV),
        "out_channels: must");
  }

  private Tensor maxPool(Tensor input, int[] kernel, int[] stride, int[] padding, int[] dilation) {
    return Ttnn.maxPool2d(
        input,
        new PoolImages(1, 5, 4, 2),
        new MaxPoolWindow(list(kernel), list(stride), list(padding), list(dilation), false),
        POOL);
  }

  @Test
  void poolsAreAHaloAndAPoolOnTheDevice() {
    Tensor input = rows(1, 1, 20, 2);
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Tensor result = maxPool(input, TWO, TWO, ZERO, ONE);
      assertThat(result.shape()).isEqualTo(Shape.of(1, 1, 4, 2));
      assertThat(result.layout()).isEqualTo(Layout.ROW_MAJOR);
      assertThat(deviceOperations(capture)).containsExactly("HaloDeviceOperation", "Pool2D");
    }
    Tensor hanging =
        Ttnn.avgPool2d(
            input,
            new PoolImages(1, 5, 4, 2),
            AvgPoolWindow.of(2, 2).withStride(2, 2).withCeilMode(true),
            POOL);
    assertThat(hanging.shape()).isEqualTo(Shape.of(1, 1, 6, 2));
    assertThat(Ttnn.toArray(hanging)).containsOnly(1);
    Tensor divided =
        Ttnn.avgPool2d(
            input,
            new PoolImages(1, 5, 4, 2),
            AvgPoolWindow.of(2, 2).withStride(2, 2).withDivisorOverride(8),
            POOL);
    assertThat(Ttnn.toArray(divided)).containsOnly(0.5f);
    int[] size = {1, 3};
    PoolOptions tiles = POOL.withDtype(DataType.BFLOAT8_B).withOutputLayout(Layout.TILE);
    Tensor adaptive = Ttnn.adaptiveAvgPool2d(input, 1, 5, 4, 2, size, tiles);
    assertThat(adaptive.shape()).isEqualTo(Shape.of(1, 1, 3, 2));
    assertThat(
            Ttnn.adaptiveMaxPool2d(input, 1, 5, 4, 2, size, POOL.withDeallocateInput(true)).shape())
        .isEqualTo(Shape.of(1, 1, 3, 2));
    assertThat(input.isAllocated()).isFalse();
  }

  @Test
  void poolsRefuseWhatTheyDoNotTake() {
    Tensor input = rows(1, 1, 20, 2);
    refused(
        device,
        () -> Ttnn.maxPool2d(input, new PoolImages(1, 0, 4, 2), MaxPoolWindow.of(2, 2), POOL),
        "input_h: must be > 0, got 0");
    refused(device, () -> maxPool(input, TWO, TWO, TWO, ONE), "padding: must be at most half");
    refused(device, () -> maxPool(input, ZERO, TWO, ZERO, ONE), "kernel_size: height and width");
    refused(device, () -> maxPool(input, TWO, ZERO, ZERO, ONE), "stride: height and width");
    refused(device, () -> maxPool(input, TWO, TWO, ZERO, ZERO), "dilation: height and width");
    refused(device, () -> maxPool(input, TWO, TWO, new int[3], ONE), "padding: height and width");
    refused(device, () -> maxPool(input, new int[] {6, 1}, ONE, ZERO, ONE), "kernel_size: 6 x 1");
    refused(device, () -> maxPool(rows(20, 2), TWO, TWO, ZERO, ONE), "input_tensor: Shape([1, 1, ");
    refused(
        device, () -> maxPool(host(1, 1, 20, 2), TWO, TWO, ZERO, ONE), "input_tensor: a device");
    refused(
        device,
        () ->
            Ttnn.avgPool2d(
                input,
                new PoolImages(1, 5, 4, 2),
                AvgPoolWindow.of(2, 2).withStride(2, 2).withDivisorOverride(0),
                POOL),
        "divisor_override: must not be 0");
    refused(
        device,
        () -> Ttnn.adaptiveMaxPool2d(input, 1, 5, 4, 2, ZERO, POOL),
        "output_size: height and width");
    refused(
        device,
        () -> Ttnn.adaptiveMaxPool2d(input, 1, 5, 4, 2, ONE, POOL.withDtype(DataType.BFLOAT8_B)),
        "output_layout: DataType::BFLOAT8_B needs TILE");
    refused(
        device,
        () -> Ttnn.adaptiveMaxPool2d(input, 1, 5, 4, 2, ONE, POOL.withDtype(DataType.INT32)),
        "dtype: a floating-point type is needed");
    refused(device, () -> Ttnn.globalAvgPool2d(rows(20, 2), null, null), "input_tensor: pixels in");
    refused(device, () -> Ttnn.upsample(rows(20, 2), 2), "input_tensor: pixels in shape");
    refused(device, () -> Ttnn.upsample(rows(1, 2, 2, 2), 0), "scale_factor: height and width");
    refused(device, () -> Ttnn.upsample(rows(1, 2, 2, 2), 1 << 30), "scale_factor: 1073741824 x");
    refused(
        device,
        () -> Ttnn.upsample(rows(1, 2, 2, 2), TWO, "cubic", null),
        "mode: \"nearest\" or \"bilinear\" is expected, got \"cubic\"");
  }

  @Test
  void imagesTooLargeToComputeCanBeTraced() {
    int side = 1 << 15;
    try (GraphCapture _ = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Tensor input = rows(1, 1, side * (side - 1), 1024);
      Tensor weight = rows(64, 1024, 3, 3);
      Tensor result =
          Ttnn.conv2d(
              input,
              weight,
              Conv2dSizes.of(1024, 64).withImages(1, side, side - 1).withKernelSize(3, 3),
              CONV.withPadding(1, 1));
      assertThat(result.shape()).isEqualTo(Shape.of(1, 1, side * (side - 1), 64));
      Tensor pooled =
          Ttnn.maxPool2d(
              result,
              new PoolImages(1, side, side - 1, 64),
              MaxPoolWindow.of(2, 2).withStride(2, 2),
              POOL);
      assertThat(pooled.shape()).isEqualTo(Shape.of(1, 1, side / 2 * (side / 2 - 1), 64));
      assertThat(Ttnn.upsample(rows(64, 1024, 1024, 512), 16).shape())
          .isEqualTo(Shape.of(64, 16384, 16384, 512));
    }
    assertThat(device.liveBuffers()).isEmpty();
  }
}
