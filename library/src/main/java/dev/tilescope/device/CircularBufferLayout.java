package dev.tilescope.device;

import dev.tilescope.model.CoreRange;
import dev.tilescope.model.TilescopeException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * Where the circular buffers of one program lie in L1: from the unreserved base upwards, while L1
 * buffers come down from the top.
 *
 * <p>As in TT-Metal, space is booked by core range, not by core. Each distinct range has an end. A
 * buffer starts at the highest end of its own ranges and moves the end of every range that it
 * intersects, except one that already lies higher. Such a range may then miss a longer buffer on
 * the cores they share; upstream places it so, and so does this.
 */
public final class CircularBufferLayout {
  /** The counters that kernels keep of pages are 16 bits wide. */
  private static final int MAX_PAGES = 65_535;

  private final List<CircularBuffer> buffers;
  private final long[] addresses;
  private final SequencedMap<CoreRange, Long> ends = new LinkedHashMap<>();

  private CircularBufferLayout(List<CircularBuffer> buffers) {
    this.buffers = List.copyOf(buffers);
    this.addresses = new long[buffers.size()];
  }

  /**
   * Lays out buffers in the given order, which is that of their creation.
   *
   * @param baseAddress the first L1 address they may use
   * @param alignmentBytes of their addresses: the DRAM alignment
   */
  static CircularBufferLayout of(
      long baseAddress, int alignmentBytes, List<CircularBuffer> buffers) {
    CircularBufferLayout layout = new CircularBufferLayout(buffers);
    for (int index = 0; index < buffers.size(); index++) {
      requirePages(index, buffers.get(index));
      buffers.get(index).cores().ranges().forEach(range -> layout.ends.put(range, 0L));
    }
    for (int index = 0; index < buffers.size(); index++) {
      CircularBuffer buffer = buffers.get(index);
      layout.addresses[index] =
          buffer.globallyAllocated()
              ? buffer.globalAddress()
              : layout.place(buffer, baseAddress, alignmentBytes);
    }
    layout.ends.values().removeIf(end -> end == 0);
    return layout;
  }

  private static void requirePages(int index, CircularBuffer buffer) {
    long pages = buffer.sizeBytes() / buffer.pageBytes();
    if (pages > MAX_PAGES) {
      throw new TilescopeException(
          "For buffer index %d, number of CB pages %d is greater than %d. Would cause wraparound in the CB calculations."
              .formatted(index, pages, MAX_PAGES));
    }
  }

  private long place(CircularBuffer buffer, long baseAddress, int alignmentBytes) {
    long lowest = baseAddress;
    for (CoreRange range : buffer.cores().ranges()) {
      lowest = Math.max(lowest, ends.getOrDefault(range, 0L));
    }
    long address = ByteSizes.roundUp(lowest, alignmentBytes);
    for (CoreRange range : buffer.cores().ranges()) {
      for (Map.Entry<CoreRange, Long> booked : ends.entrySet()) {
        if (booked.getKey().intersects(range) && booked.getValue() <= address) {
          booked.setValue(address + buffer.sizeBytes());
        }
      }
    }
    return address;
  }

  /** The address of a buffer, by its place in the list; the same on all its cores. */
  public long address(int index) {
    return addresses[index];
  }

  /** The first free address behind the circular buffers of each core range that has any. */
  public SequencedMap<CoreRange, Long> regionEnds() {
    return new LinkedHashMap<>(ends);
  }

  /** The highest region end, or 0 without any circular buffer of its own. */
  long highestEnd() {
    return ends.values().stream().mapToLong(Long::longValue).max().orElse(0);
  }

  /**
   * Refuses a program whose circular buffers do not fit the device as it is now. TT-Metal asks this
   * at every launch, since L1 buffers come and go.
   *
   * @param lowestL1Address the lowest address of a live L1 buffer, or -1
   */
  void requireFits(long programId, Board board, long lowestL1Address) {
    for (CircularBuffer buffer : buffers) {
      buffer.cores().ranges().forEach(range -> requireInGrid(programId, board.compute(), range));
    }
    ends.forEach((range, end) -> {
      requireInL1(range, end, board.workerL1Bytes());
      requireNoClash(programId, range, end, lowestL1Address);
    });
  }

  private static void requireInGrid(long programId, Board.Grid compute, CoreRange range) {
    if (range.end().x() >= compute.width() || range.end().y() >= compute.height()) {
      throw new TilescopeException(
          """
          Circular buffer core range %s in program %d exceeds device compute grid (%s) and is not \
          entirely on cores claimed via ServiceCoreManager
          Next: use cores from (x=0,y=0) to (x=%d,y=%d) only.\
          """
              .formatted(range, programId, compute, compute.width() - 1, compute.height() - 1));
    }
  }

  private static void requireInL1(CoreRange range, long end, long maxL1Bytes) {
    if (end > maxL1Bytes) {
      throw new TilescopeException(
          """
          Statically allocated circular buffers on core range %s grow to %d B which is beyond max \
          L1 size of %d B
          They are %s too large. Next: give the program's circular buffers fewer or smaller pages, \
          for instance with smaller blocks or a smaller data type.\
          """
              .formatted(range, end, maxL1Bytes, ByteSizes.text(end - maxL1Bytes)));
    }
  }

  private static void requireNoClash(
      long programId, CoreRange range, long end, long lowestL1Address) {
    if (lowestL1Address >= 0 && lowestL1Address < end) {
      throw new TilescopeException(
          """
          Statically allocated circular buffers in program %d clash with L1 buffers on core range \
          %s. L1 buffer allocated at %d and static circular buffer region ends at %d
          They overlap by %s. Next: deallocate L1 tensors or move them to DRAM before this \
          operation, or give it smaller circular buffers.\
          """
              .formatted(
                  programId, range, lowestL1Address, end, ByteSizes.text(end - lowestL1Address)));
    }
  }
}
