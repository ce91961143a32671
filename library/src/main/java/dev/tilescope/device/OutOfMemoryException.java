package dev.tilescope.device;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.TilescopeException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A buffer did not fit. The first line is TT-Metal's own; the lines after it say whether the memory
 * is full or fragmented, who holds it, and what to do next.
 */
public final class OutOfMemoryException extends TilescopeException {
  private static final int NAMED_BLOCKS = 5;

  private OutOfMemoryException(String message) {
    super(message);
  }

  /**
   * What was asked for.
   *
   * @param banks over which the buffer is spread
   */
  record Request(BufferType type, int banks, long alignedSizeBytes, long sizePerBankBytes) {}

  static OutOfMemoryException notEnoughSpace(
      Request request, BankStatistics bank, List<LiveBlock> live) {
    return new OutOfMemoryException(
        firstLine(request, bank)
            + "\n"
            + cause(request, bank)
            + holders(live)
            + "\n"
            + remedy(request, bank));
  }

  /**
   * For a buffer that would have fitted.
   *
   * @param fault which of the plan
   */
  static OutOfMemoryException injected(Request request, BankStatistics bank, String fault) {
    return new OutOfMemoryException(
        firstLine(request, bank)
            + "\nInjected: the fault plan of this device fails "
            + fault
            + ".");
  }

  private static String firstLine(Request request, BankStatistics bank) {
    return "Out of Memory: Not enough space to allocate %d B %s buffer across %d banks, where each bank needs to store %d B, but bank size is %d B (allocated: %d B, free: %d B, largest free block: %d B)"
        .formatted(
            request.alignedSizeBytes,
            request.type.name(),
            request.banks,
            request.sizePerBankBytes,
            bank.totalBytes(),
            bank.allocatedBytes(),
            bank.freeBytes(),
            bank.largestFreeBlockBytes());
  }

  static OutOfMemoryException belowLimit(long limit, long address, List<LiveBlock> live) {
    return new OutOfMemoryException(
        "Out of Memory: Cannot allocate at an address below "
            + limit
            + ". Allocation at "
            + address
            + "\nInterleaved buffers also use the storage cores, whose banks end at that address."
            + holders(live)
            + "\nNext: deallocate tensors that are no longer needed, shard this one over compute"
            + " cores, or put it into DRAM.");
  }

  private static boolean fragmented(Request request, BankStatistics bank) {
    return bank.freeBytes() >= request.sizePerBankBytes;
  }

  private static String cause(Request request, BankStatistics bank) {
    String need = ByteSizes.text(request.sizePerBankBytes);
    if (fragmented(request, bank)) {
      return "Fragmented, not full: each bank has %s free, but the largest free block is %s and the buffer needs %s in one piece."
          .formatted(
              ByteSizes.text(bank.freeBytes()), ByteSizes.text(bank.largestFreeBlockBytes()), need);
    }
    if (request.sizePerBankBytes > bank.totalBytes()) {
      return "Too large: the buffer needs %s in each bank, and even an empty bank holds only %s."
          .formatted(need, ByteSizes.text(bank.totalBytes()));
    }
    return "Full: the buffer needs %s in each bank, and only %s are free."
        .formatted(need, ByteSizes.text(bank.freeBytes()));
  }

  private static String holders(List<LiveBlock> live) {
    if (live.isEmpty()) {
      return "";
    }
    return live.stream()
        .sorted(
            Comparator.comparingLong(LiveBlock::sizePerBankBytes)
                .reversed()
                .thenComparingLong(LiveBlock::address))
        .limit(NAMED_BLOCKS)
        .map(block ->
            "\n  %s at %d, made by %s"
                .formatted(
                    ByteSizes.text(block.sizePerBankBytes()), block.address(), block.madeBy()))
        .collect(Collectors.joining("", "\nLargest live buffers, per bank:", ""));
  }

  private static String remedy(Request request, BankStatistics bank) {
    if (fragmented(request, bank)) {
      return "Next: deallocate a buffer between two free blocks, or allocate long-lived buffers"
          + " before short-lived ones.";
    }
    return switch (request.type) {
      case L1 ->
          "Next: deallocate tensors that are no longer needed, spread this one over more cores, or"
              + " put it into DRAM.";
      case DRAM, SYSTEM_MEMORY ->
          "Next: deallocate tensors that are no longer needed, use a smaller data type, or shard"
              + " over more devices.";
      case L1_SMALL -> "Next: open the device with a larger l1_small_size.";
      case TRACE ->
          "Next: release a trace that is no longer needed, or open the device with a larger"
              + " trace_region_size.";
    };
  }
}
