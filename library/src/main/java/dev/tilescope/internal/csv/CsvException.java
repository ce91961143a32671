package dev.tilescope.internal.csv;

import org.jspecify.annotations.Nullable;

/** Text that is not CSV. The message begins with source, row and column, counted from 1. */
public final class CsvException extends RuntimeException {
  CsvException(String source, int row, int column, String problem, @Nullable Throwable cause) {
    super(source + ":" + row + ":" + column + ": " + problem, cause);
  }
}
