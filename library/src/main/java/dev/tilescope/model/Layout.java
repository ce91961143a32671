package dev.tilescope.model;

/** How a tensor's elements are arranged in its pages. Prints as {@code Layout::TILE}. */
public enum Layout implements Coded {
  ROW_MAJOR(0),
  TILE(1);

  private final int code;

  Layout(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  @Override
  public String toString() {
    return "Layout::" + name();
  }
}
