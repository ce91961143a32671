package dev.tilescope.ops;

/** A rectangle of cores from the first one on, rows first as TT-NN names them. */
public record CoreGrid(int y, int x) {
  public CoreGrid {
    Check.that(x > 0 && y > 0, "core_grid: at least one core is needed, got %dx%d", x, y);
  }

  @Override
  public String toString() {
    return "ttnn.CoreGrid(x=" + x + ", y=" + y + ")";
  }
}
