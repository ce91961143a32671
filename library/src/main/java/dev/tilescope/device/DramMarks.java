package dev.tilescope.device;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.TilescopeException;

/**
 * How high up in DRAM a capture came. Without a TRACE region the trace lies in plain DRAM, from the
 * top down, and must not lie where its own programs write.
 */
final class DramMarks {
  private long allocatedBytes;
  private long deletedBytes;

  void allocated(Buffer buffer) {
    if (buffer.type() == BufferType.DRAM) {
      allocatedBytes = Math.max(allocatedBytes, end(buffer));
    }
  }

  void deleted(Buffer buffer) {
    if (buffer.type() == BufferType.DRAM) {
      deletedBytes = Math.max(deletedBytes, end(buffer));
    }
  }

  private static long end(Buffer buffer) {
    return buffer.address() + buffer.maxSizePerBankBytes();
  }

  long highest() {
    return Math.max(allocatedBytes, deletedBytes);
  }

  /**
   * @param otherTraces the highest mark of the traces that are live
   */
  void requireBelow(long traceAddress, long otherTraces) {
    boolean meetsAllocated = traceAddress < allocatedBytes;
    boolean meetsDeleted = traceAddress < deletedBytes;
    if (meetsAllocated && meetsDeleted) {
      throw overlap(
          traceAddress,
          "DRAM activity during trace capture. Allocation high water mark: %d, Deletion high water mark: %d. Reduce allocations during trace capture or set a non-zero trace_region_size."
              .formatted(allocatedBytes, deletedBytes));
    }
    if (meetsDeleted) {
      throw overlap(
          traceAddress,
          "buffers deallocated during trace capture (deletion high water mark: %d). Avoid deallocating DRAM buffers during trace capture or set a non-zero trace_region_size."
              .formatted(deletedBytes));
    }
    if (meetsAllocated) {
      throw overlap(
          traceAddress,
          "buffers allocated during trace capture (allocation high water mark: %d). Reduce allocations during trace capture or set a non-zero trace_region_size."
              .formatted(allocatedBytes));
    }
    if (traceAddress < otherTraces) {
      throw overlap(
          traceAddress,
          "DRAM activity captured by another live trace (maximum live trace high water mark: %d). Release the existing trace before capturing this trace or set a non-zero trace_region_size."
              .formatted(otherTraces));
    }
  }

  private static TilescopeException overlap(long traceAddress, String with) {
    return new TilescopeException(
        "Trace buffer at address %d overlaps with %s".formatted(traceAddress, with));
  }
}
