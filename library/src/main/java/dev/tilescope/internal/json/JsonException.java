package dev.tilescope.internal.json;

import org.jspecify.annotations.Nullable;

/** Text that is not the JSON that was expected. The message begins with source, line and column. */
public final class JsonException extends RuntimeException {
  private final String source;
  private final int line;
  private final int column;
  private final String problem;
  private final boolean truncated;

  JsonException(
      String source,
      int line,
      int column,
      String problem,
      boolean truncated,
      @Nullable Throwable cause) {
    super(source + ":" + line + ":" + column + ": " + problem, cause);
    this.source = source;
    this.line = line;
    this.column = column;
    this.problem = problem;
    this.truncated = truncated;
  }

  /** Source, line and column as {@code report.json:12:7}. */
  public String where() {
    return source + ":" + line + ":" + column;
  }

  public int line() {
    return line;
  }

  public int column() {
    return column;
  }

  /** The message without its position. */
  public String problem() {
    return problem;
  }

  /** True if the text stopped before the document was complete. */
  public boolean truncated() {
    return truncated;
  }
}
