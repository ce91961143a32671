package dev.tilescope.report;

import dev.tilescope.model.Report;
import dev.tilescope.model.TilescopeException;
import org.jspecify.annotations.Nullable;

/** A report that could not be put on disk. It carries the report, so that nothing is lost. */
public final class ReportWriteException extends TilescopeException {
  private final transient Report report;

  ReportWriteException(String message, Report report, @Nullable Throwable cause) {
    super(message, cause);
    this.report = report;
  }

  /** What was to be written, whole. */
  public Report report() {
    return report;
  }
}
