package dev.tilescope.internal.serve.time;

import dev.tilescope.internal.serve.http.Refusal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Values that take long to read: those who ask wait a moment for one and may ask again. The last
 * few are kept; a failure is told once and then forgotten, for another try.
 */
final class Loading<K, V> {
  private static final long PATIENCE_MILLIS = 250;

  private final int kept;
  private final Map<K, CompletableFuture<V>> values = new LinkedHashMap<>(4, 0.75f, true);

  Loading(int kept) {
    this.kept = kept;
  }

  /**
   * What has been read, for those who can do nothing without it.
   *
   * @param what in the plural, e.g. {@code "the logs"}
   */
  static <V> V whole(@Nullable V value, String what) {
    if (value == null) {
      throw Refusal.unusable(what + " are still being read; ask again in a moment");
    }
    return value;
  }

  /** Null if it is still being read. */
  @Nullable V get(K key, Supplier<V> read) {
    CompletableFuture<V> value = begin(key, read);
    try {
      return value.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } catch (ExecutionException e) {
      synchronized (values) {
        values.remove(key, value);
      }
      throw e.getCause() instanceof RuntimeException known
          ? known
          : new IllegalStateException(e.getCause());
    }
  }

  private CompletableFuture<V> begin(K key, Supplier<V> read) {
    synchronized (values) {
      CompletableFuture<V> known = values.get(key);
      if (known != null) {
        return known;
      }
      // Room for the new one before it is read, not after.
      while (values.size() >= kept) {
        values.remove(values.keySet().iterator().next());
      }
      CompletableFuture<V> value = new CompletableFuture<>();
      values.put(key, value);
      Thread.ofVirtual().name("reading " + key).start(() -> complete(value, read));
      return value;
    }
  }

  private static <V> void complete(CompletableFuture<V> value, Supplier<V> read) {
    try {
      value.complete(read.get());
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      value.completeExceptionally(e);
    }
  }
}
