package dev.tilescope.replay;

import java.util.ArrayList;
import java.util.List;

/**
 * Files of a folder that could not be read: all are counted, the first of them told. One thread.
 */
public final class TraceDamage {
  private static final int MAX_TOLD = 20;

  private final List<String> told = new ArrayList<>();
  private int count;

  void add(String what) {
    if (count++ < MAX_TOLD) {
      told.add(what);
    }
  }

  public int count() {
    return count;
  }

  /** What is wrong with the first of them, each with its file, line and column. */
  public List<String> told() {
    return List.copyOf(told);
  }
}
