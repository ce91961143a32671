package dev.tilescope.profile.logs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Writes {@code ops_perf_results} as TT-NN does: CRLF, commas inside cells turned into semicolons,
 * a cell quoted only if it holds a quote or a line end, an empty cell where there is no value.
 */
final class OpsPerfCsv {
  private static final String LINE_END = "\r\n";

  private OpsPerfCsv() {}

  /** Each row maps columns to cells; all its columns must be in the header. */
  static void write(List<String> header, Collection<Map<String, String>> rows, Writer writer) {
    try {
      writer.write(String.join(",", header) + LINE_END);
      StringBuilder line = new StringBuilder();
      for (Map<String, String> row : rows) {
        line.setLength(0);
        for (String column : header) {
          line.append(cell(row.getOrDefault(column, ""))).append(',');
        }
        line.setLength(line.length() - 1);
        writer.append(line).write(LINE_END);
      }
      writer.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String cell(String value) {
    String text = value.indexOf(',') < 0 ? value : value.replace(',', ';');
    boolean plain = text.indexOf('"') < 0 && text.indexOf('\n') < 0 && text.indexOf('\r') < 0;
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
