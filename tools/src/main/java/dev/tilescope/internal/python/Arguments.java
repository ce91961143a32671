package dev.tilescope.internal.python;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a function was called with, by position. */
record Arguments(String function, @Nullable Object[] values) {
  Tensor tensor(int index) {
    return get(index, Tensor.class);
  }

  MeshDevice device(int index) {
    return get(index, MeshDevice.class);
  }

  long integer(int index) {
    return get(index, Long.class);
  }

  int small(int index) {
    return Math.toIntExact(integer(index));
  }

  boolean truth(int index) {
    return get(index, Boolean.class);
  }

  String text(int index) {
    return get(index, String.class);
  }

  List<?> list(int index) {
    return get(index, List.class);
  }

  Map<?, ?> map(int index) {
    return get(index, Map.class);
  }

  boolean has(int index) {
    return index < values.length && values[index] != null;
  }

  <T> T get(int index, Class<T> type) {
    Object value = index < values.length ? values[index] : null;
    if (!type.isInstance(value)) {
      throw new WrongType(
          "%s: argument %d is to be a %s, got %s"
              .formatted(
                  function,
                  index,
                  type.getSimpleName(),
                  value == null ? "None" : "a " + value.getClass().getSimpleName()));
    }
    return type.cast(value);
  }
}
