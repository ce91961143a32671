package dev.tilescope.csv;

import org.jspecify.annotations.Nullable;

/** Text that is not CSV. The message begins with source, row and column, counted from 1. */
public final class CsvException extends RuntimeException {
  private final int row;
  private final int column;

  CsvException(String source, int row, int column, String problem, @Nullable Throwable cause) {
    super(source + ":" + row + ":" + column + ": " + problem, cause);
    this.row = row;
    this.column = column;
  }

  public int row() {
    return row;
  }

  /** The number of the cell in its row. */
  public int column() {
    return column;
  }
}
