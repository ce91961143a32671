package dev.tilescope.ops.internal.kernel;

/** Enlarging NHWC images, by whole pixels or between four of them. */
final class Resampling {
  private Resampling() {}

  static void nearest(Parallel parallel, float[] in, Image image, float[] out, Image result) {
    int channels = image.channels();
    parallel.forEach(
        result.batch() * result.height(),
        line -> {
          int row = source(line % result.height(), image.height(), result.height());
          int from = (line / result.height() * image.height() + row) * image.width();
          for (int x = 0; x < result.width(); x++) {
            int column = source(x, image.width(), result.width());
            int at = (line * result.width() + x) * channels;
            System.arraycopy(in, (from + column) * channels, out, at, channels);
          }
        });
  }

  private static int source(int place, int size, int newSize) {
    return (int) ((long) place * size / newSize);
  }

  /** Pixel centres keep their place, as PyTorch does without align_corners. */
  static void bilinear(Parallel parallel, float[] in, Image image, float[] out, Image result) {
    parallel.forEach(
        result.batch() * result.height(),
        line -> {
          Between rows = Between.of(line % result.height(), image.height(), result.height());
          int plane = line / result.height() * image.height();
          for (int x = 0; x < result.width(); x++) {
            Between columns = Between.of(x, image.width(), result.width());
            int at = (line * result.width() + x) * image.channels();
            mix(in, image, plane, rows, columns, out, at);
          }
        });
  }

  /** Two neighbours and the weight of the second. */
  private record Between(int first, int second, double weight) {
    static Between of(int place, int size, int newSize) {
      double at = Math.max(0, (place + 0.5) * size / newSize - 0.5);
      int first = Math.min((int) at, size - 1);
      return new Between(first, Math.min(first + 1, size - 1), at - first);
    }
  }

  private static void mix(
      float[] in, Image image, int plane, Between rows, Between columns, float[] out, int outAt) {
    int channels = image.channels();
    int top = (plane + rows.first) * image.width();
    int bottom = (plane + rows.second) * image.width();
    int topLeft = (top + columns.first) * channels;
    int topRight = (top + columns.second) * channels;
    int bottomLeft = (bottom + columns.first) * channels;
    int bottomRight = (bottom + columns.second) * channels;
    double across = columns.weight;
    double down = rows.weight;
    for (int c = 0; c < channels; c++) {
      double above = in[topLeft + c] * (1 - across) + in[topRight + c] * across;
      double below = in[bottomLeft + c] * (1 - across) + in[bottomRight + c] * across;
      out[outAt + c] = (float) (above * (1 - down) + below * down);
    }
  }
}
