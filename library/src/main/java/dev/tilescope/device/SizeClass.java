package dev.tilescope.device;

import static dev.tilescope.device.BlockChain.NONE;

import dev.tilescope.model.Ints;
import java.util.Arrays;

/** The free blocks of similar size, in address order. */
final class SizeClass {
  private final BlockChain chain;
  private int[] blocks = new int[4];
  private int count;

  SizeClass(BlockChain chain) {
    this.chain = chain;
  }

  boolean isEmpty() {
    return count == 0;
  }

  Ints blocks() {
    return Ints.copyOf(blocks, count);
  }

  void add(int block) {
    if (count == blocks.length) {
      blocks = Arrays.copyOf(blocks, count * 2);
    }
    int at = position(chain.address(block));
    System.arraycopy(blocks, at, blocks, at + 1, count - at);
    blocks[at] = block;
    count++;
  }

  void remove(int block) {
    int at = position(chain.address(block));
    System.arraycopy(blocks, at + 1, blocks, at, count - at - 1);
    count--;
  }

  /** How many blocks begin below this address. */
  private int position(long address) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (chain.address(blocks[middle]) < address) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The last block that begins at or below this address. */
  int floor(long address) {
    int at = position(address + 1);
    return at == 0 ? NONE : blocks[at - 1];
  }

  /**
   * The better of {@code best} (perhaps none) and this class's first large enough block, counted
   * from the low or the high end. Stops looking where {@code best} lies.
   */
  int firstFit(long need, boolean bottomUp, int best) {
    for (int i = 0; i < count; i++) {
      int block = blocks[bottomUp ? i : count - 1 - i];
      boolean beaten = best != NONE && (chain.address(best) < chain.address(block)) == bottomUp;
      if (beaten) {
        return best;
      }
      if (chain.sizeBytes(block) >= need) {
        return block;
      }
    }
    return best;
  }

  long largestBytes() {
    long largest = 0;
    for (int i = 0; i < count; i++) {
      largest = Math.max(largest, chain.sizeBytes(blocks[i]));
    }
    return largest;
  }
}
