package dev.tilescope.internal.tracy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The allocations of one memory, each with its end.
 *
 * <pre>
 * Allocation --> address u64, bytes u64, two call stacks u24, begin i64, nanoseconds i64 or -1,
 *                thread u16, freeing thread u16
 * </pre>
 *
 * <p>The journal may lack some events: where an address is allocated again, the allocation before
 * it ends; a free of what nobody allocated is none.
 */
final class MemoryPool {
  /** Kinds of records in the series. */
  static final int ALLOCATED = 0;

  static final int FREED = 1;

  private record Live(long lifetimeAt, long nanos, long bytes) {}

  private final long key;
  private final SpilledBytes events;
  private final Map<Long, Live> live = new HashMap<>();
  private long allocations;
  private long referenceNanos;
  private long lowest = -1;
  private long end;
  private long inUse;

  private MemoryPool(long key, SpillFile file) {
    this.key = key;
    this.events = new SpilledBytes(file);
  }

  /** One for each name of the series. */
  static List<MemoryPool> of(Series series, SpillFile file) {
    List<MemoryPool> pools = new ArrayList<>();
    series.all().forEach(named -> pools.add(new MemoryPool(named.key, file)));
    series
        .records()
        .forEach((pool, nanos, address, bytes, kindAndThread) ->
            pools.get(pool).take(nanos, address, bytes, kindAndThread));
    pools.forEach(pool -> pool.events.seal());
    return pools;
  }

  static long kindAndThread(int kind, int thread) {
    return (long) thread << 1 | kind;
  }

  private void take(long nanos, long address, long bytes, long kindAndThread) {
    int thread = ThreadNames.indexInTable((int) (kindAndThread >>> 1));
    free(nanos, address, thread);
    if ((kindAndThread & 1) == ALLOCATED) {
      allocate(nanos, address, bytes, thread);
    }
  }

  private void allocate(long nanos, long address, long bytes, int thread) {
    events.put64(address);
    events.put64(bytes);
    events.put24(0);
    events.put24(0);
    events.put64(nanos - referenceNanos);
    referenceNanos = nanos;
    live.put(address, new Live(events.size(), nanos, bytes));
    events.put64(-1);
    events.put16(thread);
    events.put16(0);
    allocations++;
    inUse += bytes;
    lowest = Long.compareUnsigned(address, lowest) < 0 ? address : lowest;
    end = Long.compareUnsigned(address + bytes, end) > 0 ? address + bytes : end;
  }

  private void free(long nanos, long address, int thread) {
    Live freed = live.remove(address);
    if (freed != null) {
      events.patch64(freed.lifetimeAt, Math.max(1, nanos - freed.nanos));
      events.patch16(freed.lifetimeAt + Long.BYTES + Short.BYTES, thread);
      inUse -= freed.bytes;
    }
  }

  long allocations() {
    return allocations;
  }

  void copyTo(BlockOutput out) {
    out.put64(key);
    out.put64(allocations);
    out.put64(live.size());
    out.put64(allocations - live.size());
    events.copyTo(out);
    out.put64(end);
    out.put64(lowest);
    out.put64(inUse);
    out.put64(key);
  }
}
