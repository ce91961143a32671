package dev.tilescope.profile;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * All memory that events of a session wait in, with its limit. Chunks of full size are used again,
 * so that a busy thread allocates nothing; the small ones that threads begin with are not worth it.
 */
final class ChunkPool {
  static final int FULL_LONGS = 8192 - 8;
  private static final long WAIT_NANOS = 200_000;

  private final long limitBytes;
  private final Runnable onPressure;
  private final BooleanSupplier isWaitedFor;
  private final AtomicLong heldBytes = new AtomicLong();
  private final Queue<Chunk> free = new ConcurrentLinkedQueue<>();

  /**
   * @param onPressure called when half of the memory is in use: somebody should drain it
   * @param isWaitedFor whether those who find no memory wait for it, rather than go without
   */
  ChunkPool(long limitBytes, Runnable onPressure, BooleanSupplier isWaitedFor) {
    this.limitBytes = limitBytes;
    this.onPressure = onPressure;
    this.isWaitedFor = isWaitedFor;
  }

  /** A chunk without content, or null if the limit is reached. */
  @Nullable Chunk take(int longs) {
    while (true) {
      Chunk reused = longs == FULL_LONGS ? free.poll() : null;
      if (reused != null) {
        return reused;
      }
      if (tryCharge(Chunk.bytes(longs))) {
        return new Chunk(longs, true);
      }
      if (!isWaitedFor.getAsBoolean()) {
        return null;
      }
      LockSupport.parkNanos(this, WAIT_NANOS);
    }
  }

  /** Counts memory that is not a chunk; false if it would be too much. */
  boolean charge(long bytes) {
    while (!tryCharge(bytes)) {
      if (!isWaitedFor.getAsBoolean()) {
        return false;
      }
      LockSupport.parkNanos(this, WAIT_NANOS);
    }
    return true;
  }

  private boolean tryCharge(long bytes) {
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
