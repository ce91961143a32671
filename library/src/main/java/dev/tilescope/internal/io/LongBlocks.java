package dev.tilescope.internal.io;

import java.util.ArrayList;
import java.util.List;

/** A list of any number of longs, in blocks, so that growing never copies. */
public final class LongBlocks {
  private static final int BLOCK = 1 << 14;

  private final List<long[]> blocks = new ArrayList<>();
  private long size;

  public void add(long value) {
    int at = (int) (size % BLOCK);
    if (at == 0) {
      blocks.add(new long[BLOCK]);
    }
    blocks.getLast()[at] = value;
    size++;
  }

  public long get(long index) {
    return blocks.get((int) (index / BLOCK))[(int) (index % BLOCK)];
  }

  public long size() {
    return size;
  }
}
