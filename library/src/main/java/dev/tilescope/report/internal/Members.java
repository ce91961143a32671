package dev.tilescope.report.internal;

import dev.tilescope.report.internal.RawReport.Section;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of one large object: names in the order of the file, and where each value is. */
public final class Members {
  private final List<String> names = new ArrayList<>();
  private final Map<String, Section> places = new HashMap<>();

  Members() {}

  /** Notes the fields of an object; null counts as an empty one. */
  void addAll(FileWindow window) {
    if (!window.accept('{')) {
      if (window.token() == 'n') {
        return;
      }
      throw new MalformedJson(window.offset(), "expected an object");
    }
    if (!window.accept('}')) {
      do {
        add(window);
      } while (window.accept(','));
      window.expect('}');
    }
  }

  private void add(FileWindow window) {
    String name = window.step(window.json()::text);
    window.expect(':');
    window.token();
    long start = window.offset();
    window.skim();
    if (places.put(name, new Section(start, window.offset())) == null) {
      names.add(name);
    }
  }

  public List<String> names() {
    return names;
  }

  public @Nullable Section place(String name) {
    return places.get(name);
  }

  public boolean isEmpty() {
    return names.isEmpty();
  }
}
