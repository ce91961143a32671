package dev.tilescope.model;

/** The order in which shards take cores. Prints as {@code ShardOrientation::ROW_MAJOR}. */
public enum ShardOrientation {
  ROW_MAJOR,
  COL_MAJOR;

  @Override
  public String toString() {
    return "ShardOrientation::" + name();
  }
}
