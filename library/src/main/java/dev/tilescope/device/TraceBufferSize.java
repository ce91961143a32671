package dev.tilescope.device;

import java.util.Arrays;

/**
 * How large the buffer of a trace is: whole pages, of the size that wastes least over all banks,
 * and of larger ones where there are many.
 */
record TraceBufferSize(int pageBytes, long bytes) {
  private static final int[] PAGE_SIZES = {1024, 2048, 4096, 8192};

  static TraceBufferSize of(long commandBytes, int banks) {
    int page = PAGE_SIZES[0];
    long leastWaste = Long.MAX_VALUE;
    for (int size : PAGE_SIZES) {
      long row = (long) banks * size;
      long waste = ByteSizes.roundUp(commandBytes, row) - commandBytes;
      if (waste <= leastWaste || commandBytes / row >= 2) {
        page = size;
        leastWaste = Math.min(waste, leastWaste);
      }
    }
    return new TraceBufferSize(page, ByteSizes.roundUp(commandBytes, page));
  }

  /** The rest of the last page is zero. */
  byte[] padded(byte[] commands) {
    return Arrays.copyOf(commands, Math.toIntExact(bytes));
  }
}
