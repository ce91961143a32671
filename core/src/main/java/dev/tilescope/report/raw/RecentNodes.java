package dev.tilescope.report.raw;

import org.jspecify.annotations.Nullable;

/** The nodes read last: so many, and fewer if they are large. */
final class RecentNodes {
  private static final int SLOTS = 1 << 13;
  private static final long MAX_BYTES = 64L << 20;

  private final @Nullable RawNode[] nodes = new @Nullable RawNode[SLOTS];
  private long oldest;
  private long next;
  private long bytes;

  /** Nodes come in the order of their indexes, without gaps. */
  void add(RawNode node) {
    if (next - oldest == SLOTS) {
      forgetOldest();
    }
    nodes[(int) (next++ % SLOTS)] = node;
    bytes += node.textBytes();
    while (bytes > MAX_BYTES && next - oldest > 1) {
      forgetOldest();
    }
  }

  private void forgetOldest() {
    int slot = (int) (oldest++ % SLOTS);
    RawNode node = nodes[slot];
    if (node != null) {
      bytes -= node.textBytes();
      nodes[slot] = null;
    }
  }

  @Nullable RawNode get(long index) {
    return index >= oldest && index < next ? nodes[(int) (index % SLOTS)] : null;
  }
}
