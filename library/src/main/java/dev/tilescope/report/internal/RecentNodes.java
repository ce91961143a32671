package dev.tilescope.report.internal;

import org.jspecify.annotations.Nullable;

/** The nodes read last: so many, and fewer if they are large. */
final class RecentNodes {
  private static final int SLOTS = 1 << 13;
  private static final long MAX_BYTES = 64L << 20;

  private final @Nullable RawNode[] nodes = new @Nullable RawNode[SLOTS];

  /** Bytes of each: to ask a node that is to be forgotten would fetch it into the cache again. */
  private final int[] sizes = new int[SLOTS];

  private long oldest;
  private long next;
  private long bytes;

  /** Nodes come in the order of their indexes, without gaps. */
  void add(RawNode node) {
    if (next - oldest == SLOTS) {
      forgetOldest();
    }
    int slot = (int) (next++ % SLOTS);
    nodes[slot] = node;
    sizes[slot] = node.textBytes();
    bytes += sizes[slot];
    while (bytes > MAX_BYTES && next - oldest > 1) {
      forgetOldest();
    }
  }

  private void forgetOldest() {
    int slot = (int) (oldest++ % SLOTS);
    nodes[slot] = null;
    bytes -= sizes[slot];
  }

  @Nullable RawNode get(long index) {
    return index >= oldest && index < next ? nodes[(int) (index % SLOTS)] : null;
  }
}
