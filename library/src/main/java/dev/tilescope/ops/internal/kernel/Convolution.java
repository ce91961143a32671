package dev.tilescope.ops.internal.kernel;

import dev.tilescope.ops.internal.kernel.Broadcast.Run;
import dev.tilescope.ops.internal.kernel.Matmul.Epilogue;
import dev.tilescope.ops.internal.kernel.Matmul.Product;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Two-dimensional convolution of NHWC images. Blocks of output positions are unrolled, one row of
 * taps for each position, and multiplied with the weights; a pointwise convolution is that product
 * without unrolling, a depthwise one a loop over channels.
 */
final class Convolution {
  private static final int UNROLLED_ELEMENTS = 1 << 20;
  private static final int GRAIN_ELEMENTS = 1 << 14;

  private final Engine engine;
  private final float[] in;
  private final Image image;
  private final Window window;
  private final int groups;
  private final float[] out;
  private final Image result;
  private final @Nullable Precision precision;

  /** Channels of the input and of the output that one group joins. */
  private final int inWidth;

  private final int outWidth;

  private Convolution(
      Engine engine,
      float[] in,
      Image image,
      Window window,
      int groups,
      float[] out,
      Image result,
      @Nullable Precision precision) {
    this.engine = engine;
    this.in = in;
    this.image = image;
    this.window = window;
    this.groups = groups;
    this.out = out;
    this.result = result;
    this.precision = precision;
    this.inWidth = image.channels() / groups;
    this.outWidth = result.channels() / groups;
  }

  /** Weights are [out channels, in channels / groups, height, width]. */
  static void run(
      Engine engine,
      float[] in,
      Image image,
      float[] weight,
      float @Nullable [] bias,
      Window window,
      int groups,
      float[] out,
      Image result,
      @Nullable Precision precision) {
    Convolution conv = new Convolution(engine, in, image, window, groups, out, result, precision);
    int taps = window.height() * window.width();
    float[] ordered = new float[weight.length];
    int[] dims = {result.channels(), conv.inWidth, taps};
    if (conv.inWidth == 1 && conv.outWidth == 1 && precision == null) {
      engine.permute(weight, dims, new int[] {1, 2, 0}, ordered);
      conv.depthwise(ordered);
    } else {
      engine.permute(weight, dims, new int[] {0, 2, 1}, ordered);
      conv.products(ordered, taps * conv.inWidth);
    }
    if (bias != null) {
      conv.add(bias);
    }
  }

  private void products(float[] weight, int depth) {
    int positions = result.positions();
    if (groups == 1 && window.isPointwise()) {
      engine.matmul(product(in, 0, weight, 0, out, 0, positions, depth));
      return;
    }
    int rows = Math.min(positions, Math.max(1, UNROLLED_ELEMENTS / depth));
    float[] unrolled = new float[rows * depth];
    float[] block = groups == 1 ? out : new float[rows * outWidth];
    for (int from = 0; from < positions; from += rows) {
      int count = Math.min(rows, positions - from);
      for (int group = 0; group < groups; group++) {
        unroll(from, count, group * inWidth, depth, unrolled);
        int blockAt = groups == 1 ? from * outWidth : 0;
        int weightAt = group * outWidth * depth;
        engine.matmul(product(unrolled, 0, weight, weightAt, block, blockAt, count, depth));
        if (groups > 1) {
          place(block, from, count, group * outWidth);
        }
      }
    }
  }

  private Product product(
      float[] a, int aAt, float[] b, int bAt, float[] c, int cAt, int rows, int depth) {
    return new Product(
        a, aAt, b, bAt, c, cAt, rows, depth, outWidth, true, Epilogue.NONE, precision);
  }

  /** One row for each output position: its taps in order, each with the group's channels. */
  private void unroll(int from, int count, int channel, int depth, float[] unrolled) {
    engine
        .parallel()
        .forRange(
            count,
            Math.max(1, GRAIN_ELEMENTS / depth),
            (first, end) -> {
              for (int i = first; i < end; i++) {
                unrollOne(from + i, channel, unrolled, i * depth);
              }
            });
  }

  private void unrollOne(int position, int channel, float[] unrolled, int rowAt) {
    int column = position % result.width();
    int row = position / result.width() % result.height();
    int batch = position / result.width() / result.height();
    int at = rowAt;
    for (int kh = 0; kh < window.height(); kh++) {
      int y = row * window.strideHeight() - window.top() + kh * window.dilationHeight();
      for (int kw = 0; kw < window.width(); kw++, at += inWidth) {
        int x = column * window.strideWidth() - window.left() + kw * window.dilationWidth();
        if (y >= 0 && y < image.height() && x >= 0 && x < image.width()) {
          System.arraycopy(in, pixel(batch, y, x) + channel, unrolled, at, inWidth);
        } else {
          Arrays.fill(unrolled, at, at + inWidth, 0f);
        }
      }
    }
  }

  private int pixel(int batch, int y, int x) {
    return ((batch * image.height() + y) * image.width() + x) * image.channels();
  }

  private void place(float[] block, int from, int count, int channel) {
    for (int i = 0; i < count; i++) {
      int at = (from + i) * result.channels() + channel;
      System.arraycopy(block, i * outWidth, out, at, outWidth);
    }
  }

  /** Weights are [taps, channels]; sums are float32, of as many products as there are taps. */
  private void depthwise(float[] weight) {
    int channels = result.channels();
    engine
        .parallel()
        .forRange(
            result.positions(),
            Math.max(1, GRAIN_ELEMENTS / (channels * window.height() * window.width())),
            (from, to) -> {
              for (int position = from; position < to; position++) {
                depthwiseOne(weight, position);
              }
            });
  }

  private void depthwiseOne(float[] weight, int position) {
    int channels = result.channels();
    int column = position % result.width();
    int row = position / result.width() % result.height();
    int batch = position / result.width() / result.height();
    Arrays.fill(out, position * channels, (position + 1) * channels, 0f);
    for (int kh = 0; kh < window.height(); kh++) {
      int y = row * window.strideHeight() - window.top() + kh * window.dilationHeight();
      for (int kw = 0; kw < window.width(); kw++) {
        int x = column * window.strideWidth() - window.left() + kw * window.dilationWidth();
        if (y >= 0 && y < image.height() && x >= 0 && x < image.width()) {
          int weightAt = (kh * window.width() + kw) * channels;
          multiplyAdd(in, pixel(batch, y, x), weight, weightAt, out, position * channels, channels);
        }
      }
    }
  }

  private static void multiplyAdd(
      float[] a, int aAt, float[] b, int bAt, float[] sum, int at, int length) {
    for (int i = 0; i < length; i++) {
      sum[at + i] = Math.fma(a[aAt + i], b[bAt + i], sum[at + i]);
    }
  }

  private void add(float[] bias) {
    int channels = result.channels();
    engine
        .parallel()
        .forRange(
            result.positions(),
            Math.max(1, GRAIN_ELEMENTS / channels),
            (from, to) -> {
              for (int i = from; i < to; i++) {
                int at = i * channels;
                engine
                    .lanes()
                    .binary(BinaryKind.ADD, out, bias, out, new Run(at, 1, 0, 1, at, channels));
              }
            });
  }
}
