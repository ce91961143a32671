package dev.tilescope.ops;

import static dev.tilescope.capture.Programs.events;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.ops.options.AvgPoolWindow;
import dev.tilescope.ops.options.Conv2dConfig;
import dev.tilescope.ops.options.Conv2dOptions;
import dev.tilescope.ops.options.Conv2dSizes;
import dev.tilescope.ops.options.Conv2dSliceConfig;
import dev.tilescope.ops.options.Conv2dSliceConfig.SliceType;
import dev.tilescope.ops.options.ConvTranspose2dOptions;
import dev.tilescope.ops.options.MaxPoolWindow;
import dev.tilescope.ops.options.PoolImages;
import dev.tilescope.ops.options.PoolOptions;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Convolutions and pools of images in DRAM, slice by slice. */
class SlicedImagesTest {
  private static final int CHANNELS = 16;
  private static final int HEIGHT = 11;
  private static final int WIDTH = 100;

  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  private static Tensor random(int seed, int... dims) {
    Random random = new Random(seed);
    float[] values = new float[(int) Shape.of(dims).volume()];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return Ttnn.fromArray(values, Shape.of(dims), DataType.BFLOAT16, Layout.ROW_MAJOR);
  }

  private Tensor images(Layout layout) {
    Tensor host = random(1, 2, HEIGHT, WIDTH, CHANNELS);
    return Ttnn.toDevice(Ttnn.toLayout(host, layout), device);
  }

  /** A way to slice, with the layouts of input and result. */
  private record Way(SliceType type, int slices, Layout input, Layout result) {
    Conv2dSliceConfig config() {
      return new Conv2dSliceConfig(type, slices);
    }
  }

  static Stream<Way> ways() {
    return Stream.of(Layout.values())
        .flatMap(in ->
            Stream.of(Layout.values())
                .flatMap(out ->
                    Stream.of(
                        new Way(SliceType.DRAM_HEIGHT, 3, in, out),
                        new Way(SliceType.DRAM_WIDTH, 2, in, out))));
  }

  private Tensor convolved(Tensor input, Conv2dOptions options) {
    return Ttnn.conv2d(
        input,
        random(2, 24, CHANNELS, 3, 2),
        Conv2dSizes.of(CHANNELS, 24).withImages(2, HEIGHT, WIDTH).withKernelSize(3, 2),
        options.withBiasTensor(random(3, 1, 1, 1, 24)));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void slicesOfAConvolutionMakeTheWhole(Way way) {
    for (TensorMemoryLayout shards :
        new TensorMemoryLayout[] {
          null,
          TensorMemoryLayout.HEIGHT_SHARDED,
          TensorMemoryLayout.BLOCK_SHARDED,
          TensorMemoryLayout.WIDTH_SHARDED
        }) {
      Tensor input = images(way.input());
      Conv2dConfig config =
          Conv2dConfig.DEFAULT.withOutputLayout(way.result()).withShardLayout(shards);
      for (Conv2dOptions options :
          List.of(
              Conv2dOptions.DEFAULT.withPadding(1, 1),
              Conv2dOptions.DEFAULT.withStride(2, 1).withPadding(2, 1, 0, 3),
              Conv2dOptions.DEFAULT.withStride(1, 2).withDilation(3, 2))) {
        Conv2dOptions whole =
            options
                .withConvConfig(config.withOutputLayout(Layout.TILE))
                .withSliceConfig(slices(SliceType.L1_FULL, 0));
        Tensor sliced =
            convolved(input, options.withConvConfig(config).withSliceConfig(way.config()));
        assertThat(sliced.memoryConfig()).isEqualTo(MemoryConfig.DRAM);
        assertThat(sliced.layout()).isEqualTo(way.result());
        assertThat(Ttnn.toArray(sliced)).isEqualTo(Ttnn.toArray(convolved(input, whole)));
      }
    }
  }

  private Tensor transposed(Tensor input, ConvTranspose2dOptions options) {
    return Ttnn.convTranspose2d(
        input,
        random(2, CHANNELS, 8, 3, 4),
        Conv2dSizes.of(CHANNELS, 8).withImages(2, HEIGHT, WIDTH).withKernelSize(3, 4),
        options);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void slicesOfATransposedConvolutionMakeTheWhole(Way way) {
    Tensor input = images(way.input());
    Conv2dConfig config = Conv2dConfig.DEFAULT.withOutputLayout(way.result());
    for (ConvTranspose2dOptions options :
        List.of(
            ConvTranspose2dOptions.DEFAULT.withPadding(1, 1),
            ConvTranspose2dOptions.DEFAULT
                .withStride(2, 3)
                .withPadding(1, 2)
                .withOutputPadding(1, 2),
            ConvTranspose2dOptions.DEFAULT.withStride(3, 2).withDilation(2, 2))) {
      ConvTranspose2dOptions whole =
          options.withConvConfig(config).withDramSliceConfig(slices(SliceType.L1_FULL, 0));
      Tensor sliced = transposed(input, whole.withDramSliceConfig(way.config()));
      assertThat(sliced.memoryConfig()).isEqualTo(MemoryConfig.DRAM);
      assertThat(Ttnn.toArray(sliced)).isEqualTo(Ttnn.toArray(transposed(input, whole)));
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void slicesOfAPoolMakeTheWhole(Way way) {
    Tensor input = images(way.input());
    PoolImages images = new PoolImages(2, HEIGHT, WIDTH, CHANNELS);
    PoolOptions whole =
        PoolOptions.DEFAULT
            .withOutputLayout(way.result())
            .withDramSliceConfig(slices(SliceType.L1_FULL, 0));
    PoolOptions sliced = whole.withDramSliceConfig(way.config());
    for (boolean ceil : new boolean[] {false, true}) {
      MaxPoolWindow max =
          MaxPoolWindow.of(3, 2).withStride(2, 3).withPadding(1, 1).withCeilMode(ceil);
      AvgPoolWindow average =
          AvgPoolWindow.of(3, 3).withStride(2, 2).withPadding(1, 1).withCeilMode(ceil);
      assertThat(values(Ttnn.maxPool2d(input, images, max, sliced)))
          .isEqualTo(values(Ttnn.maxPool2d(input, images, max, whole)));
      for (boolean counted : new boolean[] {false, true}) {
        AvgPoolWindow window = average.withCountIncludePad(counted);
        assertThat(values(Ttnn.avgPool2d(input, images, window, sliced)))
            .isEqualTo(values(Ttnn.avgPool2d(input, images, window, whole)));
      }
    }
  }

  private static float[] values(Tensor tensor) {
    return Ttnn.toArray(tensor);
  }

  private static List<String> deviceOperations(GraphCapture capture) {
    return events(capture.end(), FunctionStart.class).stream()
        .map(FunctionStart::name)
        .filter(name -> !name.contains("::"))
        .toList();
  }

  @Test
  void eachSliceIsReadConvolvedAndWritten() {
    Tensor input = images(Layout.ROW_MAJOR);
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      convolved(
              input,
              Conv2dOptions.DEFAULT
                  .withPadding(1, 1)
                  .withSliceConfig(slices(SliceType.DRAM_WIDTH, 2)))
          .close();
      assertThat(deviceOperations(capture))
          .startsWith(
              "PaddedSliceDeviceOperation",
              "HaloDeviceOperation",
              "MoveDeviceOperation",
              "Conv2dDeviceOperation",
              "SliceWriteDeviceOperation",
              "PaddedSliceDeviceOperation")
          .filteredOn(name -> name.equals("SliceWriteDeviceOperation"))
          .hasSize(2);
    }
    input.close();
    assertThat(Refusal.made(device)).isEmpty();
  }

  private static Conv2dSliceConfig slices(SliceType type, int count) {
    return new Conv2dSliceConfig(type, count);
  }

  @Test
  void anImageThatFitsIsOneSlice() {
    try (GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      largeConvolution(256, 256, null);
      assertThat(deviceOperations(capture)).doesNotContain("PaddedSliceDeviceOperation");
    }
  }

  @Test
  void slicesAreAsFewAsFitWhatL1HasFree() {
    int whole = slicesOf(null);
    assertThat(whole).isGreaterThan(1);
    try (Tensor held = inL1(512 << 10)) {
      assertThat(held.isAllocated()).isTrue();
      assertThat(slicesOf(null)).isGreaterThan(whole);
    }
    assertThat(slicesOf(slices(SliceType.DRAM_HEIGHT, 0))).isGreaterThan(1);
    assertThat(slicesOf(slices(SliceType.DRAM_HEIGHT, 20))).isEqualTo(20);
  }

  /** So many bytes on each core. */
  private Tensor inL1(int bytesPerCore) {
    int rows = 64 * bytesPerCore / 2048;
    return Ttnn.zeros(
        Shape.of(1, 1, rows, 1024), DataType.BFLOAT16, Layout.ROW_MAJOR, device, MemoryConfig.L1);
  }

  private int slicesOf(Conv2dSliceConfig config) {
    try (GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      largeConvolution(1024, 1024, config);
      return (int)
          deviceOperations(capture).stream()
              .filter(name -> name.equals("SliceWriteDeviceOperation"))
              .count();
    }
  }

  private void largeConvolution(int height, int width, Conv2dSliceConfig config) {
    Tensor input =
        Ttnn.zeros(
            Shape.of(1, 1, height * width, 64),
            DataType.BFLOAT16,
            Layout.ROW_MAJOR,
            device,
            MemoryConfig.DRAM);
    Ttnn.conv2d(
        input,
        random(2, 64, 64, 3, 3),
        Conv2dSizes.of(64, 64).withImages(1, height, width).withKernelSize(3, 3),
        Conv2dOptions.DEFAULT.withPadding(1, 1).withSliceConfig(config));
  }

  @Test
  void slicesNeedAnImageInDramAndNoMoreThanItHasRows() {
    Tensor input = images(Layout.ROW_MAJOR);
    refused(
        () ->
            convolved(
                input, Conv2dOptions.DEFAULT.withSliceConfig(slices(SliceType.DRAM_HEIGHT, 10))),
        "Number of slices (10) exceeds the maximum allowed (9)");
    Tensor inL1 = Ttnn.toMemoryConfig(input, MemoryConfig.L1);
    refused(
        () ->
            convolved(
                inL1, Conv2dOptions.DEFAULT.withSliceConfig(slices(SliceType.DRAM_HEIGHT, 2))),
        "slice_config: slices are read from an input interleaved in DRAM");
    refused(
        () ->
            Ttnn.maxPool2d(
                input,
                new PoolImages(2, HEIGHT, WIDTH, CHANNELS),
                MaxPoolWindow.of(3, 3).withStride(1, 1).withPadding(1, 1),
                PoolOptions.DEFAULT.withDramSliceConfig(slices(SliceType.DRAM_HEIGHT, HEIGHT))),
        "dram_slice_config: a slice of 2 x 100 pixels is smaller than the window");
  }

  private static void refused(Runnable call, String message) {
    assertThatThrownBy(call::run)
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining(message);
  }
}
