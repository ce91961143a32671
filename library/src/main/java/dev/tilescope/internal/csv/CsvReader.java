package dev.tilescope.internal.csv;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads comma-separated values (RFC 4180) row by row: lines may end in {@code \n}, {@code \r\n} or
 * {@code \r}, a byte order mark and empty lines are skipped.
 *
 * <p>A quote inside a cell that does not begin with one is a character like any other, because the
 * profiler's device logs hold unquoted JSON.
 */
public final class CsvReader implements AutoCloseable {
  /** Far above any real cell; keeps a quote that is never closed from filling memory. */
  static final int MAX_CELL_CHARS = 1 << 20;

  static final int MAX_CELLS = 1 << 14;

  private static final int BUFFER_CHARS = 1 << 16;
  private static final int END = -1;
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final Reader in;
  private final String source;
  private final char[] buffer = new char[BUFFER_CHARS];
  private final StringBuilder text = new StringBuilder();
  private int position;
  private int limit;
  private int row;
  private int column = 1;

  /**
   * @param source what errors call the text, such as its file
   */
  public CsvReader(Reader in, String source) {
    this.in = in;
    this.source = source;
    if (peek() == BYTE_ORDER_MARK) {
      position++;
    }
  }

  /** Reads UTF-8. */
  public static CsvReader open(Path file) throws IOException {
    return open(Files.newInputStream(file), file.toString());
  }

  /**
   * The same of bytes that are closed with the reader, or if this fails.
   *
   * @param source what errors call the text, such as its file
   */
  public static CsvReader open(InputStream bytes, String source) throws IOException {
    // A decoder, not a charset: bytes that are no UTF-8 are then an error instead of U+FFFD.
    Reader in = new InputStreamReader(bytes, StandardCharsets.UTF_8.newDecoder());
    try {
      return new CsvReader(in, source);
    } catch (RuntimeException e) {
      in.close();
      throw e;
    }
  }

  /**
   * The next row that is not empty, or null at the end.
   *
   * @throws CsvException if the text is not CSV, or not UTF-8
   * @throws UncheckedIOException if it cannot be read
   */
  public @Nullable List<String> next() {
    while (peek() != END) {
      List<String> cells = readRow();
      if (cells.size() > 1 || !cells.getFirst().isEmpty()) {
        return cells;
      }
    }
    return null;
  }

  /** An error in the row that {@link #next} gave last. */
  public CsvException error(int columnNumber, String problem) {
    return new CsvException(source, row, columnNumber, problem, null);
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> readRow() {
    row++;
    List<String> cells = new ArrayList<>();
    column = 1;
    cells.add(cell());
    while (peek() == ',') {
      position++;
      column++;
      if (column > MAX_CELLS) {
        throw error(column, "more than " + MAX_CELLS + " cells in one row; this is no table");
      }
      cells.add(cell());
    }
    endLine();
    return cells;
  }

  private String cell() {
    text.setLength(0);
    if (peek() == '"') {
      quoted();
    } else {
      plain();
    }
    return text.toString();
  }

  private void plain() {
    for (int c = peek(); !endsCell(c); c = peek()) {
      take(c);
    }
  }

  private void quoted() {
    position++;
    while (true) {
      int c = peek();
      if (c == END) {
        throw error(column, "the file ends inside a quoted cell; it is cut off or lacks a quote");
      }
      if (c != '"') {
        take(c);
        continue;
      }
      position++;
      if (peek() != '"') {
        break;
      }
      take('"');
    }
    if (!endsCell(peek())) {
      throw error(column, "text after a closing quote; expected a comma or the end of the line");
    }
  }

  private void take(int c) {
    if (text.length() == MAX_CELL_CHARS) {
      throw error(
          column,
          "a cell of more than " + MAX_CELL_CHARS + " characters; is a quote never closed?");
    }
    text.append((char) c);
    position++;
  }

  private static boolean endsCell(int c) {
    return c == ',' || c == '\n' || c == '\r' || c == END;
  }

  private void endLine() {
    if (peek() == '\r') {
      position++;
    }
    if (peek() == '\n') {
      position++;
    }
  }

  private int peek() {
    if (position == limit && !fill()) {
      return END;
    }
    return buffer[position];
  }

  private boolean fill() {
    try {
      int count = in.read(buffer, 0, BUFFER_CHARS);
      position = 0;
      limit = Math.max(count, 0);
      return count > 0;
    } catch (CharacterCodingException e) {
      throw new CsvException(
          source, Math.max(row, 1), column, "not UTF-8 text, here or soon after", e);
    } catch (IOException e) {
      throw new UncheckedIOException(source + ": cannot be read: " + e.getMessage(), e);
    }
  }
}
