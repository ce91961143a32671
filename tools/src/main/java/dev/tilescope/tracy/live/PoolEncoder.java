package dev.tilescope.tracy.live;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Brings allocations of memory to a peer, which must hear of each once, and of its end once. */
final class PoolEncoder {
  private final EventStream stream;
  private final Names names;
  private final Carrier carrier;

  /** Addresses that the peer knows to be allocated, by pool. */
  private final Map<String, Set<Long>> allocated = new HashMap<>();

  PoolEncoder(EventStream stream, Names names, Carrier carrier) {
    this.stream = stream;
    this.names = names;
    this.carrier = carrier;
  }

  /** An address that is allocated again was freed: the journal may lack events. */
  void allocate(long at, ThreadTrack by, String pool, long address, long bytes) {
    free(at, by, pool, address);
    allocated.computeIfAbsent(pool, _ -> new HashSet<>()).add(address);
    stream.allocated(at, actor(by), names.text(pool), address, bytes);
  }

  void free(long at, ThreadTrack by, String pool, long address) {
    Set<Long> addresses = allocated.get(pool);
    if (addresses != null && addresses.remove(address)) {
      stream.freed(at, actor(by), names.text(pool), address);
    }
  }

  /** The peer takes what a carrier does for what the fiber does that is on it. */
  private int actor(ThreadTrack by) {
    if (by.isFiber()) {
      carrier.enter(by);
      return Carrier.THREAD;
    }
    return by.id;
  }
}
