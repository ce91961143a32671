package dev.tilescope.device;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.TilescopeException;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What the memories of one chip hold: the L1 of each core and each DRAM bank. Tensors keep their
 * values on the host and leave no trace here; kernels and {@link Buffer#enqueueWrite} do.
 */
public final class ChipMemory {
  private final MemoryMap map;
  private final Map<BufferType, BankMap> banks;
  private final Map<CoreCoord, SparseMemory> l1 = new HashMap<>();
  private final Map<Integer, SparseMemory> dram = new HashMap<>();
  private final ReentrantLock lock = new ReentrantLock();

  /**
   * @param banks the same for all chips of a mesh
   */
  ChipMemory(MemoryMap map, Map<BufferType, BankMap> banks) {
    this.map = map;
    this.banks = banks;
  }

  /** The banks of every memory that a device has. */
  static Map<BufferType, BankMap> banksOf(MemoryMap map) {
    Map<BufferType, BankMap> banks = new EnumMap<>(BufferType.class);
    for (BufferType type :
        List.of(BufferType.DRAM, BufferType.L1, BufferType.L1_SMALL, BufferType.TRACE)) {
      banks.put(type, BankMap.of(map, type));
    }
    return Collections.unmodifiableMap(banks);
  }

  /** Held by the program that runs on the chip, and by the host while it reads or writes. */
  ReentrantLock lock() {
    return lock;
  }

  public BankMap banks(BufferType type) {
    BankMap found = banks.get(type);
    if (found == null) {
      throw new TilescopeException(type.name() + " has no banks on a device; name DRAM or L1");
    }
    return found;
  }

  /** The L1 of a core that programs may use, or that holds data for them. */
  public SparseMemory l1(CoreCoord core) {
    return l1.computeIfAbsent(core, this::newL1);
  }

  private SparseMemory newL1(CoreCoord core) {
    Board.Grid grid = map.board().compute();
    boolean stores = map.storageCores().contains(core);
    if (!stores && (core.x() >= grid.width() || core.y() >= grid.height())) {
      throw new TilescopeException(
          "core %s is not in the compute grid of %s cores; use cores up to (x=%d,y=%d)"
              .formatted(core, grid, grid.width() - 1, grid.height() - 1));
    }
    return new SparseMemory(
        "L1 of core " + core, stores ? 0 : map.l1UnreservedBase(), map.board().workerL1Bytes());
  }

  /** A DRAM bank, at the addresses that its channel has on the NoC. */
  public SparseMemory dram(int bank) {
    BankMap views = banks(BufferType.DRAM);
    if (bank < 0 || bank >= views.banks()) {
      throw new TilescopeException(
          "DRAM bank %d does not exist; %s has banks 0 to %d"
              .formatted(bank, map.board().name(), views.banks() - 1));
    }
    long offset = views.offsetBytes(bank);
    return dram.computeIfAbsent(
        bank,
        _ ->
            new SparseMemory(
                "DRAM bank " + bank,
                offset + map.region(BufferType.DRAM).baseBytes(),
                offset + map.board().dramViewBytes()));
  }

  /** Counts the writes to all DRAM banks. */
  long dramWrites() {
    lock.lock();
    try {
      long writes = 0;
      for (SparseMemory bank : dram.values()) {
        writes += bank.writes();
      }
      return writes;
    } finally {
      lock.unlock();
    }
  }

  void write(Buffer buffer, byte[] contents) {
    refuseKernels();
    lock.lock();
    try {
      int pageBytes = Math.toIntExact(buffer.pageBytes());
      for (int at = 0; at < contents.length; at += pageBytes) {
        BankMap.PageLocation page = buffer.page(at / pageBytes);
        int end = Math.min(contents.length, at + pageBytes);
        at(buffer.type(), page).write(page.addressBytes(), Arrays.copyOfRange(contents, at, end));
      }
    } finally {
      lock.unlock();
    }
  }

  byte[] read(Buffer buffer) {
    refuseKernels();
    lock.lock();
    try {
      byte[] contents = new byte[Math.toIntExact(buffer.sizeBytes())];
      int pageBytes = Math.toIntExact(buffer.pageBytes());
      for (int at = 0; at < contents.length; at += pageBytes) {
        BankMap.PageLocation page = buffer.page(at / pageBytes);
        int bytes = Math.min(contents.length - at, pageBytes);
        byte[] part = at(buffer.type(), page).read(page.addressBytes(), bytes);
        System.arraycopy(part, 0, contents, at, bytes);
      }
      return contents;
    } finally {
      lock.unlock();
    }
  }

  /** The host's lock is held while kernels run, so they would wait for ever. */
  private static void refuseKernels() {
    if (KernelThread.isCurrent()) {
      throw new TilescopeException(
          "a kernel cannot enqueue reads and writes; it has nocAsyncRead and nocAsyncWrite");
    }
  }

  private SparseMemory at(BufferType type, BankMap.PageLocation page) {
    return type.isDram() ? dram(page.bank()) : l1(page.core());
  }
}
