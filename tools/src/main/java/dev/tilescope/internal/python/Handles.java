package dev.tilescope.internal.python;

import dev.tilescope.device.Buffer;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.tensor.Tensor;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The objects that Python has numbers for. A number is never given twice.
 *
 * <p>Tensors of Python's are freed when nobody refers to them any more. Views share a buffer, so
 * its handles are counted, and the last one that Python drops frees it.
 */
final class Handles {
  private final Map<Long, Object> objects = new HashMap<>();
  private final IdentityHashMap<Buffer, Integer> users = new IdentityHashMap<>();
  private long last;

  synchronized long add(Object object) {
    objects.put(++last, object);
    Buffer buffer = buffer(object);
    if (buffer != null) {
      users.merge(buffer, 1, Integer::sum);
    }
    return last;
  }

  synchronized Object get(long handle) {
    Object object = objects.get(handle);
    if (object == null) {
      throw new TilescopeException("the object %d is gone".formatted(handle));
    }
    return object;
  }

  /** An object that Python refers to for the last time. */
  synchronized <T> T take(long handle, Class<T> type) {
    T object = type.cast(get(handle));
    objects.remove(handle);
    return object;
  }

  /** Frees the buffer of a tensor that nobody has any more. */
  void drop(long handle) {
    Object unused = dropped(handle);
    if (unused instanceof Tensor tensor) {
      tensor.close();
    }
  }

  private synchronized @Nullable Object dropped(long handle) {
    Object object = objects.remove(handle);
    Buffer buffer = buffer(object);
    if (buffer == null) {
      return null;
    }
    Integer left = users.merge(buffer, -1, Integer::sum);
    if (left > 0) {
      return null;
    }
    users.remove(buffer);
    return object;
  }

  private static @Nullable Buffer buffer(@Nullable Object object) {
    return object instanceof Tensor tensor ? tensor.buffer() : null;
  }

  synchronized int size() {
    return objects.size();
  }
}
