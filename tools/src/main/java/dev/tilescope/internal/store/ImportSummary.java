package dev.tilescope.internal.store;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What an import did.
 *
 * @param reports files that were imported
 * @param rows rows by table, in the order of the schema; tables without rows are left out
 * @param devices that the reports are of; each report has a row for each of its own
 * @param skipped files that were left out, with the reason
 * @param dropped number of parts of other files that were left out
 * @param problems the first of these parts, and doubts about the files, in words
 * @param bytes size of the reports read
 */
public record ImportSummary(
    Path database,
    List<Path> reports,
    Map<String, Long> rows,
    int devices,
    List<String> skipped,
    long dropped,
    List<String> problems,
    long bytes) {
  public int files() {
    return reports.size();
  }

  public long rowsOf(String table) {
    return rows.getOrDefault(table, 0L);
  }
}
