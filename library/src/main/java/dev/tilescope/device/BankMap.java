package dev.tilescope.device;

import dev.tilescope.model.BufferPage;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which core owns which bank of a memory, and where each page of a buffer therefore lies.
 *
 * <p>DRAM bank i is view i, written as core (i, 0). L1 banks are dealt to the compute cores row by
 * row in the order of {@link BankShuffle}, so that neighbouring pages are far apart on the NoC.
 */
public final class BankMap {
  /** Wormhole halves each DRAM channel into two views; every second one is the upper half. */
  private static final int WORMHOLE_VIEWS_PER_CHANNEL = 2;

  private final MemoryMap map;
  private final BufferType type;
  private final CoreCoord[] cores;
  private final long[] offsetsBytes;
  private final Map<CoreCoord, Integer> firstBanks = new HashMap<>();

  /**
   * Where a page lies.
   *
   * @param addressBytes in the memory of its core or DRAM channel
   */
  public record PageLocation(int bank, CoreCoord core, long addressBytes) {}

  private BankMap(MemoryMap map, BufferType type, int banks) {
    this.map = map;
    this.type = type;
    this.cores = new CoreCoord[banks];
    this.offsetsBytes = new long[banks];
  }

  static BankMap of(MemoryMap map, BufferType type) {
    BankMap banks = new BankMap(map, type, map.region(type).banks());
    if (type.isDram()) {
      banks.dealDram();
    } else if (banks.banks() > 0) {
      banks.dealL1();
    }
    return banks;
  }

  private void dealDram() {
    Board board = map.board();
    boolean halves = board.architecture() == Architecture.WORMHOLE_B0;
    for (int bank = 0; bank < banks(); bank++) {
      boolean upper = halves && bank % WORMHOLE_VIEWS_PER_CHANNEL == 1;
      own(bank, new CoreCoord(bank, 0), upper ? board.dramViewBytes() : 0);
    }
  }

  private void dealL1() {
    int[] shuffled = BankShuffle.of(banks());
    int next = 0;
    for (int y = 0; y < map.board().compute().height(); y++) {
      for (int x = 0; x < map.board().compute().width(); x++) {
        own(shuffled[next++], new CoreCoord(x, y), 0);
      }
    }
    for (CoreCoord core : map.storageCores()) {
      own(shuffled[next++], core, -MemoryMap.STORAGE_BANK_BYTES);
      own(shuffled[next++], core, 0);
    }
  }

  private void own(int bank, CoreCoord core, long offsetBytes) {
    cores[bank] = core;
    offsetsBytes[bank] = offsetBytes;
    firstBanks.putIfAbsent(core, bank);
  }

  public int banks() {
    return cores.length;
  }

  CoreCoord core(int bank) {
    return cores[bank];
  }

  /** What is added to a buffer's address to find its bytes in this bank. */
  long offsetBytes(int bank) {
    return offsetsBytes[bank];
  }

  /** The core's bank; the first one when it has two. */
  int bank(CoreCoord core) {
    Integer bank = firstBanks.get(core);
    if (bank == null) {
      throw new TilescopeException(
          "core "
              + core
              + " owns none of the "
              + banks()
              + " "
              + type.name()
              + " banks; shard over cores of the compute grid");
    }
    return bank;
  }

  private long alignedPageBytes(long pageBytes) {
    return map.alignedPageBytes(type, pageBytes);
  }

  /** Interleaved pages go round the banks. */
  public PageLocation interleavedPage(long bufferAddress, long page, long pageBytes) {
    int bank = Math.toIntExact(page % banks());
    long row = page / banks();
    long address = bufferAddress + row * alignedPageBytes(pageBytes) + offsetsBytes[bank];
    return new PageLocation(bank, cores[bank], address);
  }

  /** A shard's pages follow each other on the shard's core. */
  PageLocation shardedPage(long bufferAddress, ShardPages.Slot slot, long pageBytes) {
    int bank = bank(slot.core());
    long address = bufferAddress + slot.devicePage() * alignedPageBytes(pageBytes);
    return new PageLocation(bank, slot.core(), address + offsetsBytes[bank]);
  }

  /**
   * All pages of an interleaved buffer. The bank is the page's own; TT-NN's report names the bank
   * of the next page here, which no viewer relies on.
   */
  List<BufferPage> interleavedPages(int deviceId, long bufferAddress, int pages, long pageBytes) {
    List<BufferPage> found = new ArrayList<>(pages);
    for (int page = 0; page < pages; page++) {
      PageLocation at = interleavedPage(bufferAddress, page, pageBytes);
      found.add(describe(deviceId, bufferAddress, page, pageBytes, at));
    }
    return found;
  }

  /** All pages of a sharded buffer that hold data; padding at the end of a shard is left out. */
  List<BufferPage> shardedPages(
      int deviceId, long bufferAddress, ShardPages shards, long pageBytes) {
    int pages = shards.pages();
    List<BufferPage> found = new ArrayList<>(pages);
    for (int page = 0; page < pages; page++) {
      PageLocation at = shardedPage(bufferAddress, shards.slot(page), pageBytes);
      found.add(describe(deviceId, bufferAddress, page, pageBytes, at));
    }
    return found;
  }

  private BufferPage describe(
      int deviceId, long bufferAddress, int page, long pageBytes, PageLocation at) {
    return new BufferPage(
        deviceId,
        bufferAddress,
        at.core().y(),
        at.core().x(),
        at.bank(),
        page,
        at.addressBytes(),
        pageBytes,
        type);
  }
}
