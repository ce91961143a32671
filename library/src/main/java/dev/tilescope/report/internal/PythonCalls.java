package dev.tilescope.report.internal;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.TilescopeException.Place;
import dev.tilescope.report.internal.RawReport.Section;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Recorded Python calls, taken first in, first out by name. Only the place of each is held; a call
 * is read when it is taken.
 */
public final class PythonCalls {
  /** No call was recorded. */
  public static final PythonCalls NONE = new PythonCalls(null);

  private final @Nullable RawReport holder;
  private final Map<String, ArrayDeque<Section>> byName = new HashMap<>();
  private boolean stacks;

  private PythonCalls(@Nullable RawReport holder) {
    this.holder = holder;
  }

  /** The calls in an array of this file: the report's {@code python_io}, or a whole sidecar. */
  public static PythonCalls of(RawReport holder, Section section) {
    PythonCalls calls = new PythonCalls(holder);
    holder.upToDamage(() -> calls.index(holder, holder.window(section)));
    return calls;
  }

  private void index(RawReport file, FileWindow window) {
    window.expect('[');
    if (!window.accept(']')) {
      do {
        window.token();
        long start = window.offset();
        String name = name(window);
        if (name == null) {
          file.damage()
              .found(
                  () -> file.located(new MalformedJson(start, "a recorded call without a name")));
        } else {
          byName
              .computeIfAbsent(name, n -> new ArrayDeque<>())
              .add(new Section(start, window.offset()));
        }
      } while (window.accept(','));
      window.expect(']');
    }
  }

  private @Nullable String name(FileWindow window) {
    window.expect('{');
    String name = null;
    if (!window.accept('}')) {
      do {
        String key = window.step(window.json()::text);
        window.expect(':');
        if (key.equals("name") && window.token() == '"') {
          name = window.step(window.json()::text);
        } else {
          boolean isList = window.token() == '[';
          long from = window.offset();
          window.skim();
          stacks |= isList && key.equals("python_stack_trace") && window.offset() - from > 2;
        }
      } while (window.accept(','));
      window.expect('}');
    }
    return name;
  }

  /** Any call came with a stack. */
  public boolean haveStacks() {
    return stacks;
  }

  /** The next call of this name, unread. */
  public @Nullable Section take(String name) {
    ArrayDeque<Section> waiting = byName.get(name);
    return waiting == null ? null : waiting.poll();
  }

  /** Reads a call that was taken. */
  public Map<?, ?> read(Section call) {
    RawReport from = Optional.ofNullable(holder).orElseThrow();
    if (from.valueAt(call) instanceof Map<?, ?> fields) {
      return fields;
    }
    throw new TilescopeException(
        Place.in(from.file()), from.file() + ": a recorded call is not an object");
  }
}
