package dev.tilescope.device;

import static dev.tilescope.device.BlockChain.NONE;

import dev.tilescope.model.Ints;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives out addresses of one bank, from 0, as TT-Metal's {@code FreeListOpt} does.
 *
 * <p>The bank is a chain of blocks in address order, free and allocated, without two free
 * neighbours. Free blocks are also listed by size class: class c holds sizes from 2^c KiB up to
 * twice that, the first also all smaller ones and the last all larger ones. Every block of a class
 * above the wanted size's own fits, so that only one class is ever searched.
 *
 * <p>With first fit the result is the lowest address that fits (bottom-up), or the top of the
 * fitting block with the highest start (top-down). With best fit it is the same of the lowest class
 * that has such a block.
 */
final class FreeList {
  private static final int MAX_CLASSES = 18;
  private static final long SMALLEST_CLASS_BYTES = 1024;

  /**
   * One block, for dumps.
   *
   * @param previousId -1 for the first block
   * @param nextId -1 for the last block
   */
  record Block(
      int id, long address, long sizeBytes, int previousId, int nextId, boolean allocated) {}

  private final long totalBytes;
  private final long alignmentBytes;
  private final AllocationPolicy policy;
  private final BlockChain chain = new BlockChain();
  private final SizeClass[] classes;
  private final Map<Long, Integer> allocatedBlocks = new HashMap<>();
  private final int head;
  private long allocatedBytes;

  /**
   * @param totalBytes a multiple of the alignment
   * @param alignmentBytes of every block's address and size
   */
  FreeList(long totalBytes, long alignmentBytes) {
    this(totalBytes, alignmentBytes, AllocationPolicy.FIRST_FIT);
  }

  FreeList(long totalBytes, long alignmentBytes, AllocationPolicy policy) {
    if (totalBytes < 0 || alignmentBytes < 1 || totalBytes % alignmentBytes != 0) {
      throw new IllegalArgumentException(
          "total must be a multiple of the alignment: " + totalBytes + ", " + alignmentBytes);
    }
    this.totalBytes = totalBytes;
    this.alignmentBytes = alignmentBytes;
    this.policy = policy;
    int bits = Long.SIZE - Long.numberOfLeadingZeros(totalBytes / SMALLEST_CLASS_BYTES);
    this.classes = new SizeClass[Math.clamp(bits, 2, MAX_CLASSES)];
    Arrays.setAll(classes, _ -> new SizeClass(chain));
    this.head = totalBytes == 0 ? NONE : chain.add(0, totalBytes, NONE, NONE);
    if (head != NONE) {
      release(head);
    }
  }

  /** An address, or -1 when no free block is large enough. */
  long allocate(long bytes, boolean bottomUp) {
    if (bytes > totalBytes) {
      return NONE;
    }
    long need = aligned(bytes);
    int block = find(need, bottomUp);
    if (block == NONE) {
      return NONE;
    }
    long address = bottomUp ? chain.address(block) : chain.end(block) - need;
    carve(block, address, need);
    return address;
  }

  /** Takes exactly this place; false unless it is aligned and lies inside one free block. */
  boolean allocateAt(long address, long bytes) {
    if (address < 0 || address % alignmentBytes != 0 || bytes > totalBytes - address) {
      return false;
    }
    long need = aligned(bytes);
    int block = freeBlockAt(address);
    if (block == NONE || address + need > chain.end(block)) {
      return false;
    }
    carve(block, address, need);
    return true;
  }

  /** False when nothing was allocated at this address. */
  boolean free(long address) {
    Integer found = allocatedBlocks.remove(address);
    if (found == null) {
      return false;
    }
    int block = found;
    allocatedBytes -= chain.sizeBytes(block);
    int before = chain.previous(block);
    if (chain.isFree(before)) {
      classOf(before).remove(before);
      chain.mergeWithNext(before);
      block = before;
    }
    int after = chain.next(block);
    if (chain.isFree(after)) {
      classOf(after).remove(after);
      chain.mergeWithNext(block);
    }
    release(block);
    return true;
  }

  long totalBytes() {
    return totalBytes;
  }

  long allocatedBytes() {
    return allocatedBytes;
  }

  long freeBytes() {
    return totalBytes - allocatedBytes;
  }

  long largestFreeBytes() {
    for (int c = classes.length - 1; c >= 0; c--) {
      if (!classes[c].isEmpty()) {
        return classes[c].largestBytes();
      }
    }
    return 0;
  }

  /** The lowest allocated address, or -1. */
  long lowestOccupied() {
    return lowestOccupied(0);
  }

  /** The same from an address on. Free neighbours are merged, so it is near. */
  long lowestOccupied(long from) {
    int block = head;
    while (block != NONE && (chain.isFree(block) || chain.address(block) < from)) {
      block = chain.next(block);
    }
    return block == NONE ? NONE : chain.address(block);
  }

  /** Every block, in address order. */
  List<Block> blocks() {
    List<Block> found = new ArrayList<>();
    for (int b = head; b != NONE; b = chain.next(b)) {
      found.add(
          new Block(
              b,
              chain.address(b),
              chain.sizeBytes(b),
              chain.previous(b),
              chain.next(b),
              chain.allocated(b)));
    }
    return found;
  }

  /** The ids of the free blocks of each size class, in address order. */
  List<Ints> freeBlocksByClass() {
    return Arrays.stream(classes).map(SizeClass::blocks).toList();
  }

  /** Ids that no block has at present. */
  Ints recycledIds() {
    return chain.recycled();
  }

  /** What an allocation of so many bytes takes. */
  long aligned(long bytes) {
    return ByteSizes.roundUp(Math.max(bytes, alignmentBytes), alignmentBytes);
  }

  private int classIndex(long bytes) {
    long kib = Math.max(1, bytes / SMALLEST_CLASS_BYTES);
    return Math.min(classes.length - 1, Long.SIZE - 1 - Long.numberOfLeadingZeros(kib));
  }

  private SizeClass classOf(int block) {
    return classes[classIndex(chain.sizeBytes(block))];
  }

  private int find(long need, boolean bottomUp) {
    return switch (policy) {
      case FIRST_FIT -> firstFit(need, bottomUp);
      case BEST_FIT -> bestFit(need, bottomUp);
    };
  }

  private int bestFit(long need, boolean bottomUp) {
    int found = NONE;
    for (int c = classIndex(need); c < classes.length && found == NONE; c++) {
      found = classes[c].firstFit(need, bottomUp, NONE);
    }
    return found;
  }

  /** From the largest class down, so that the one class that must be searched is searched last. */
  private int firstFit(long need, boolean bottomUp) {
    int best = NONE;
    for (int c = classes.length - 1; c >= classIndex(need); c--) {
      best = classes[c].firstFit(need, bottomUp, best);
    }
    return best;
  }

  private int freeBlockAt(long address) {
    for (SizeClass sizes : classes) {
      int block = sizes.floor(address);
      if (block != NONE && address < chain.end(block)) {
        return block;
      }
    }
    return NONE;
  }

  /** Makes an allocated block out of the inside of a free one; what is left over stays free. */
  private void carve(int free, long address, long need) {
    classOf(free).remove(free);
    int block = free;
    long before = address - chain.address(free);
    if (before > 0) {
      block = chain.split(free, before);
      release(free);
    }
    if (chain.sizeBytes(block) > need) {
      release(chain.split(block, need));
    }
    chain.setAllocated(block, true);
    allocatedBlocks.put(address, block);
    allocatedBytes += need;
  }

  private void release(int block) {
    chain.setAllocated(block, false);
    classOf(block).add(block);
  }
}
