package dev.tilescope.internal.serve.data;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that the first caller computes while others wait; if that fails the next tries again. */
final class Lazy<T> {
  private final ReentrantLock lock = new ReentrantLock();
  private volatile @Nullable T value;

  T get(Supplier<T> compute) {
    T known = value;
    if (known != null) {
      return known;
    }
    lock.lock();
    try {
      T now = value;
      if (now == null) {
        now = compute.get();
        value = now;
      }
      return now;
    } finally {
      lock.unlock();
    }
  }
}
