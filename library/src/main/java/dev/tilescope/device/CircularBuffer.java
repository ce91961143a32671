package dev.tilescope.device;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.TilescopeException;

/**
 * A circular buffer as a program asks for it: the same bytes on each of its cores.
 *
 * @param globallyAllocated true if it lies over a tensor's L1 buffer and takes no space of its own
 * @param globalAddress the address of that buffer; 0 otherwise
 * @param dataflow true for one that a Metal 2.0 program declares: traces call it a dataflow buffer
 */
public record CircularBuffer(
    CoreRangeSet cores,
    long sizeBytes,
    long pageBytes,
    boolean globallyAllocated,
    long globalAddress,
    boolean dataflow) {
  /** The device counts sizes in 32 bits. */
  private static final long MAX_BYTES = 0xFFFF_FFFFL;

  public CircularBuffer {
    if (sizeBytes < 0 || sizeBytes > MAX_BYTES || pageBytes < 1) {
      throw new TilescopeException(
          "circular buffer: size must be 0..2^32-1 B and page size >= 1 B, got %d B in pages of %d B"
              .formatted(sizeBytes, pageBytes));
    }
    if (sizeBytes % pageBytes != 0) {
      throw new TilescopeException(
          "Total circular buffer size %d B must be divisible by page size %d B"
              .formatted(sizeBytes, pageBytes));
    }
  }

  /** One with space of its own. */
  public static CircularBuffer local(CoreRangeSet cores, long sizeBytes, long pageBytes) {
    return new CircularBuffer(cores, sizeBytes, pageBytes, false, 0, false);
  }

  /** One over an L1 buffer. */
  public static CircularBuffer global(
      CoreRangeSet cores, long sizeBytes, long pageBytes, long address) {
    return new CircularBuffer(cores, sizeBytes, pageBytes, true, address, false);
  }

  /** The same as a Metal 2.0 program declares it. */
  public CircularBuffer asDataflow() {
    return new CircularBuffer(cores, sizeBytes, pageBytes, globallyAllocated, globalAddress, true);
  }
}
