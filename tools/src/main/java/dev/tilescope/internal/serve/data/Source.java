package dev.tilescope.internal.serve.data;

import java.nio.file.Path;

/**
 * Something that can be looked at, as it was found on disk.
 *
 * @param id how the page speaks of it: 1, 2, ...
 * @param path as the user named it
 * @param bytes its size; of a folder that of the file in it that counts
 * @param modifiedMillis when it was written, since 1970
 */
public record Source(int id, Kind kind, Path path, long bytes, long modifiedMillis) {
  /** What it holds. */
  public enum Kind {
    /** A database of a report, or the folder of one. */
    DATABASE,
    /** A report as JSON, which becomes a database before it is looked at. */
    REPORT,
    /** What a profiler left of a run: a folder of logs, or an ops_perf_results CSV. */
    RUN,
    /** A folder of traced calls, one JSON file each. */
    CALLS
  }

  public boolean isReport() {
    return kind == Kind.DATABASE || kind == Kind.REPORT;
  }
}
