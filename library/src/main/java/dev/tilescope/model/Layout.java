package dev.tilescope.model;

/** How a tensor's elements are arranged in its pages. Prints as {@code Layout::TILE}. */
public enum Layout {
  ROW_MAJOR,
  TILE;

  @Override
  public String toString() {
    return "Layout::" + name();
  }
}
