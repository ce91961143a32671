package dev.tilescope.device;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.TilescopeException;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Gives out one memory of a device. All its banks move in lockstep: an allocation takes the same
 * address in each of them, also in banks that hold no page of the buffer, so that one free list
 * serves all. Addresses are absolute.
 */
final class BankManager {
  /** Besides powers of two, the counts for which kernels can compute a page's bank. */
  private static final Set<Integer> BANK_COUNTS =
      Set.of(7, 12, 20, 48, 56, 63, 70, 72, 80, 94, 108, 110, 117, 120, 124, 126, 130, 140);

  private final MemoryMap map;
  private final BufferType type;
  private final long base;
  private final int banks;
  private final int computeBanks;
  private final long interleavedLimit;
  private final FreeList freeList;
  private final Supplier<List<LiveBlock>> liveBlocks;
  private long setAsideBytes;

  /**
   * @param liveBlocks the buffers alive in this memory, asked for only to explain a failure
   */
  BankManager(MemoryMap map, BufferType type, Supplier<List<LiveBlock>> liveBlocks) {
    MemoryMap.Region region = map.region(type);
    this.map = map;
    this.type = type;
    this.base = region.baseBytes();
    this.banks = requireCountable(region.banks(), type);
    this.computeBanks = type.isL1() ? map.board().compute().size() : banks;
    this.interleavedLimit = type == BufferType.L1 ? map.interleavedL1Limit() : base;
    this.freeList =
        new FreeList(
            region.bankBytes(), map.board().architecture().dramAlignmentBytes(), map.allocation());
    this.liveBlocks = liveBlocks;
  }

  static int requireCountable(int banks, BufferType type) {
    boolean countable = Integer.bitCount(banks) == 1 || BANK_COUNTS.contains(banks);
    if (type != BufferType.L1_SMALL && !countable) {
      throw new TilescopeException(
          "Invalid number of memory banks "
              + banks
              + " for "
              + type.name()
              + ". Num banks must be power of 2 or have a dedicated modulo implementation");
    }
    return banks;
  }

  int banks() {
    return banks;
  }

  /** A page with the padding that starts the next one at an aligned address. */
  long alignedPageBytes(long pageBytes) {
    return map.alignedPageBytes(type, pageBytes);
  }

  /**
   * What the fullest bank must store.
   *
   * @param pages on the device: with padding if sharded
   * @param shardCores 0 for an interleaved buffer
   */
  long sizePerBankBytes(long pages, long pageBytes, int shardCores) {
    int over = shardCores > 0 ? shardCores : banks;
    return over == 0 ? 0 : bufferBytes(Math.ceilDiv(pages, over), pageBytes);
  }

  /** What an allocation of so much in each bank takes of all banks together. */
  long chipBytes(long sizePerBankBytes) {
    return freeList.aligned(sizePerBankBytes) * banks;
  }

  /** All pages, each aligned. */
  long alignedSizeBytes(long pages, long pageBytes) {
    return bufferBytes(pages, pageBytes);
  }

  private long bufferBytes(long pages, long pageBytes) {
    if (pages < 0 || pageBytes < 0) {
      throw new TilescopeException(
          "buffer: pages and page size must be >= 0, got "
              + pages
              + " pages of "
              + pageBytes
              + " B");
    }
    try {
      return Math.multiplyExact(pages, alignedPageBytes(pageBytes));
    } catch (ArithmeticException e) {
      throw new TilescopeException(
          "buffer: " + pages + " pages of " + pageBytes + " B exceed 2^63-1 B", e);
    }
  }

  /**
   * Takes space in every bank and returns its address.
   *
   * @param alignedSizeBytes over all banks, for the error message
   * @param shardCores 0 for an interleaved buffer
   */
  long allocate(long sizePerBankBytes, long alignedSizeBytes, int shardCores, boolean bottomUp) {
    requireShards(shardCores);
    long address = freeList.allocate(sizePerBankBytes, bottomUp);
    if (address < 0) {
      throw OutOfMemoryException.notEnoughSpace(
          request(sizePerBankBytes, alignedSizeBytes, shardCores), statistics(), liveBlocks.get());
    }
    if (shardCores == 0 && base + address < interleavedLimit) {
      freeList.free(address);
      throw OutOfMemoryException.belowLimit(interleavedLimit, base + address, liveBlocks.get());
    }
    return base + address;
  }

  private OutOfMemoryException.Request request(
      long sizePerBankBytes, long alignedSizeBytes, int shardCores) {
    return new OutOfMemoryException.Request(
        type, shardCores > 0 ? shardCores : banks, alignedSizeBytes, sizePerBankBytes);
  }

  /** What {@link #allocate} would throw if the memory were full, by order of a fault plan. */
  OutOfMemoryException refused(
      long sizePerBankBytes, long alignedSizeBytes, int shardCores, String fault) {
    return OutOfMemoryException.injected(
        request(sizePerBankBytes, alignedSizeBytes, shardCores), statistics(), fault);
  }

  private void requireShards(int shardCores) {
    if (type == BufferType.L1_SMALL && shardCores == 0) {
      throw new TilescopeException(
          "L1_SMALL only supports sharded allocations, see validate_num_banks");
    }
    if (shardCores > computeBanks) {
      throw new TilescopeException(
          "Expected number of shards %d to be less than or equal to total number of %s banks %d%s"
              .formatted(
                  shardCores,
                  type.isL1() ? "L1" : "DRAM",
                  computeBanks,
                  type.isL1() ? " in compute cores" : ""));
    }
  }

  /** Takes exactly this place; false when it is not free. */
  boolean allocateAt(long address, long sizePerBankBytes) {
    return freeList.allocateAt(address - base, sizePerBankBytes);
  }

  /** False when no buffer begins at this address. */
  boolean free(long address) {
    return freeList.free(address - base);
  }

  /**
   * Takes the lowest bytes of every bank out of use, and gives back what was taken so before.
   * TT-Metal shrinks the allocator from the bottom for a sub-device manager's own L1 ({@code
   * FreeListOpt::shrink_size}).
   *
   * @param bytes 0 for none
   */
  void setAside(long bytes) {
    long wanted = bytes == 0 ? 0 : freeList.aligned(bytes);
    long lowest = freeList.lowestOccupied(setAsideBytes);
    if (wanted > freeList.totalBytes()) {
      throw new TilescopeException(
          "Shrink size %d must be smaller than max size %d"
              .formatted(wanted, freeList.totalBytes()));
    }
    if (lowest >= 0 && lowest < wanted) {
      throw new TilescopeException(
          "Shrink size %d cuts into allocated block at address %d; free it first"
              .formatted(wanted, base + lowest));
    }
    if (setAsideBytes > 0) {
      freeList.free(0);
    }
    if (wanted > 0) {
      freeList.allocateAt(0, wanted);
    }
    setAsideBytes = wanted;
  }

  /** The lowest address in use, or -1. */
  long lowestOccupied() {
    long lowest = freeList.lowestOccupied(setAsideBytes);
    return lowest < 0 ? -1 : base + lowest;
  }

  BankStatistics statistics() {
    return new BankStatistics(
        freeList.totalBytes() - setAsideBytes,
        freeList.allocatedBytes() - setAsideBytes,
        freeList.freeBytes(),
        freeList.largestFreeBytes());
  }
}
