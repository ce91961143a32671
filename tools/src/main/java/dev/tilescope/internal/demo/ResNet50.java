package dev.tilescope.internal.demo;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.AvgPoolWindow;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.Conv2dConfig;
import dev.tilescope.ops.options.Conv2dOptions;
import dev.tilescope.ops.options.Conv2dSizes;
import dev.tilescope.ops.options.FoldOptions;
import dev.tilescope.ops.options.FromTorchOptions;
import dev.tilescope.ops.options.InPlaceOptions;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.ops.options.MaxPoolWindow;
import dev.tilescope.ops.options.PoolImages;
import dev.tilescope.ops.options.PoolOptions;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TorchTensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * ResNet-50 as TT-NN's demo runs it: activations and weights in bfloat8_b, activations in shards in
 * L1, batch norms folded into the convolutions. The first convolution, 7 by 7 with stride 2, is one
 * of 4 by 4 over an image whose patches of 2 by 2 pixels have been folded into channels.
 *
 * <p>Longer than most: the shape of the network is stated next to the calls.
 */
public final class ResNet50 implements DemoModel {
  private static final int CLASSES = 1000;
  private static final int MOST_VALUES = 1 << 30;
  private static final int COLOURS = 3;
  private static final int FOLD = 2;
  private static final int FOLDED_CHANNELS = FOLD * FOLD * (COLOURS + 1);
  private static final int MARGIN = 3;
  private static final int FIRST_CHANNELS = 64;
  private static final int EXPANSION = 4;
  private static final int[] BLOCKS = {3, 4, 6, 3};

  /** Rows of the result at a time: more would not fit next to the activations of a large batch. */
  private static final int BLOCK_ROWS = 32;

  /** From this stage on there are more channels than rows to share out. */
  private static final int FIRST_STAGE_BY_BLOCK = 2;

  /** Keeps the mean square of what a relu lets through. */
  private static final double TO_RELU = 2;

  /** Small, because what it gives is added to what came in. */
  private static final double TO_SUM = 0.25;

  private static final double TO_SHORTCUT = 0.75;

  private static final ComputeKernelConfig LO_FI =
      ComputeKernelConfig.DEFAULT.withMathFidelity(MathFidelity.LO_FI);

  /**
   * How much goes through the network.
   *
   * @param side of the square images, in pixels
   */
  public record Size(String name, int batch, int side) {
    public static final Size TINY = new Size("tiny", 1, 64);
    public static final Size BASE = new Size("base", 1, 224);
    public static final Size LARGE = new Size("large", 16, 224);

    public Size withBatch(int value) {
      return new Size(name, value, side);
    }

    public Size withSide(int value) {
      return new Size(name, batch, value);
    }
  }

  private record Conv(
      Tensor weight, Tensor bias, int in, int out, int kernel, int stride, int padding) {
    int sideAfter(int side) {
      return (side + 2 * padding - kernel) / stride + 1;
    }
  }

  /**
   * @param shortcut null where the input is added as it is
   */
  private record Bottleneck(
      Conv narrow, Conv middle, Conv wide, @Nullable Conv shortcut, boolean byBlock) {}

  /**
   * @param side of the images it holds
   */
  private record Activation(Tensor tensor, int side) {}

  private final Size size;
  private final MeshDevice device;
  private final Shards shards;
  private final Conv first;
  private final List<Bottleneck> blocks = new ArrayList<>();
  private final Tensor classes;
  private final Tensor classBias;

  public ResNet50(Size size, MeshDevice device) {
    this.size = checked(size);
    this.device = device;
    this.shards = new Shards(device);
    SeededWeights weights = new SeededWeights(device);
    this.first = conv(weights, FOLDED_CHANNELS, FIRST_CHANNELS, 4, 1, TO_RELU);
    int channels = FIRST_CHANNELS;
    for (int stage = 0; stage < BLOCKS.length; stage++) {
      for (int i = 0; i < BLOCKS[stage]; i++) {
        Bottleneck block = block(weights, channels, stage, i == 0);
        blocks.add(block);
        channels = block.wide().out();
      }
    }
    this.classes = weights.matrix(DataType.BFLOAT8_B, channels, CLASSES);
    this.classBias = weights.row(DataType.BFLOAT8_B, CLASSES, -0.1, 0.1);
  }

  private static Size checked(Size size) {
    double values = (double) COLOURS * size.batch() * size.side() * size.side();
    if (size.batch() < 1 || size.side() < 1 || values > MOST_VALUES) {
      throw new TilescopeException(
          "batch and side: at least 1 each, and at most %,d values in all images, got %d images of"
                  .formatted(MOST_VALUES, size.batch())
              + " %d x %d pixels".formatted(size.side(), size.side()));
    }
    return size;
  }

  /** The first block of a stage has a shortcut of its own and, but in the first, halves images. */
  private static Bottleneck block(SeededWeights weights, int in, int stage, boolean isFirst) {
    int narrow = FIRST_CHANNELS << stage;
    int wide = narrow * EXPANSION;
    int stride = isFirst && stage > 0 ? 2 : 1;
    return new Bottleneck(
        conv(weights, in, narrow, 1, 1, TO_RELU),
        conv(weights, narrow, narrow, 3, stride, TO_RELU),
        conv(weights, narrow, wide, 1, 1, TO_SUM),
        isFirst ? conv(weights, in, wide, 1, stride, TO_SHORTCUT) : null,
        stage >= FIRST_STAGE_BY_BLOCK);
  }

  /** Weights as conv2d leaves them on a device: a matrix with a row for each tap and channel. */
  private static Conv conv(
      SeededWeights weights, int in, int out, int kernel, int stride, double gain) {
    int taps = kernel * kernel * in;
    double bound = Math.sqrt(3 * gain / taps);
    return new Conv(
        weights.uniform(Shape.of(1, 1, taps, out), DataType.BFLOAT8_B, Layout.TILE, -bound, bound),
        weights.uniform(Shape.of(1, 1, 1, out), DataType.BFLOAT8_B, Layout.TILE, -0.1, 0.1),
        in,
        out,
        kernel,
        stride,
        kernel == 3 ? 1 : 0);
  }

  @Override
  public String title() {
    return "ResNet-50 %s: batch %d, %d x %d pixels, %d blocks"
        .formatted(size.name(), size.batch(), size.side(), size.side(), blocks.size());
  }

  @Override
  public TorchTensor forward(Steps steps) {
    Activation x = pooled(stem());
    for (int i = 0; i < blocks.size(); i++) {
      steps.step("block", i + 1, blocks.size());
      x = through(blocks.get(i), x);
    }
    Tensor logits = classified(x);
    Tensor host = Ttnn.fromDevice(logits);
    logits.close();
    return Ttnn.toTorch(host);
  }

  private Tensor image() {
    Shape shape = Shape.of(size.batch(), size.side(), size.side(), COLOURS);
    Random random = new Random(1);
    float[] pixels = new float[Math.toIntExact(shape.volume())];
    for (int i = 0; i < pixels.length; i++) {
      pixels[i] = (float) random.nextGaussian();
    }
    return Ttnn.fromTorch(
        TorchTensor.of(pixels, shape),
        FromTorchOptions.DEFAULT
            .withDtype(DataType.BFLOAT16)
            .withDevice(device)
            .withMemoryConfig(MemoryConfig.L1));
  }

  /** A side that is odd gets one more column of padding, so that patches are whole. */
  private Activation stem() {
    Tensor image = image();
    int after = MARGIN + size.side() % FOLD;
    Tensor folded =
        Ttnn.fold(
            image, FOLD, FOLD, FoldOptions.DEFAULT.withPadding(MARGIN, after, MARGIN, after, 0, 1));
    Ttnn.deallocate(image);
    int side = folded.shape().dim(1);
    // A view, so that the convolution frees both.
    Tensor flat = Ttnn.reshape(folded, 1, 1, size.batch() * side * side, FOLDED_CHANNELS);
    return convolve(first, new Activation(flat, side), false, true, true);
  }

  private Activation pooled(Activation x) {
    int side = (x.side() - 1) / 2 + 1;
    Tensor pooled =
        Ttnn.maxPool2d(
            x.tensor(),
            new PoolImages(size.batch(), x.side(), x.side(), FIRST_CHANNELS),
            MaxPoolWindow.of(3, 3).withStride(2, 2).withPadding(1, 1),
            PoolOptions.DEFAULT
                .withDeallocateInput(true)
                .withDtype(DataType.BFLOAT8_B)
                .withOutputLayout(Layout.TILE));
    return new Activation(placed(pooled, place(side, FIRST_CHANNELS, false)), side);
  }

  private MemoryConfig place(int side, int channels, boolean byBlock) {
    int rows = size.batch() * side * side;
    return byBlock ? shards.byBlock(rows, channels) : shards.byHeight(rows, channels);
  }

  private static Tensor placed(Tensor tensor, MemoryConfig memory) {
    Tensor placed = Ttnn.toMemoryConfig(tensor, memory);
    if (placed != tensor) {
      tensor.close();
    }
    return placed;
  }

  private Activation through(Bottleneck block, Activation in) {
    Activation x = arranged(block, in);
    Conv own = block.shortcut();
    Activation narrow = convolve(block.narrow(), x, block.byBlock(), true, false);
    Activation middle = convolve(block.middle(), narrow, block.byBlock(), true, true);
    Activation wide = convolve(block.wide(), middle, block.byBlock(), false, true);
    Activation shortcut = own == null ? x : convolve(own, x, block.byBlock(), false, true);
    Ttnn.addInPlace(
        wide.tensor(), shortcut.tensor(), InPlaceOptions.DEFAULT.withActivations("relu"));
    Ttnn.deallocate(shortcut.tensor());
    return wide;
  }

  /** Between stages the way of sharing out may change. */
  private Activation arranged(Bottleneck block, Activation x) {
    if (block.shortcut() == null || !block.byBlock()) {
      return x;
    }
    return new Activation(placed(x.tensor(), place(x.side(), block.narrow().in(), true)), x.side());
  }

  /**
   * @param last whether nothing else reads the input, which is freed then
   */
  private Activation convolve(
      Conv conv, Activation x, boolean byBlock, boolean relu, boolean last) {
    int side = conv.sideAfter(x.side());
    Conv2dConfig config =
        Conv2dConfig.DEFAULT
            .withWeightsDtype(DataType.BFLOAT8_B)
            .withActBlockHOverride(BLOCK_ROWS)
            .withDeallocateActivation(last);
    Tensor result =
        Ttnn.conv2d(
            x.tensor(),
            conv.weight(),
            Conv2dSizes.of(conv.in(), conv.out())
                .withImages(size.batch(), x.side(), x.side())
                .withKernelSize(conv.kernel(), conv.kernel()),
            Conv2dOptions.DEFAULT
                .withStride(conv.stride(), conv.stride())
                .withPadding(conv.padding(), conv.padding())
                .withDtype(DataType.BFLOAT8_B)
                .withBiasTensor(conv.bias())
                .withConvConfig(relu ? config.withActivation("relu") : config)
                .withComputeConfig(LO_FI)
                .withMemoryConfig(place(side, conv.out(), byBlock)));
    return new Activation(result, side);
  }

  private Tensor classified(Activation x) {
    int batch = size.batch();
    int channels = classes.shape().dim(0);
    Tensor wide = placed(x.tensor(), shards.byWidth(batch * x.side() * x.side(), channels));
    Tensor average =
        Ttnn.avgPool2d(
            wide,
            new PoolImages(batch, x.side(), x.side(), channels),
            AvgPoolWindow.of(x.side(), x.side()),
            PoolOptions.DEFAULT
                .withDeallocateInput(true)
                .withDtype(DataType.BFLOAT8_B)
                .withOutputLayout(Layout.TILE));
    Tensor features = placed(average, shards.byWidth(batch, channels));
    Tensor scores =
        Ttnn.linear(
            features,
            classes,
            classBias,
            MatmulOptions.DEFAULT
                .withMemoryConfig(MemoryConfig.L1)
                .withDtype(DataType.BFLOAT16)
                .withComputeKernelConfig(LO_FI));
    features.close();
    Tensor rows = Ttnn.untilizeWithUnpadding(scores, Shape.of(0, 0, batch - 1, CLASSES - 1));
    scores.close();
    return Ttnn.reshape(rows, batch, CLASSES);
  }
}
