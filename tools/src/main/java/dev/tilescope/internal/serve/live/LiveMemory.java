package dev.tilescope.internal.serve.live;

import dev.tilescope.internal.watch.MonitorReader;
import dev.tilescope.internal.watch.MonitorSnapshot;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The memory of running programs, looked at only so often however many watch. */
final class LiveMemory {
  private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final MonitorReader reader;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable MonitorSnapshot last;
  private long lastNanos;

  LiveMemory(MonitorReader reader) {
    this.reader = reader;
  }

  MonitorSnapshot snapshot() {
    lock.lock();
    try {
      MonitorSnapshot known = last;
      if (known == null || System.nanoTime() - lastNanos > FRESH_NANOS) {
        known = reader.snapshot();
        last = known;
        lastNanos = System.nanoTime();
      }
      return known;
    } finally {
      lock.unlock();
    }
  }
}
