package dev.tilescope.logs;

import dev.tilescope.csv.CsvWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Writes tables as TT-NN does: CRLF, commas inside cells turned into semicolons, an empty cell
 * where there is no value.
 */
final class OpsPerfCsv {
  private OpsPerfCsv() {}

  /** Each row maps columns to cells; all its columns must be in the header. */
  static void write(List<String> header, Collection<Map<String, String>> rows, Writer writer) {
    try {
      CsvWriter csv = new CsvWriter(writer, "\r\n");
      csv.row(header);
      for (Map<String, String> row : rows) {
        csv.row(header.stream().map(column -> cell(row.getOrDefault(column, ""))).toList());
      }
      writer.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String cell(String value) {
    return value.replace(',', ';');
  }
}
