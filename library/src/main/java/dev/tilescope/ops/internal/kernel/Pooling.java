package dev.tilescope.ops.internal.kernel;

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
  }

  /** The rows and the columns that each place of the output covers. */
  record Grid(Spans rows, Spans columns) {
    static Grid sliding(Window window, Image image, Image result) {
      return new Grid(
          Spans.sliding(
              result.height(),
              image.height(),
              window.top(),
              window.bottom(),
              window.height(),
              window.strideHeight(),
              window.dilationHeight()),
          Spans.sliding(
              result.width(),
              image.width(),
              window.left(),
              window.right(),
              window.width(),
              window.strideWidth(),
              window.dilationWidth()));
    }

    static Grid adaptive(Image image, Image result) {
      return new Grid(
          Spans.adaptive(result.height(), image.height()),
          Spans.adaptive(result.width(), image.width()));
    }
  }

  /** How an average divides. */
  record Divisor(boolean countPadding, int fixed) {
    static final Divisor ELEMENTS = new Divisor(false, 0);

    double of(Grid grid, int y, int x) {
      if (fixed != 0) {
        return fixed;
      }
      Spans rows = grid.rows;
      Spans columns = grid.columns;
      return countPadding
          ? (double) rows.padded[y] * columns.padded[x]
          : (double) Math.max(0, rows.to[y] - rows.from[y])
              * Math.max(0, columns.to[x] - columns.from[x]);
    }
  }

  /** Pools one place of the output after the other: begins it, adds its pixels, ends it. */
  private interface Pool {
    void begin(int outAt);

    /** Adds a pixel of the image's plane, whose channels are at {@code at}. */
    void add(int at, int pixel, int outAt);

    default void end(int y, int x, int outAt) {}
  }

  private Pooling() {}

  private static void run(Parallel parallel, Image image, Grid grid, Supplier<Pool> pools) {
    int channels = image.channels();
    int width = grid.columns.count();
    int plane = grid.rows.count() * width;
    parallel.forRange(
        image.batch() * plane,
        Math.max(1, GRAIN_ELEMENTS / channels),
        (from, to) -> {
          Pool pool = pools.get();
          for (int i = from; i < to; i++) {
            int imageAt = i / plane * image.height() * image.width() * channels;
            int inPlane = i % plane;
            place(pool, image, imageAt, grid, inPlane / width, inPlane % width, i * channels);
          }
        });
  }

  private static void place(
      Pool pool, Image image, int imageAt, Grid grid, int placeY, int placeX, int outAt) {
    Spans rows = grid.rows;
    Spans columns = grid.columns;
    pool.begin(outAt);
    for (int y = rows.from[placeY]; y < rows.to[placeY]; y += rows.step) {
      for (int x = columns.from[placeX]; x < columns.to[placeX]; x += columns.step) {
        int pixel = y * image.width() + x;
        pool.add(imageAt + pixel * image.channels(), pixel, outAt);
      }
    }
    pool.end(placeY, placeX, outAt);
  }

  /** Indices, if wanted, count within an image's plane; -1 where a pool covers nothing. */
  static void max(
      Parallel parallel,
      float[] in,
      Image image,
      Grid grid,
      float[] out,
      int @Nullable [] indices) {
    run(parallel, image, grid, () -> new Max(in, image.channels(), out, indices));
  }

  private record Max(float[] in, int channels, float[] out, int @Nullable [] indices)
      implements Pool {
    @Override
    public void begin(int outAt) {
      Arrays.fill(out, outAt, outAt + channels, Float.NEGATIVE_INFINITY);
      if (indices != null) {
        Arrays.fill(indices, outAt, outAt + channels, -1);
      }
    }

    @Override
    public void add(int at, int pixel, int outAt) {
      if (indices == null) {
        max(in, at, out, outAt, channels);
      } else {
        max(in, at, out, indices, pixel, outAt, channels);
      }
    }
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
      Parallel parallel, float[] in, Image image, Grid grid, Divisor divisor, float[] out) {
    run(
        parallel,
        image,
        grid,
        () -> new Average(in, new double[image.channels()], grid, divisor, out));
  }

  private record Average(float[] in, double[] sums, Grid grid, Divisor divisor, float[] out)
      implements Pool {
    @Override
    public void begin(int outAt) {
      Arrays.fill(sums, 0);
    }

    @Override
    public void add(int at, int pixel, int outAt) {
      for (int c = 0; c < sums.length; c++) {
        sums[c] += in[at + c];
      }
    }

    @Override
    public void end(int y, int x, int outAt) {
      double count = divisor.of(grid, y, x);
      for (int c = 0; c < sums.length; c++) {
        out[outAt + c] = (float) (sums[c] / count);
      }
    }
  }
}
