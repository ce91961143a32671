package dev.tilescope.device;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.TilescopeException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Where each memory of a chip begins and ends, from its board and the options it was opened with.
 *
 * <pre>
 * one L1 bank    0 | firmware, kernel-config ring | L1 ............ | L1_SMALL | worker L1 size
 * one DRAM bank  0 | reserved                     | DRAM .......... | TRACE    | view size
 * </pre>
 *
 * <p>All banks of a memory are alike, and an allocation takes the same address in each of them.
 */
final class MemoryMap {
  /** A trace region takes whole pages of this size in each bank. */
  private static final long TRACE_PAGE_BYTES = 8192;

  /** Grayskull's storage cores have two banks each; no other board has storage cores. */
  static final long STORAGE_BANK_BYTES = 524_288;

  private static final long STORAGE_RESERVED_BYTES = 16;

  /**
   * The part of every bank that belongs to one memory.
   *
   * @param baseBytes its first address
   * @param bankBytes its size in one bank
   */
  record Region(long baseBytes, long bankBytes, int banks) {}

  private final Board board;
  private final AllocationPolicy allocation;
  private final List<CoreCoord> storageCores;
  private final long l1UnreservedBase;
  private final long l1SmallBytes;
  private final long traceBytesPerBank;

  private MemoryMap(Board board, DeviceOptions options) {
    this.board = board;
    this.allocation = options.allocation();
    this.storageCores = storageCores(board, options.commandQueues());
    this.l1UnreservedBase = l1UnreservedBase(board, options.workerL1Bytes());
    this.l1SmallBytes = l1SmallBytes(board, options.l1SmallBytes(), l1UnreservedBase);
    this.traceBytesPerBank = traceBytesPerBank(board, options.traceRegionBytes());
  }

  static MemoryMap of(Board board, DeviceOptions options) {
    return new MemoryMap(board, options);
  }

  /** The last row without its dispatch cores: two for each command queue, at x = 0 and x = 6. */
  private static List<CoreCoord> storageCores(Board board, int commandQueues) {
    if (board.storageCores() == 0) {
      return List.of();
    }
    return IntStream.range(0, board.logical().width())
        .filter(x -> x % 6 >= commandQueues)
        .mapToObj(x -> new CoreCoord(x, board.logical().height() - 1))
        .toList();
  }

  private static long l1UnreservedBase(Board board, long workerL1Bytes) {
    Architecture architecture = board.architecture();
    long mapEnd = architecture.l1MapEndBytes();
    if (workerL1Bytes == 0) {
      return ByteSizes.roundUp(
          mapEnd + Architecture.KERNEL_CONFIG_RING_BYTES, architecture.dramAlignmentBytes());
    }
    if (workerL1Bytes > board.workerL1Bytes() - mapEnd) {
      throw workerL1TooLarge(board, workerL1Bytes);
    }
    if (workerL1Bytes < architecture.dramAlignmentBytes()) {
      throw new TilescopeException(
          "worker_l1_size must be 0 (automatic) or at least the alignment of %d B, got %d B"
              .formatted(architecture.dramAlignmentBytes(), workerL1Bytes));
    }
    return ByteSizes.roundUp(
        board.workerL1Bytes() - workerL1Bytes, architecture.dramAlignmentBytes());
  }

  private static TilescopeException workerL1TooLarge(Board board, long workerL1Bytes) {
    long mapEnd = board.architecture().l1MapEndBytes();
    return new TilescopeException(
        """
        Worker L1 size %d is larger than max size %d
        %s has %s of L1 in each core, and firmware keeps the first %s.
        Ask for at most the max size, or leave worker_l1_size at 0.\
        """
            .formatted(
                workerL1Bytes,
                board.workerL1Bytes() - mapEnd,
                board.name(),
                ByteSizes.text(board.workerL1Bytes()),
                ByteSizes.text(mapEnd)));
  }

  private static long l1SmallBytes(Board board, long askedBytes, long l1UnreservedBase) {
    long limitBytes = board.workerL1Bytes() - l1UnreservedBase;
    long bytes =
        ByteSizes.roundUp(
            Math.min(askedBytes, limitBytes), board.architecture().dramAlignmentBytes());
    if (bytes >= limitBytes) {
      throw reservedTooLarge("l1_small_size", askedBytes, "each L1 bank", limitBytes);
    }
    return bytes;
  }

  private static long traceBytesPerBank(Board board, long askedBytes) {
    Architecture architecture = board.architecture();
    int banks = board.dramViews();
    long limitBytes = board.dramViewBytes() - architecture.dramUnreservedBaseBytes();
    long totalBytes =
        ByteSizes.roundUp(
            Math.min(askedBytes, limitBytes * banks), architecture.dramAlignmentBytes());
    long bytes = ByteSizes.roundUp(Math.ceilDiv(totalBytes, banks), TRACE_PAGE_BYTES);
    if (bytes >= limitBytes) {
      throw reservedTooLarge(
          "trace_region_size", askedBytes, "all " + banks + " DRAM banks", limitBytes * banks);
    }
    return bytes;
  }

  private static TilescopeException reservedTooLarge(
      String option, long askedBytes, String where, long limitBytes) {
    return new TilescopeException(
        """
        Reserved size must be less than bank size
        %s is %s, but %s can give less than %s, since other buffers need room too.
        Open the device with a smaller %s.\
        """
            .formatted(
                option, ByteSizes.text(askedBytes), where, ByteSizes.text(limitBytes), option));
  }

  Board board() {
    return board;
  }

  /** How the allocators of its memories choose. */
  AllocationPolicy allocation() {
    return allocation;
  }

  /** The first L1 address for buffers; circular buffers grow up from here. */
  long l1UnreservedBase() {
    return l1UnreservedBase;
  }

  /** Cores that hold data but run no programs, row by row. */
  List<CoreCoord> storageCores() {
    return storageCores;
  }

  /** The part of each bank that holds buffers of a type. */
  Region region(BufferType type) {
    long dramBase = board.architecture().dramUnreservedBaseBytes();
    long dramBytes = board.dramViewBytes() - dramBase - traceBytesPerBank;
    long l1SmallBase = board.workerL1Bytes() - l1SmallBytes;
    return switch (type) {
      case DRAM -> new Region(dramBase, dramBytes, board.dramViews());
      case TRACE -> new Region(dramBase + dramBytes, traceBytesPerBank, board.dramViews());
      case L1 -> new Region(l1UnreservedBase, l1SmallBase - l1UnreservedBase, l1Banks());
      case L1_SMALL -> new Region(l1SmallBase, l1SmallBytes, l1SmallBytes == 0 ? 0 : l1Banks());
      case SYSTEM_MEMORY ->
          throw new TilescopeException(
              "SYSTEM_MEMORY lies on the host and has no banks; ask for DRAM, TRACE, L1 or"
                  + " L1_SMALL");
    };
  }

  private int l1Banks() {
    int perStorageCore = Math.toIntExact(board.workerL1Bytes() / STORAGE_BANK_BYTES);
    return board.compute().size() + perStorageCore * storageCores.size();
  }

  /**
   * Interleaved L1 buffers stay at or above this address: a storage core's bank is smaller than a
   * compute core's.
   */
  long interleavedL1Limit() {
    return storageCores.isEmpty()
        ? l1UnreservedBase
        : board.workerL1Bytes() - STORAGE_BANK_BYTES + STORAGE_RESERVED_BYTES;
  }

  /** A page with the padding that starts the next one at an aligned address. */
  long alignedPageBytes(BufferType type, long pageBytes) {
    Architecture architecture = board.architecture();
    return ByteSizes.roundUp(pageBytes, architecture.alignmentBytes(type));
  }

  /** The device as reports describe it, derived as TT-NN derives it. */
  DeviceInfo info(int deviceId) {
    Region l1 = region(BufferType.L1);
    int compute = board.compute().size();
    int storage = storageCores.size();
    int banksPerStorageCore = Math.toIntExact(board.workerL1Bytes() / l1.bankBytes());
    return new DeviceInfo(
        deviceId,
        board.architecture().name(),
        board.logical().height(),
        board.logical().width(),
        board.compute().height(),
        board.compute().width(),
        board.workerL1Bytes(),
        l1.banks(),
        l1.bankBytes(),
        BankMap.of(this, BufferType.L1).offsetBytes(0),
        l1UnreservedBase,
        banksPerStorageCore,
        compute,
        storage,
        (compute + storage) * board.workerL1Bytes(),
        0,
        (compute + storage + (long) banksPerStorageCore * storage) * l1.bankBytes(),
        compute * l1.bankBytes(),
        board.workerL1Bytes() - l1UnreservedBase,
        board.dramViews(),
        board.dramViewBytes());
  }
}
