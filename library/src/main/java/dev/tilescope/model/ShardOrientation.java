package dev.tilescope.model;

/** The order in which shards take cores. Prints as {@code ShardOrientation::ROW_MAJOR}. */
public enum ShardOrientation implements Coded {
  ROW_MAJOR(0),
  COL_MAJOR(1);

  private final int code;

  ShardOrientation(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  @Override
  public String toString() {
    return "ShardOrientation::" + name();
  }
}
