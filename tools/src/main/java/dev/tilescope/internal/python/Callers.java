package dev.tilescope.internal.python;

import dev.tilescope.internal.track.CallerFrames;
import dev.tilescope.model.TilescopeException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How Python called an operation: {@code [frames, {name: text} or None, positional]}. */
final class Callers {
  private Callers() {}

  static CallerFrames.Call read(Object value) {
    if (value instanceof List<?> parts
        && parts.size() == 3
        && parts.get(0) instanceof List<?> frames
        && parts.get(2) instanceof Long positional) {
      return new CallerFrames.Call(
          frames.stream().map(String::valueOf).toList(),
          arguments(parts.get(1)),
          Math.toIntExact(positional));
    }
    throw new TilescopeException("frame: a caller is frames, arguments and how many by place");
  }

  private static @Nullable Map<String, String> arguments(@Nullable Object given) {
    if (!(given instanceof Map<?, ?> entries)) {
      return null;
    }
    Map<String, String> named = new LinkedHashMap<>();
    entries.forEach((name, text) -> named.put(String.valueOf(name), String.valueOf(text)));
    return named;
  }
}
