package dev.tilescope.internal.csv;

import java.io.IOException;
import java.util.List;

/**
 * Comma-separated values (RFC 4180): a cell that holds a comma, quote, line break or outer space is
 * quoted, and quotes inside are doubled.
 */
public final class CsvWriter {
  private final Appendable out;
  private final String lineEnd;

  /** Lines end in {@code \n}. */
  public CsvWriter(Appendable out) {
    this(out, "\n");
  }

  public CsvWriter(Appendable out, String lineEnd) {
    this.out = out;
    this.lineEnd = lineEnd;
  }

  public void row(List<String> cells) throws IOException {
    for (int i = 0; i < cells.size(); i++) {
      if (i > 0) {
        out.append(',');
      }
      cell(cells.get(i));
    }
    out.append(lineEnd);
  }

  private void cell(String text) throws IOException {
    if (!needsQuotes(text)) {
      out.append(text);
      return;
    }
    out.append('"').append(text.replace("\"", "\"\"")).append('"');
  }

  private static boolean needsQuotes(String text) {
    for (int i = 0; i < text.length(); i++) {
      switch (text.charAt(i)) {
        case ',', '"', '\n', '\r' -> {
          return true;
        }
        default -> {}
      }
    }
    return text.startsWith(" ") || text.endsWith(" ");
  }
}
