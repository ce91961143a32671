package dev.tilescope.internal.store;

import dev.tilescope.device.TimeBands;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which architectures the devices of a database's reports have: {@code devices}, a table of
 * upstream's, has no room for them, so they are a fact in {@code report_metadata}.
 */
final class DeviceArchitectures {
  static final String KEY = "tilescope_architectures";

  private static final String SEPARATOR = ",";

  private final SortedSet<String> names = new TreeSet<>();

  /**
   * Adds those of a report.
   *
   * @return of its modelled times
   */
  TimeBands take(List<Map<Object, @Nullable Object>> devices) {
    List<String> ofReport = new ArrayList<>();
    for (Map<Object, @Nullable Object> device : devices) {
      if (device.get("arch") instanceof String name && !name.isBlank()) {
        ofReport.add(name);
      }
    }
    names.addAll(ofReport);
    return TimeBands.named(ofReport);
  }

  boolean isEmpty() {
    return names.isEmpty();
  }

  /** Of all reports so far. */
  String text() {
    return String.join(SEPARATOR, names);
  }

  static TimeBands bandsOf(ReadOnlyDatabase database) {
    return TimeBands.named(
        database
            .first(
                "SELECT substr(value, 1, 300) FROM report_metadata WHERE key = ?",
                row -> List.of(String.valueOf(row.getString(1)).split(SEPARATOR, -1)),
                KEY)
            .orElse(List.of()));
  }
}
