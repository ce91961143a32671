package dev.tilescope.profile;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * All memory that events of a session wait in, with its limit. Chunks of full size are used again,
 * so that a busy thread allocates nothing; the small ones that threads begin with are not worth it.
 */
final class ChunkPool {
  static final int FULL_LONGS = 8192 - 8;

  private final long limitBytes;
  private final Runnable onPressure;
  private final AtomicLong heldBytes = new AtomicLong();
  private final Queue<Chunk> free = new ConcurrentLinkedQueue<>();

  /**
   * @param onPressure called when half of the memory is in use: somebody should drain it
   */
  ChunkPool(long limitBytes, Runnable onPressure) {
    this.limitBytes = limitBytes;
    this.onPressure = onPressure;
  }

  /** A chunk without content, or null if the limit is reached. */
  @Nullable Chunk take(int longs) {
    Chunk reused = longs == FULL_LONGS ? free.poll() : null;
    if (reused != null) {
      return reused;
    }
    return charge(Chunk.bytes(longs)) ? new Chunk(longs, true) : null;
  }

  /** Counts memory that is not a chunk; false if it would be too much. */
  boolean charge(long bytes) {
    long held = heldBytes.addAndGet(bytes);
    if (held > limitBytes / 2) {
      onPressure.run();
    }
    while (held > limitBytes) {
      Chunk idle = free.poll();
      if (idle == null) {
        heldBytes.addAndGet(-bytes);
        return false;
      }
      held = heldBytes.addAndGet(-idle.bytes());
    }
    return true;
  }

  void refund(long bytes) {
    heldBytes.addAndGet(-bytes);
  }

  /** Takes back a chunk that has been read and that nobody writes to. */
  void give(Chunk chunk) {
    if (chunk.slots.length == FULL_LONGS) {
      chunk.clear();
      free.add(chunk);
    } else if (chunk.isCharged) {
      refund(chunk.bytes());
    }
  }

  long heldBytes() {
    return heldBytes.get();
  }
}
