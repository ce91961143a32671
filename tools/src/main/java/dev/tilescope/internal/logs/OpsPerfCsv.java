package dev.tilescope.internal.logs;

import dev.tilescope.internal.csv.CsvWriter;
import dev.tilescope.profile.internal.table.Column;
import dev.tilescope.profile.internal.table.OpsRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Collection;
import java.util.List;

/**
 * Writes tables as TT-NN does: CRLF, commas inside cells turned into semicolons, an empty cell
 * where there is no value.
 */
final class OpsPerfCsv {
  private OpsPerfCsv() {}

  /** All columns of the rows must be in the header. */
  static void write(List<Column> header, Collection<OpsRow> rows, Writer writer) {
    try {
      CsvWriter csv = new CsvWriter(writer, "\r\n");
      csv.row(header.stream().map(Column::header).toList());
      for (OpsRow row : rows) {
        csv.row(row.texts(header).stream().map(text -> text.replace(',', ';')).toList());
      }
      writer.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
