package dev.tilescope.model;

/** A rectangle of cores, both corners included. Prints as {@code [(x=0,y=0) - (x=7,y=7)]}. */
public record CoreRange(CoreCoord start, CoreCoord end) {
  public CoreRange {
    if (end.x() < start.x() || end.y() < start.y()) {
      throw new TilescopeException("core range ends before it starts: " + start + " - " + end);
    }
  }

  public static CoreRange of(int startX, int startY, int endX, int endY) {
    return new CoreRange(new CoreCoord(startX, startY), new CoreCoord(endX, endY));
  }

  public int width() {
    return end.x() - start.x() + 1;
  }

  public int height() {
    return end.y() - start.y() + 1;
  }

  public int size() {
    return width() * height();
  }

  public boolean intersects(CoreRange other) {
    return start.x() <= other.end.x()
        && other.start.x() <= end.x()
        && start.y() <= other.end.y()
        && other.start.y() <= end.y();
  }

  @Override
  public String toString() {
    return "[" + start + " - " + end + "]";
  }
}
