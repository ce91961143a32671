package dev.tilescope.device;

/**
 * How full one memory of a device is. All figures are those of one bank; the others are alike.
 *
 * @param totalBytes what the allocator may give out
 */
public record BankStatistics(
    long totalBytes, long allocatedBytes, long freeBytes, long largestFreeBlockBytes) {

  /** The part of the free bytes that lies outside the largest free block: 0 to below 1. */
  public double fragmentation() {
    return freeBytes == 0 ? 0 : 1 - (double) largestFreeBlockBytes / freeBytes;
  }
}
