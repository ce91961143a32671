package dev.tilescope.device;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.TilescopeException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The memories of a device without the device: the same allocators, asked for addresses by whoever
 * knows what a program would allocate. Figures are those of one bank, since all of a memory move in
 * lockstep. For one thread.
 */
public final class ModelledMemory {
  private static final List<BufferType> MEMORIES =
      List.of(BufferType.DRAM, BufferType.L1, BufferType.L1_SMALL, BufferType.TRACE);

  private final MemoryMap map;
  private final Map<BufferType, BankManager> managers = new EnumMap<>(BufferType.class);
  private final Map<BufferType, Map<Long, LiveBlock>> live = new EnumMap<>(BufferType.class);

  /**
   * A buffer that is asked for.
   *
   * @param alignedBytes over all banks, for the message if there is no room
   * @param shardCores 0 for an interleaved buffer
   * @param madeBy the operation to blame
   */
  public record Request(
      BufferType type,
      long bytesPerBank,
      long alignedBytes,
      int shardCores,
      boolean bottomUp,
      String madeBy) {}

  public ModelledMemory(Board board, DeviceOptions options) {
    this.map = MemoryMap.of(board, options);
    for (BufferType type : MEMORIES) {
      live.put(type, new HashMap<>());
      managers.put(type, new BankManager(map, type, () -> List.copyOf(live(type).values())));
    }
  }

  public Board board() {
    return map.board();
  }

  MemoryMap map() {
    return map;
  }

  BankManager manager(BufferType type) {
    BankManager manager = managers.get(type);
    if (manager == null) {
      throw new TilescopeException(
          "memory_config: device buffers live in DRAM, L1, L1_SMALL or TRACE, got " + type);
    }
    return manager;
  }

  private Map<Long, LiveBlock> live(BufferType type) {
    manager(type);
    return live.getOrDefault(type, Map.of());
  }

  /**
   * @return its address
   * @throws TilescopeException what the device would throw: an {@link OutOfMemoryException} if
   *     there is no room
   */
  public long allocate(Request asked) {
    long address =
        manager(asked.type())
            .allocate(
                asked.bytesPerBank(), asked.alignedBytes(), asked.shardCores(), asked.bottomUp());
    note(asked, address);
    return address;
  }

  /** Takes exactly this place; false when it is not free. */
  public boolean allocateAt(long address, Request asked) {
    boolean free = manager(asked.type()).allocateAt(address, asked.bytesPerBank());
    if (free) {
      note(asked, address);
    }
    return free;
  }

  private void note(Request asked, long address) {
    live(asked.type()).put(address, new LiveBlock(address, asked.bytesPerBank(), asked.madeBy()));
  }

  public void free(BufferType type, long address) {
    manager(type).free(address);
    live(type).remove(address);
  }

  public BankStatistics statistics(BufferType type) {
    return manager(type).statistics();
  }

  /** The first address that buffers of a memory may have. */
  public long baseAddress(BufferType type) {
    return map.region(type).baseBytes();
  }

  /** What one bank has for buffers of a memory. */
  public long bankBytes(BufferType type) {
    return map.region(type).bankBytes();
  }

  public int banks(BufferType type) {
    return manager(type).banks();
  }

  /** A page with the padding that starts the next one at an aligned address. */
  public long alignedPageBytes(BufferType type, long pageBytes) {
    return map.alignedPageBytes(type, pageBytes);
  }

  /**
   * What the fullest bank must store.
   *
   * @param pages on the device: with padding if sharded
   * @param shardCores 0 for an interleaved buffer
   */
  public long bytesPerBank(BufferType type, long pages, long pageBytes, int shardCores) {
    return manager(type).sizePerBankBytes(pages, pageBytes, shardCores);
  }

  /** The lowest address that an L1 buffer occupies, or -1. */
  public long lowestL1Address() {
    return manager(BufferType.L1).lowestOccupied();
  }

  /** Where the circular buffers of a program lie, given in order of creation. */
  public CircularBufferLayout layOut(List<CircularBuffer> circularBuffers) {
    return CircularBufferLayout.of(
        map.l1UnreservedBase(), board().architecture().dramAlignmentBytes(), circularBuffers);
  }

  /** Throws what a launch would if the program does not fit beside the buffers of now. */
  public void requireFits(long programId, CircularBufferLayout layout) {
    layout.requireFits(programId, board(), lowestL1Address());
  }
}
