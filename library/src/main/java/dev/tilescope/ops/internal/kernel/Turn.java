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
              Bilinear.mix(in, image, plane, new Bilinear.Point(fromY, fromX), fill, out, at);
            }
          }
        });
  }

  private void copy(float[] in, Image image, int plane, int y, int x, float[] out, int outAt) {
    int at = Bilinear.place(image, plane, y, x);
    for (int c = 0; c < image.channels(); c++) {
      out[outAt + c] = at < 0 ? fill : in[at + c];
    }
  }
}
