package dev.tilescope.internal.export;

import dev.tilescope.analysis.AllocationsTable;
import dev.tilescope.analysis.AllocationsTable.Row;
import dev.tilescope.internal.csv.CsvWriter;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.words.VisibleText;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.List;

/** The allocations table: aligned as TT-NN's document prints it, or as CSV. */
public final class AllocationsText {
  private static final List<String> HEADER =
      List.of("current_op", "event", "total_cb", "total_buffer", "info");

  /** One hostile name must not make every line as long as itself. */
  private static final int MAX_CELL_CHARS = 160;

  private AllocationsText() {}

  /** Columns right-aligned, rows numbered from 0. */
  public static void aligned(AllocationsTable table, Appendable out) throws IOException {
    aligned(table, HEADER.size(), out);
  }

  /** The same without the info column, which makes lines long. */
  public static void brief(AllocationsTable table, Appendable out) throws IOException {
    aligned(table, HEADER.size() - 1, out);
  }

  private static void aligned(AllocationsTable table, int columns, Appendable out)
      throws IOException {
    int indexWidth = Integer.toString(Math.max(0, table.rows().size() - 1)).length();
    int[] widths = Arrays.copyOf(widths(table), columns);
    line(" ".repeat(indexWidth), HEADER, widths, out);
    int index = 0;
    for (Row row : table.rows()) {
      String number = Integer.toString(index++);
      line(number + " ".repeat(indexWidth - number.length()), shown(row), widths, out);
    }
  }

  public static void csv(AllocationsTable table, Appendable out) throws IOException {
    CsvWriter csv = new CsvWriter(out);
    csv.row(HEADER);
    for (Row row : table.rows()) {
      csv.row(cells(row));
    }
  }

  private static List<String> cells(Row row) {
    return List.of(
        VisibleText.of(row.currentOperation()),
        EventText.event(row.node().event()),
        Long.toString(row.totalCbBytes()),
        Long.toString(row.totalBufferBytes()),
        EventText.info(row.node().event()));
  }

  private static List<String> shown(Row row) {
    return cells(row).stream().map(AllocationsText::shortened).toList();
  }

  private static String shortened(String cell) {
    return cell.length() <= MAX_CELL_CHARS ? cell : cell.substring(0, MAX_CELL_CHARS) + "...";
  }

  private static int[] widths(AllocationsTable table) {
    int[] widths = HEADER.stream().mapToInt(String::length).toArray();
    for (Row row : table.rows()) {
      List<String> cells = shown(row);
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], cells.get(i).length());
      }
    }
    return widths;
  }

  private static void line(String index, List<String> cells, int[] widths, Appendable out)
      throws IOException {
    out.append(index);
    for (int i = 0; i < widths.length; i++) {
      String cell = cells.get(i);
      out.append("  ").append(" ".repeat(widths[i] - cell.length())).append(cell);
    }
    out.append('\n');
  }

  /** An array with an object for each row. */
  public static void json(AllocationsTable table, Writer out) throws IOException {
    try (JsonWriter json = JsonWriter.pretty(out)) {
      json.beginArray();
      for (Row row : table.rows()) {
        json.beginObject()
            .field("counter", row.node().counter())
            .field("operation", row.currentOperation())
            .field("event", EventText.event(row.node().event()))
            .field("total_cb_bytes", row.totalCbBytes())
            .field("total_buffer_bytes", row.totalBufferBytes())
            .endObject();
      }
      json.endArray();
    }
    out.append('\n');
  }
}
