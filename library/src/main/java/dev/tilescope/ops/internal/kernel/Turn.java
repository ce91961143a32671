package dev.tilescope.ops.internal.kernel;

/**
 * How an image is turned: by an angle, counter-clockwise, about a point in pixels. Sine and cosine
 * have 16 bits after the point, as on boards, so that quarters of a turn are exact.
 *
 * @param fill what stands for pixels outside of the image
 * @param nearest whether a pixel is that nearest to where it comes from, rather than the four
 *     around it by their distances
 */
public record Turn(double radians, double centreX, double centreY, float fill, boolean nearest) {
  public double cosine() {
    return fixed(Math.cos(radians));
  }

  public double sine() {
    return fixed(Math.sin(radians));
  }

  private static double fixed(double value) {
    return Math.rint(value * 0x1p16) / 0x1p16;
  }

  void run(Parallel parallel, float[] in, Image image, float[] out) {
    double cos = cosine();
    double sin = sine();
    parallel.forEach(
        image.batch() * image.height(),
        line -> {
          double dy = line % image.height() + 0.5 - centreY;
          int plane = line / image.height() * image.height();
          for (int x = 0; x < image.width(); x++) {
            double dx = x + 0.5 - centreX;
            double fromX = cos * dx - sin * dy + centreX - 0.5;
            double fromY = sin * dx + cos * dy + centreY - 0.5;
            int at = (line * image.width() + x) * image.channels();
            if (nearest) {
              copy(in, image, plane, (int) Math.rint(fromY), (int) Math.rint(fromX), out, at);
            } else {
              mix(in, image, plane, fromY, fromX, out, at);
            }
          }
        });
  }

  /** Where a pixel of a plane lies, or -1 outside of it. */
  private static int place(Image image, int plane, int y, int x) {
    boolean inside = y >= 0 && y < image.height() && x >= 0 && x < image.width();
    return inside ? ((plane + y) * image.width() + x) * image.channels() : -1;
  }

  private void copy(float[] in, Image image, int plane, int y, int x, float[] out, int outAt) {
    int at = place(image, plane, y, x);
    for (int c = 0; c < image.channels(); c++) {
      out[outAt + c] = at < 0 ? fill : in[at + c];
    }
  }

  private void mix(float[] in, Image image, int plane, double y, double x, float[] out, int outAt) {
    int top = (int) Math.floor(y);
    int left = (int) Math.floor(x);
    double[] sums = new double[image.channels()];
    for (int corner = 0; corner < 4; corner++) {
      int row = top + corner / 2;
      int column = left + corner % 2;
      double weight = (1 - Math.abs(y - row)) * (1 - Math.abs(x - column));
      int at = place(image, plane, row, column);
      for (int c = 0; c < sums.length; c++) {
        sums[c] += weight * (at < 0 ? fill : in[at + c]);
      }
    }
    for (int c = 0; c < sums.length; c++) {
      out[outAt + c] = (float) sums[c];
    }
  }
}
