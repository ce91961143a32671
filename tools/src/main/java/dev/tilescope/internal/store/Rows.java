package dev.tilescope.internal.store;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fields of JSON objects as column values. */
final class Rows {
  private Rows() {}

  /** The field if it is there (NULL if it is null), else 0. */
  static Object orZero(Map<?, ? extends @Nullable Object> fields, String key) {
    return fields.containsKey(key) ? RowSink.scalar(fields.get(key), key) : (Object) 0L;
  }

  /** The field, NULL if it is null or missing. */
  static Object orNull(Map<?, ? extends @Nullable Object> fields, String key) {
    return RowSink.scalar(fields.get(key), key);
  }
}
