package dev.tilescope.ops.kernel;

import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Pooling of NHWC images. A pool is one span of rows and one of columns for each place of the
 * output, so fixed and adaptive windows are the same loop; channels are the innermost one.
 */
final class Pooling {
  private static final int GRAIN_ELEMENTS = 1 << 13;

  /**
   * Which rows (or columns) each place of the output covers: {@code from[i], from[i] + step, ...}
   * below {@code to[i]}, all in the image; {@code padded[i]} counts those in the padding too.
   */
  record Spans(int[] from, int[] to, int[] padded, int step) {
    int count() {
      return from.length;
    }

    static Spans sliding(
        int count, int size, int before, int after, int taps, int stride, int dilation) {
      int[] from = new int[count];
      int[] to = new int[count];
      int[] padded = new int[count];
      for (int i = 0; i < count; i++) {
        int start = i * stride - before;
        int end = start + (taps - 1) * dilation + 1;
        int skipped = start >= 0 ? 0 : Math.ceilDiv(-start, dilation);
        from[i] = start + skipped * dilation;
        to[i] = Math.min(end, size);
        padded[i] = (int) (Math.min(end, (long) size + after) - start);
      }
      return new Spans(from, to, padded, dilation);
    }

    /**
     * As even as possible: place i covers floor(i * size / count) to ceil((i + 1) * size / count).
     */
    static Spans adaptive(int count, int size) {
      int[] from = new int[count];
      int[] to = new int[count];
      for (int i = 0; i < count; i++) {
        from[i] = (int) ((long) i * size / count);
        to[i] = (int) Math.ceilDiv((i + 1L) * size, (long) count);
      }
      return new Spans(from, to, to, 1);
    }

    static Spans rows(Window window, int size, int count) {
      return sliding(
          count,
          size,
          window.top(),
          window.bottom(),
          window.height(),
          window.strideHeight(),
          window.dilationHeight());
    }

    static Spans columns(Window window, int size, int count) {
      return sliding(
          count,
          size,
          window.left(),
          window.right(),
          window.width(),
          window.strideWidth(),
          window.dilationWidth());
    }
  }

  /** How an average divides. */
  record Divisor(boolean countPadding, int fixed) {
    static final Divisor ELEMENTS = new Divisor(false, 0);

    double of(Spans rows, int y, Spans columns, int x) {
      if (fixed != 0) {
        return fixed;
      }
      return countPadding
          ? (double) rows.padded[y] * columns.padded[x]
          : (double) Math.max(0, rows.to[y] - rows.from[y])
              * Math.max(0, columns.to[x] - columns.from[x]);
    }
  }

  /** Pools one place of the output: its rows and columns of one image, and where it goes. */
  private interface Place {
    void pool(int imageAt, int y, int x, int outAt);
  }

  private Pooling() {}

  private static void forPlaces(
      Parallel parallel, Image image, Spans rows, Spans columns, Supplier<Place> places) {
    int channels = image.channels();
    int plane = rows.count() * columns.count();
    parallel.forRange(
        image.batch() * plane,
        Math.max(1, GRAIN_ELEMENTS / channels),
        (from, to) -> {
          Place place = places.get();
          for (int i = from; i < to; i++) {
            int imageAt = i / plane * image.height() * image.width() * channels;
            int inPlane = i % plane;
            place.pool(imageAt, inPlane / columns.count(), inPlane % columns.count(), i * channels);
          }
        });
  }

  /** Indices, if wanted, count within an image's plane; -1 where a pool covers nothing. */
  static void max(
      Parallel parallel,
      float[] in,
      Image image,
      Spans rows,
      Spans columns,
      float[] out,
      int @Nullable [] indices) {
    int channels = image.channels();
    forPlaces(
        parallel,
        image,
        rows,
        columns,
        () ->
            (imageAt, placeY, placeX, outAt) -> {
              Arrays.fill(out, outAt, outAt + channels, Float.NEGATIVE_INFINITY);
              if (indices != null) {
                Arrays.fill(indices, outAt, outAt + channels, -1);
              }
              for (int y = rows.from[placeY]; y < rows.to[placeY]; y += rows.step) {
                for (int x = columns.from[placeX]; x < columns.to[placeX]; x += columns.step) {
                  int pixel = y * image.width() + x;
                  int at = imageAt + pixel * channels;
                  if (indices == null) {
                    max(in, at, out, outAt, channels);
                  } else {
                    max(in, at, out, indices, pixel, outAt, channels);
                  }
                }
              }
            });
  }

  private static void max(float[] in, int at, float[] out, int outAt, int channels) {
    for (int c = 0; c < channels; c++) {
      out[outAt + c] = Math.max(out[outAt + c], in[at + c]);
    }
  }

  private static void max(
      float[] in, int at, float[] out, int[] indices, int pixel, int outAt, int channels) {
    for (int c = 0; c < channels; c++) {
      float value = in[at + c];
      if (value > out[outAt + c] || indices[outAt + c] < 0 || Float.isNaN(value)) {
        out[outAt + c] = value;
        indices[outAt + c] = pixel;
      }
    }
  }

  static void average(
      Parallel parallel,
      float[] in,
      Image image,
      Spans rows,
      Spans columns,
      Divisor divisor,
      float[] out) {
    int channels = image.channels();
    forPlaces(
        parallel,
        image,
        rows,
        columns,
        () -> {
          double[] sums = new double[channels];
          return (imageAt, placeY, placeX, outAt) -> {
            Arrays.fill(sums, 0);
            for (int y = rows.from[placeY]; y < rows.to[placeY]; y += rows.step) {
              for (int x = columns.from[placeX]; x < columns.to[placeX]; x += columns.step) {
                add(in, imageAt + (y * image.width() + x) * channels, sums);
              }
            }
            double count = divisor.of(rows, placeY, columns, placeX);
            for (int c = 0; c < channels; c++) {
              out[outAt + c] = (float) (sums[c] / count);
            }
          };
        });
  }

  private static void add(float[] in, int at, double[] sums) {
    for (int c = 0; c < sums.length; c++) {
      sums[c] += in[at + c];
    }
  }
}
