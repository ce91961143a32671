package dev.tilescope.internal.store;

import dev.tilescope.internal.store.ReportCopy.Role;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Copies of a report and of what its calls are in, made together; none until they are begun. */
final class ReportCopies implements AutoCloseable {
  private final RowSink rows;
  private final long rank;
  private final List<ReportCopy> copies = new ArrayList<>();

  ReportCopies(RowSink rows, long rank) {
    this.rows = rows;
    this.rank = rank;
  }

  /**
   * @param calls the sidecar, or null
   * @param number of the report in the database
   */
  void begin(Path report, @Nullable Path calls, long number) {
    copies.add(ReportCopy.of(report, Role.REPORT, rows, number, rank));
    if (calls != null) {
      copies.add(ReportCopy.of(calls, Role.CALLS, rows, number, rank));
    }
  }

  void upTo(long done, long all) {
    copies.forEach(copy -> copy.upTo(done, all));
  }

  void finish() {
    copies.forEach(ReportCopy::finish);
  }

  @Override
  public void close() {
    copies.forEach(ReportCopy::close);
  }
}
