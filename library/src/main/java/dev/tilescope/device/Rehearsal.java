package dev.tilescope.device;

import dev.tilescope.internal.track.TraceListener;
import dev.tilescope.model.BufferRef;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CircularBufferRef;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.DeviceRef;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TensorRef;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a program fits a board without running it: hears what the program would
 * allocate while dispatch is blocked, gives it addresses with the allocators of a device, lays out
 * its circular buffers, and keeps the first reason why that cannot be done. Figures are those of
 * one core or one DRAM bank, since all of them move in lockstep.
 *
 * <p>For one device and one thread. After a failure sizes are still counted.
 */
public final class Rehearsal implements TraceListener {
  /**
   * Why a program does not fit.
   *
   * @param memory where
   * @param neededBytes in a core or bank, by what did not fit
   * @param availableBytes what it could have had there
   */
  public record Shortage(
      BufferType memory, long neededBytes, long availableBytes, String message) {}

  /**
   * @param address -1 if there was no room for it
   */
  private record Placed(Buffer buffer, long address) {}

  private final MemoryMap map;
  private final ModelledMemory memory;
  private final Map<Long, Placed> live = new HashMap<>();
  private final List<CircularBuffer> circularBuffers = new ArrayList<>();
  private final long[] circularBytes;
  private long l1Bytes;
  private long dramBytes;
  private long peakCircularBytes;
  private long peakL1Bytes;
  private long peakTotalL1Bytes;
  private long peakDramBytes;
  private @Nullable Shortage shortage;
  private boolean laidOut = true;
  private final TimeBands bands;
  private ModelledTime modelled = ModelledTime.NONE;

  public Rehearsal(Board board, DeviceOptions options) {
    bands = TimeBands.of(board.architecture());
    memory = new ModelledMemory(board, options);
    map = memory.map();
    circularBytes = new long[board.compute().size()];
  }

  /** The most that the circular buffers of a program take of one core. */
  public long peakCircularBufferBytes() {
    return peakCircularBytes;
  }

  /** The most that buffers take of one core. */
  public long peakL1BufferBytes() {
    return peakL1Bytes;
  }

  /** The most that buffers and circular buffers take of one core at once. */
  public long peakL1Bytes() {
    return peakTotalL1Bytes;
  }

  /** The most that buffers take of one DRAM bank. */
  public long peakDramBytes() {
    return peakDramBytes;
  }

  /** What the cost model gives its programs, one after the other. */
  public ModelledTime modelled() {
    return modelled;
  }

  /** What there is for programs in a core, or a DRAM bank. */
  public long capacityBytes(BufferType memory) {
    return map.region(memory).bankBytes();
  }

  /** The first thing that did not fit; null if all of it fits. */
  public @Nullable Shortage shortage() {
    layOut();
    return shortage;
  }

  @Override
  public void functionEnd(
      Signature signature, List<? extends TensorRef> outputs, long modelledDeviceNanos) {
    if (modelledDeviceNanos > 0) {
      modelled = modelled.plus(bands.time(signature.name(), modelledDeviceNanos));
    }
  }

  @Override
  public void bufferAllocated(BufferRef ref) {
    layOut();
    Buffer buffer = (Buffer) ref;
    live.put(buffer.uniqueId(), new Placed(buffer, place(buffer)));
    count(buffer, 1);
  }

  private long place(Buffer buffer) {
    long needed = buffer.maxSizePerBankBytes();
    try {
      return memory.allocate(
          new ModelledMemory.Request(
              buffer.type(),
              needed,
              over(memory.manager(buffer.type()), buffer),
              buffer.shardCores(),
              buffer.type().isDram(),
              buffer.madeBy()));
    } catch (TilescopeException e) {
      lacks(buffer.type(), needed, availableTo(buffer), e.getMessage() + withheldFrom(buffer));
      return -1;
    }
  }

  /** Where banks differ in size, interleaved buffers get no more than the smallest has. */
  private long availableTo(Buffer buffer) {
    long largest = memory.statistics(buffer.type()).largestFreeBlockBytes();
    return Math.max(0, largest - withheldBytes(buffer));
  }

  private long withheldBytes(Buffer buffer) {
    boolean shared = buffer.type() == BufferType.L1 && buffer.shardCores() == 0;
    return shared ? map.interleavedL1Limit() - map.l1UnreservedBase() : 0;
  }

  /** The allocator speaks of all free bytes; this is why fewer of them are available. */
  private String withheldFrom(Buffer buffer) {
    long withheld = withheldBytes(buffer);
    return withheld == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "%nOf the free bytes only %,d B are available to this buffer: it is interleaved over"
                + " all banks, some banks of this board are smaller by %,d B, and sharded buffers"
                + " alone may use what only the larger ones have.",
            availableTo(buffer),
            withheld);
  }

  private static long over(BankManager manager, Buffer buffer) {
    int banks = buffer.shardCores() > 0 ? buffer.shardCores() : manager.banks();
    long needed = buffer.maxSizePerBankBytes();
    return Math.multiplyHigh(needed, banks) == 0 ? needed * banks : Long.MAX_VALUE;
  }

  @Override
  public void bufferDeallocated(BufferRef ref) {
    layOut();
    Placed placed = live.remove(ref.uniqueId());
    if (placed != null) {
      count(placed.buffer(), -1);
      if (placed.address() >= 0) {
        memory.free(ref.type(), placed.address());
      }
    }
  }

  private void count(Buffer buffer, int sign) {
    long bytes = sign * buffer.maxSizePerBankBytes();
    if (buffer.type().isL1()) {
      l1Bytes += bytes;
    } else {
      dramBytes += bytes;
    }
    notePeaks();
  }

  @Override
  public void circularBuffersReleased(DeviceRef device) {
    layOut();
    circularBuffers.clear();
    Arrays.fill(circularBytes, 0);
  }

  @Override
  public void circularBufferAllocated(CircularBufferRef ref) {
    if (ref.globallyAllocated() || ref.sizeBytes() == 0) {
      return;
    }
    circularBuffers.add(CircularBuffer.local(ref.cores(), ref.sizeBytes(), ref.sizeBytes()));
    ref.cores().ranges().forEach(range -> hold(range, ref.sizeBytes()));
    notePeaks();
    laidOut = false;
  }

  private void hold(CoreRange range, long bytes) {
    Board.Grid grid = map.board().compute();
    for (int y = range.start().y(); y <= Math.min(range.end().y(), grid.height() - 1); y++) {
      for (int x = range.start().x(); x <= Math.min(range.end().x(), grid.width() - 1); x++) {
        circularBytes[y * grid.width() + x] += bytes;
      }
    }
  }

  /** Done when a program has announced all of its circular buffers: something else happens. */
  private void layOut() {
    if (laidOut) {
      return;
    }
    laidOut = true;
    long base = map.l1UnreservedBase();
    CircularBufferLayout layout = memory.layOut(circularBuffers);
    long lowest = memory.lowestL1Address();
    long limit = lowest < 0 ? map.board().workerL1Bytes() : lowest;
    try {
      memory.requireFits(0, layout);
    } catch (TilescopeException e) {
      lacks(
          BufferType.L1, layout.highestEnd() - base, limit - base, String.valueOf(e.getMessage()));
    }
  }

  private void notePeaks() {
    long circular = Arrays.stream(circularBytes).max().orElse(0);
    peakCircularBytes = Math.max(peakCircularBytes, circular);
    peakL1Bytes = Math.max(peakL1Bytes, l1Bytes);
    peakTotalL1Bytes = Math.max(peakTotalL1Bytes, l1Bytes + circular);
    peakDramBytes = Math.max(peakDramBytes, dramBytes);
  }

  private void lacks(BufferType type, long needed, long available, String message) {
    if (shortage == null) {
      shortage = new Shortage(type, needed, available, message);
    }
  }
}
