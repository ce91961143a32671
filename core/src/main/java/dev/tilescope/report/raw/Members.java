package dev.tilescope.report.raw;

import dev.tilescope.report.raw.RawReport.Section;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of one large object: names in the order of the file, and where each value is. */
public final class Members {
  static final Members NONE = new Members();

  private final List<String> names = new ArrayList<>();
  private final Map<String, Section> places = new HashMap<>();

  private Members() {}

  static Members of(FileChannel channel, Section section) {
    FileWindow window = new FileWindow(channel, section.start(), section.end());
    Members members = new Members();
    if (!window.accept('{')) {
      if (window.token() == 'n') {
        return NONE;
      }
      throw new MalformedJson(window.offset(), "expected an object");
    }
    if (!window.accept('}')) {
      do {
        members.add(window);
      } while (window.accept(','));
      window.expect('}');
    }
    return members;
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
