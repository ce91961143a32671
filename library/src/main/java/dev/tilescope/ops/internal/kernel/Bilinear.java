package dev.tilescope.ops.internal.kernel;

/** Pixels of an image by the four around a place, by their distances. */
final class Bilinear {
  private Bilinear() {}

  /** Where a pixel of a plane lies, or -1 outside of it. */
  static int place(Image image, int plane, int y, int x) {
    boolean inside = y >= 0 && y < image.height() && x >= 0 && x < image.width();
    return inside ? ((plane + y) * image.width() + x) * image.channels() : -1;
  }

  /**
   * The pixel at a place.
   *
   * @param plane the first line of the image in its batch
   * @param outside what stands for pixels outside of the image
   */
  static void mix(
      float[] in, Image image, int plane, Point from, float outside, float[] out, int outAt) {
    int top = (int) Math.floor(from.y());
    int left = (int) Math.floor(from.x());
    double[] sums = new double[image.channels()];
    for (int corner = 0; corner < 4; corner++) {
      int row = top + corner / 2;
      int column = left + corner % 2;
      double weight = (1 - Math.abs(from.y() - row)) * (1 - Math.abs(from.x() - column));
      int at = place(image, plane, row, column);
      for (int c = 0; c < sums.length; c++) {
        sums[c] += weight * (at < 0 ? outside : in[at + c]);
      }
    }
    for (int c = 0; c < sums.length; c++) {
      out[outAt + c] = (float) sums[c];
    }
  }

  /** In pixels, which begin at their middles. */
  record Point(double y, double x) {}
}
