package dev.tilescope.internal.monitor;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Events on their way to a server: a ring of fixed size for one producer at a time and one
 * consumer. Neither waits for the other; what finds no room is dropped and counted.
 */
final class AllocationQueue {
  /** Takes one event. */
  interface Consumer {
    void take(
        boolean isAllocation,
        DeviceFacts device,
        int region,
        long bytes,
        long address,
        long epochMillis);
  }

  private static final int STRIDE = 4;

  private final int capacity;
  private final long[] words;
  private final @Nullable DeviceFacts[] devices;

  /** How many were put and taken: written by one side each, after the words of the event. */
  private final AtomicLong put = new AtomicLong();

  private final AtomicLong taken = new AtomicLong();
  private final AtomicLong dropped = new AtomicLong();

  /**
   * @param capacity a power of two
   */
  AllocationQueue(int capacity) {
    this.capacity = capacity;
    this.words = new long[capacity * STRIDE];
    this.devices = new DeviceFacts[capacity];
  }

  boolean offer(
      boolean isAllocation,
      DeviceFacts device,
      int region,
      long bytes,
      long address,
      long epochMillis) {
    long at = put.getPlain();
    if (at - taken.getAcquire() == capacity) {
      drop();
      return false;
    }
    int slot = (int) at & capacity - 1;
    devices[slot] = device;
    words[slot * STRIDE] = isAllocation ? region : ~region;
    words[slot * STRIDE + 1] = bytes;
    words[slot * STRIDE + 2] = address;
    words[slot * STRIDE + 3] = epochMillis;
    put.setRelease(at + 1);
    return true;
  }

  void drop() {
    dropped.setRelease(dropped.getPlain() + 1);
  }

  /** False if there was none. */
  boolean poll(Consumer consumer) {
    long at = taken.getPlain();
    if (at == put.getAcquire()) {
      return false;
    }
    int slot = (int) at & capacity - 1;
    long kind = words[slot * STRIDE];
    DeviceFacts device = devices[slot];
    devices[slot] = null;
    if (device != null) {
      consumer.take(
          kind >= 0,
          device,
          (int) (kind >= 0 ? kind : ~kind),
          words[slot * STRIDE + 1],
          words[slot * STRIDE + 2],
          words[slot * STRIDE + 3]);
    }
    taken.setRelease(at + 1);
    return true;
  }

  boolean isEmpty() {
    return taken.getAcquire() == put.getAcquire();
  }

  long taken() {
    return taken.getAcquire();
  }

  long dropped() {
    return dropped.getAcquire();
  }
}
