package dev.tilescope.device;

import dev.tilescope.model.Ints;
import java.util.Arrays;

/**
 * The blocks of one bank, linked in address order. A block is a slot in parallel arrays; slots of
 * merged blocks are used again.
 */
final class BlockChain {
  static final int NONE = -1;

  private long[] addresses = new long[64];
  private long[] sizes = new long[64];
  private int[] previous = new int[64];
  private int[] next = new int[64];
  private boolean[] allocated = new boolean[64];
  private int slots;
  private int[] recycled = new int[16];
  private int recycledCount;

  long address(int block) {
    return addresses[block];
  }

  long sizeBytes(int block) {
    return sizes[block];
  }

  /** The first address behind a block. */
  long end(int block) {
    return addresses[block] + sizes[block];
  }

  int previous(int block) {
    return previous[block];
  }

  int next(int block) {
    return next[block];
  }

  boolean allocated(int block) {
    return allocated[block];
  }

  boolean isFree(int block) {
    return block != NONE && !allocated[block];
  }

  void setAllocated(int block, boolean now) {
    allocated[block] = now;
  }

  int add(long address, long bytes, int before, int after) {
    int block = recycledCount > 0 ? recycled[--recycledCount] : newSlot();
    addresses[block] = address;
    sizes[block] = bytes;
    previous[block] = before;
    next[block] = after;
    allocated[block] = false;
    return block;
  }

  /** Cuts a block after so many bytes; returns the new upper part, which is free. */
  int split(int block, long bytes) {
    int after = next[block];
    int upper = add(addresses[block] + bytes, sizes[block] - bytes, block, after);
    if (after != NONE) {
      previous[after] = upper;
    }
    next[block] = upper;
    sizes[block] = bytes;
    return upper;
  }

  /** Takes the next block into this one. */
  void mergeWithNext(int block) {
    int gone = next[block];
    int after = next[gone];
    sizes[block] += sizes[gone];
    next[block] = after;
    if (after != NONE) {
      previous[after] = block;
    }
    recycle(gone);
  }

  /** Slots that no block has at present. */
  Ints recycled() {
    return Ints.copyOf(recycled, recycledCount);
  }

  private void recycle(int block) {
    if (recycledCount == recycled.length) {
      recycled = Arrays.copyOf(recycled, recycledCount * 2);
    }
    recycled[recycledCount++] = block;
  }

  private int newSlot() {
    if (slots == addresses.length) {
      int capacity = slots * 2;
      addresses = Arrays.copyOf(addresses, capacity);
      sizes = Arrays.copyOf(sizes, capacity);
      previous = Arrays.copyOf(previous, capacity);
      next = Arrays.copyOf(next, capacity);
      allocated = Arrays.copyOf(allocated, capacity);
    }
    return slots++;
  }
}
