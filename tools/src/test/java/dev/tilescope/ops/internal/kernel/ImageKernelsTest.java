package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.Reference.uniform;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalInt;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ImageKernelsTest {
  private static final float NAN = Float.NaN;

  @Provide
  Arbitrary<Window> windows() {
    Arbitrary<Integer> few = Arbitraries.integers().between(1, 3);
    Arbitrary<Integer> pad = Arbitraries.integers().between(0, 2);
    return Combinators.combine(few, few, few, few, pad, pad, few, few)
        .as((h, w, sh, sw, top, left, dh, dw) -> new Window(h, w, sh, sw, top, 1, left, 0, dh, dw));
  }

  @Property(tries = 200, seed = "71")
  void convolutionsMatchDouble(
      @ForAll("windows") Window window,
      @ForAll @IntRange(min = 1, max = 2) int batch,
      @ForAll @IntRange(min = 1, max = 3) int groups,
      @ForAll @IntRange(min = 1, max = 3) int inWidth,
      @ForAll @IntRange(min = 1, max = 4) int outWidth) {
    checkConv(new Image(batch, 9, 8, groups * inWidth), window, groups * outWidth, groups);
  }

  @Test
  void convolutionsLargerThanABlockMatchDouble() {
    checkConv(new Image(1, 40, 41, 96), Window.of(3, 3).padding(1, 1, 1, 1), 8, 1);
    checkConv(new Image(2, 30, 30, 20), Window.of(1, 1), 33, 1);
    checkConv(new Image(1, 30, 30, 20), Window.of(1, 1).stride(2, 2), 33, 1);
    checkConv(new Image(1, 60, 60, 40), Window.of(5, 5).padding(2, 2, 2, 2), 40, 40);
  }

  private static void checkConv(Image image, Window window, int outChannels, int groups) {
    int inWidth = image.channels() / groups;
    int taps = window.height() * window.width();
    float[] in = uniform(1, image.volume(), -1, 1);
    float[] weight = uniform(2, outChannels * inWidth * taps, -1, 1);
    float[] bias = uniform(3, outChannels, -1, 1);
    Image result = ImageKernels.convolved(image, window, outChannels);
    float[] out = new float[result.volume()];
    ImageKernels.conv2d(in, image, weight, bias, window, outChannels, groups, out, null);
    for (int i = 0; i < out.length; i += 1 + out.length / 5000) {
      int o = i % outChannels;
      double expected =
          bias[o] + convolve(in, image, weight, window, i, result, inWidth, outChannels / groups);
      assertThat((double) out[i]).isCloseTo(expected, within(1e-5 * Math.sqrt(inWidth * taps)));
    }
  }

  private static double convolve(
      float[] in,
      Image image,
      float[] weight,
      Window window,
      int at,
      Image result,
      int inWidth,
      int outWidth) {
    int o = at % result.channels();
    int column = at / result.channels() % result.width();
    int row = at / result.channels() / result.width() % result.height();
    int batch = at / result.channels() / result.width() / result.height();
    double sum = 0;
    for (int c = 0; c < inWidth; c++) {
      for (int kh = 0; kh < window.height(); kh++) {
        for (int kw = 0; kw < window.width(); kw++) {
          int y = row * window.strideHeight() - window.top() + kh * window.dilationHeight();
          int x = column * window.strideWidth() - window.left() + kw * window.dilationWidth();
          int channel = o / outWidth * inWidth + c;
          int weightAt = ((o * inWidth + c) * window.height() + kh) * window.width() + kw;
          sum += pixel(in, image, batch, y, x, channel, 0) * (double) weight[weightAt];
        }
      }
    }
    return sum;
  }

  private static float pixel(
      float[] in, Image image, int batch, int y, int x, int channel, float outside) {
    if (y < 0 || y >= image.height() || x < 0 || x >= image.width()) {
      return outside;
    }
    int at = (batch * image.height() + y) * image.width() + x;
    return in[at * image.channels() + channel];
  }

  @Test
  void scalarAndVectorLanesConvolveToTheSameBits() {
    Image image = new Image(1, 20, 20, 30);
    Window window = Window.of(3, 3).padding(1, 1, 1, 1);
    Image result = ImageKernels.convolved(image, window, 25);
    float[] in = uniform(1, image.volume(), -1, 1);
    float[] weight = uniform(2, 25 * 30 * 9, -1, 1);
    float[] bias = uniform(3, 25, -1, 1);
    float[] scalar = new float[result.volume()];
    float[] vector = new float[result.volume()];
    Engine one = new Engine(new ScalarLanes(), new Parallel(1));
    Engine many = new Engine(new VectorLanes(), new Parallel(3));
    Convolution.run(one, in, image, weight, bias, window, 1, scalar, result, null);
    Convolution.run(many, in, image, weight, bias, window, 1, vector, result, null);
    assertThat(vector).isEqualTo(scalar);
  }

  @Test
  void wrongConvolutionsAreRefused() {
    Image image = new Image(1, 4, 4, 6);
    float[] in = new float[96];
    assertThatThrownBy(
            () -> ImageKernels.conv2d(in, image, in, null, Window.of(1, 1), 8, 4, in, null))
        .hasMessage("conv2d: groups must divide 6 input and 8 output channels, got 4");
    assertThatThrownBy(
            () -> ImageKernels.conv2d(in, image, in, null, Window.of(5, 1), 8, 1, in, null))
        .hasMessage("window: height 5 must fit in the image of 4 padded by 0 and 0");
    assertThatThrownBy(
            () -> ImageKernels.conv2d(in, image, in, null, Window.of(1, 1), 8, 1, in, null))
        .hasMessage("conv2d: weight must hold 48 elements, holds 96");
    assertThatThrownBy(() -> Window.of(2, 2).stride(0, 1))
        .hasMessage("window: stride must be > 0, got 0 x 1");
    ImageKernels.conv2d(
        new float[0],
        new Image(0, 4, 4, 6),
        new float[48],
        null,
        Window.of(1, 1),
        8,
        1,
        new float[0],
        null);
  }

  @Property(tries = 200, seed = "72")
  void maximaMatchALoopOverTheWindow(@ForAll("windows") Window any, @ForAll boolean ceil) {
    Window window = any.padding((int) any.reachHeight() / 2, 0, (int) any.reachWidth() / 2, 0);
    Image image = new Image(2, 9, 11, 3);
    float[] in = uniform(1, image.volume(), -1, 1);
    in[100] = NAN;
    Image result = ImageKernels.pooled(image, window, ceil);
    float[] out = new float[result.volume()];
    float[] withIndices = new float[result.volume()];
    int[] indices = new int[result.volume()];
    ImageKernels.maxPool2d(in, image, window, ceil, out, null);
    ImageKernels.maxPool2d(in, image, window, ceil, withIndices, indices);
    assertThat(withIndices).isEqualTo(out);
    for (int i = 0; i < out.length; i++) {
      float expected = Float.NEGATIVE_INFINITY;
      for (int kh = 0; kh < window.height(); kh++) {
        for (int kw = 0; kw < window.width(); kw++) {
          expected = Math.max(expected, tap(in, image, window, result, i, kh, kw, -1f / 0));
        }
      }
      assertThat(out[i]).isEqualTo((Float) expected);
      if (indices[i] >= 0) {
        int plane = i / (result.height() * result.width() * 3) * 99;
        assertThat(in[(plane + indices[i]) * 3 + i % 3]).isEqualTo((Float) expected);
      }
    }
  }

  private static float tap(
      float[] in, Image image, Window window, Image result, int at, int kh, int kw, float outside) {
    int channel = at % image.channels();
    int column = at / image.channels() % result.width();
    int row = at / image.channels() / result.width() % result.height();
    int batch = at / image.channels() / result.width() / result.height();
    int y = row * window.strideHeight() - window.top() + kh * window.dilationHeight();
    int x = column * window.strideWidth() - window.left() + kw * window.dilationWidth();
    return pixel(in, image, batch, y, x, channel, outside);
  }

  @Property(tries = 100, seed = "73")
  void averagesDivideAsAsked(
      @ForAll("windows") Window any, @ForAll boolean countPadding, @ForAll boolean fixed) {
    Window window =
        any.dilation(1, 1).padding(any.height() / 2, any.height() / 2, 0, any.width() / 2);
    Image image = new Image(2, 9, 11, 3);
    float[] in = uniform(1, image.volume(), 5, 6);
    Image result = ImageKernels.pooled(image, window, false);
    float[] out = new float[result.volume()];
    OptionalInt divisor = fixed ? OptionalInt.of(7) : OptionalInt.empty();
    ImageKernels.avgPool2d(in, image, window, false, countPadding, divisor, out);
    for (int i = 0; i < out.length; i++) {
      double sum = 0;
      int inside = 0;
      for (int tap = 0; tap < window.height() * window.width(); tap++) {
        float value =
            tap(in, image, window, result, i, tap / window.width(), tap % window.width(), 0);
        sum += value;
        inside += value == 0 ? 0 : 1;
      }
      int count = countPadding ? window.height() * window.width() : inside;
      assertThat((double) out[i]).isCloseTo(sum / (fixed ? 7 : count), within(1e-6));
    }
  }

  @Test
  void aCeiledAverageCountsPaddingButNotWhatHangsOver() {
    Image image = new Image(1, 1, 4, 1);
    Window window = Window.of(1, 3).stride(1, 2).padding(0, 0, 1, 1);
    assertThat(ImageKernels.pooled(image, window, true).width()).isEqualTo(3);
    float[] out = new float[3];
    ImageKernels.avgPool2d(
        new float[] {6, 6, 6, 6}, image, window, true, true, OptionalInt.empty(), out);
    assertThat(out).containsExactly(4, 6, 3);
  }

  @Test
  void noWindowStartsBeyondTheImageEvenWhenCeiled() {
    Window window = Window.of(1, 2).stride(1, 3);
    assertThat(ImageKernels.pooled(new Image(1, 1, 3, 1), window, true).width()).isEqualTo(1);
    assertThat(ImageKernels.pooled(new Image(1, 1, 4, 1), window, true).width()).isEqualTo(2);
    assertThat(ImageKernels.pooled(new Image(1, 1, 4, 1), window, false).width()).isEqualTo(1);
  }

  @Test
  void poolsRefuseWhatPyTorchRefuses() {
    Image image = new Image(1, 4, 4, 1);
    float[] in = new float[16];
    Window wide = Window.of(2, 2).padding(2, 0, 0, 0);
    assertThatThrownBy(() -> ImageKernels.maxPool2d(in, image, wide, false, in, null))
        .hasMessageContaining("maxPool2d: padding must be at most half of the window");
    assertThatThrownBy(() ->
            ImageKernels.avgPool2d(in, image, Window.of(1, 1), false, true, OptionalInt.of(0), in))
        .hasMessageContaining("divisor must not be 0");
    assertThatThrownBy(
            () -> ImageKernels.adaptiveAvgPool2d(new float[0], new Image(1, 0, 4, 1), 1, 1, in))
        .hasMessageContaining("adaptiveAvgPool2d");
  }

  @Test
  void adaptivePoolsCoverTheImageEvenly() {
    Image image = new Image(1, 1, 5, 1);
    float[] in = {1, 2, 3, 4, 50};
    float[] out = new float[3];
    ImageKernels.adaptiveAvgPool2d(in, image, 1, 3, out);
    assertThat(out).containsExactly(1.5f, 3f, 27f);
    int[] indices = new int[3];
    ImageKernels.adaptiveMaxPool2d(in, image, 1, 3, out, indices);
    assertThat(out).containsExactly(2, 4, 50);
    assertThat(indices).containsExactly(1, 3, 4);
    float[] global = new float[1];
    ImageKernels.adaptiveAvgPool2d(in, image, 1, 1, global);
    assertThat(global).containsExactly(12);
  }

  @Test
  void upsamplingRepeatsOrInterpolates() {
    Image image = new Image(1, 1, 2, 2);
    float[] in = {1, 10, 3, 30};
    float[] out = new float[16];
    ImageKernels.upsampleNearest(in, image, 2, 4, out);
    assertThat(out).containsExactly(1, 10, 1, 10, 3, 30, 3, 30, 1, 10, 1, 10, 3, 30, 3, 30);
    float[] line = new float[8];
    ImageKernels.upsampleBilinear(in, image, 1, 4, line);
    assertThat(line).containsExactly(1, 10, 1.5f, 15, 2.5f, 25, 3, 30);
  }

  @Test
  void bilinearUpsamplingReproducesAPlane() {
    Image image = new Image(1, 5, 6, 1);
    float[] in = new float[30];
    for (int i = 0; i < 30; i++) {
      in[i] = 3 * (i / 6) + i % 6;
    }
    float[] out = new float[15 * 18];
    ImageKernels.upsampleBilinear(in, image, 15, 18, out);
    for (int y = 1; y < 14; y++) {
      for (int x = 1; x < 17; x++) {
        double expected = 3 * ((y + 0.5) / 3 - 0.5) + (x + 0.5) / 3 - 0.5;
        assertThat((double) out[y * 18 + x]).isCloseTo(expected, within(1e-5));
      }
    }
  }

  @Test
  void foldingTurnsBlocksIntoChannels() {
    float[] in = {1, 2, 3, 4, 5, 6, 7, 8};
    float[] out = new float[8];
    ImageKernels.fold(in, new Image(1, 2, 4, 1), 2, 2, out);
    assertThat(out).containsExactly(1, 2, 5, 6, 3, 4, 7, 8);
    assertThatThrownBy(() -> ImageKernels.fold(in, new Image(1, 2, 4, 1), 2, 3, out))
        .hasMessage("fold: strides must divide the image of 2 x 4, got 2 x 3");
  }
}
