package dev.tilescope.ops.internal.mechanism;

/** How much of a block the destination register takes at a time. */
public record Subblock(int height, int width) {
  private static final int[][] CHOICES = {
    {4, 2}, {2, 4}, {8, 1}, {1, 8}, {7, 1}, {1, 7}, {3, 2}, {2, 3}, {6, 1}, {1, 6}, {5, 1}, {1, 5},
    {2, 2}, {4, 1}, {1, 4}, {3, 1}, {1, 3}, {2, 1}, {1, 2}, {1, 1}
  };

  /** The largest that divides the block, of two alike the higher; one row of it if asked. */
  public static Subblock of(int rows, int columns, boolean wholeRows, boolean fp32) {
    for (int[] choice : CHOICES) {
      boolean allowed = !wholeRows || (choice[1] == columns && choice[0] == 1);
      if (allowed && divides(choice[0], choice[1], rows, columns, fp32)) {
        return new Subblock(choice[0], choice[1]);
      }
    }
    return new Subblock(1, 1);
  }

  /** The largest that divides the block, of two alike the wider. */
  public static Subblock widest(int rows, int columns, boolean fp32) {
    Subblock turned = of(/* rows= */ columns, /* columns= */ rows, false, fp32);
    return new Subblock(/* height= */ turned.width, /* width= */ turned.height);
  }

  /** The same for a convolution: rows of the block that are whole, or one row. */
  public static Subblock ofConvolution(int rows, int columns, boolean fp32) {
    for (int[] turned : CHOICES) {
      boolean allowed = turned[0] == columns || turned[1] == 1;
      if (allowed && divides(turned[1], turned[0], rows, columns, fp32)) {
        return new Subblock(turned[1], turned[0]);
      }
    }
    return new Subblock(1, 1);
  }

  private static boolean divides(int height, int width, int rows, int columns, boolean fp32) {
    return (!fp32 || height * width <= 4) && rows % height == 0 && columns % width == 0;
  }
}
