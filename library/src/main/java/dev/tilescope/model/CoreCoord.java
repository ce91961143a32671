package dev.tilescope.model;

/** A logical Tensix core. Prints as {@code (x=0,y=0)}. */
public record CoreCoord(int x, int y) {
  public CoreCoord {
    if (x < 0 || y < 0) {
      throw new TilescopeException("core coordinate must be >= 0, got (x=" + x + ",y=" + y + ")");
    }
  }

  @Override
  public String toString() {
    return "(x=" + x + ",y=" + y + ")";
  }
}
