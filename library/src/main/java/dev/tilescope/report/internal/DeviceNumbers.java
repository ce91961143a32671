package dev.tilescope.report.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * Physical device ids as small numbers from 0, in ascending order; unknown ids stay as they are.
 */
public final class DeviceNumbers {
  private static final List<String> KEYS = List.of("device_id", "mesh_device_id");
  private static final int CACHED_TEXTS = 1 << 12;

  private final Map<Object, Long> numbers = new LinkedHashMap<>();
  private final @Nullable String[] cachedFrom = new @Nullable String[CACHED_TEXTS];
  private final @Nullable String[] cachedTo = new @Nullable String[CACHED_TEXTS];

  public DeviceNumbers(SortedSet<Long> ids) {
    for (Long id : ids) {
      numbers.put(id, (long) numbers.size());
    }
  }

  boolean isEmpty() {
    return numbers.isEmpty();
  }

  public @Nullable Object of(@Nullable Object id) {
    Object number = numbers.get(id);
    return number == null ? id : number;
  }

  /** Renumbers the text of a {@code device_tensors} field. */
  String ofDeviceTensors(String text) {
    int slot = text.hashCode() & (CACHED_TEXTS - 1);
    String known = cachedTo[slot];
    if (known != null && text.equals(cachedFrom[slot])) {
      return known;
    }
    String renumbered = PythonText.json(renumbered(RawReport.parse(text, "device_tensors")));
    cachedFrom[slot] = text;
    cachedTo[slot] = renumbered;
    return renumbered;
  }

  @Nullable Object renumbered(@Nullable Object deviceTensors) {
    if (!(deviceTensors instanceof List<?> list)) {
      return deviceTensors;
    }
    List<@Nullable Object> result = new ArrayList<>();
    for (Object entry : list) {
      result.add(entry instanceof Map<?, ?> fields ? renumberedFields(fields) : entry);
    }
    return result;
  }

  private Map<Object, @Nullable Object> renumberedFields(Map<?, ?> fields) {
    Map<Object, @Nullable Object> result = new LinkedHashMap<>(fields);
    for (String key : KEYS) {
      if (result.containsKey(key)) {
        result.put(key, of(result.get(key)));
      }
    }
    return result;
  }
}
