package dev.tilescope.internal.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.csv.CsvReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rows of a CSV file, from columns to cells. */
final class Tables {
  private Tables() {}

  static List<Map<String, String>> read(Path file) throws IOException {
    List<Map<String, String>> rows = new ArrayList<>();
    try (CsvReader csv = CsvReader.open(file)) {
      List<String> header = csv.next();
      assertThat(header).isNotNull();
      for (List<String> cells = csv.next(); cells != null; cells = csv.next()) {
        assertThat(cells).hasSameSizeAs(header);
        Map<String, String> row = new LinkedHashMap<>();
        for (int i = 0; i < header.size(); i++) {
          row.put(header.get(i), cells.get(i));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  static List<String> column(List<Map<String, String>> rows, String name) {
    return rows.stream().map(row -> row.getOrDefault(name, "no such column")).toList();
  }
}
