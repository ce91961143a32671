package dev.tilescope.store;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.FileTrouble;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * A file, copied into rows of {@code tilescope_files} while it is imported.
 *
 * <p>The other tables are made for a viewer: they lack what lies between operations, and where
 * connections between operations lead. With the file itself beside them a database answers whatever
 * its report does. The copy keeps step with the walk over the trace, which waits for the inserting
 * thread now and then anyway.
 */
final class ReportCopy implements AutoCloseable {
  /** What a file is to its report. */
  enum Role {
    REPORT,
    CALLS;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static final int PART_BYTES = 1 << 20;

  private final Path file;
  private final Role role;
  private final RowSink rows;
  private final long report;
  private final long rank;
  private final long size;
  private final InputStream in;
  private final byte[] part;
  private long copied;
  private long parts;

  private ReportCopy(Path file, Role role, RowSink rows, long report, long rank)
      throws IOException {
    this.file = file;
    this.role = role;
    this.rows = rows;
    this.report = report;
    this.rank = rank;
    this.size = Files.size(file);
    this.part = new byte[(int) Math.min(size, PART_BYTES)];
    this.in = Files.newInputStream(file);
  }

  /**
   * @param report number of the report in the database
   */
  static ReportCopy of(Path file, Role role, RowSink rows, long report, long rank) {
    try {
      return new ReportCopy(file, role, rows, report, rank);
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  /** Copies as much of the file as is done of the walk. */
  void upTo(long done, long all) {
    double share = all <= 0 ? 1 : Math.min(1.0, (double) done / all);
    while (copied + part.length <= share * size && step()) {}
  }

  /** Copies the rest. */
  void finish() {
    while (step()) {}
  }

  private boolean step() {
    int length;
    try {
      length = in.readNBytes(part, 0, part.length);
    } catch (IOException e) {
      throw failed(file, e);
    }
    if (length > 0) {
      copied += length;
      writePart(length);
    }
    return length > 0;
  }

  private void writePart(int length) {
    rows.row(Table.FILES)
        .add(report)
        .add((Object) role.text())
        .add((Object) String.valueOf(file.getFileName()))
        .add(parts++)
        .add(length)
        .add((Object) PackedPart.pack(part, length))
        .add(rank);
  }

  private static TilescopeException failed(Path file, IOException e) {
    return new TilescopeException("cannot read " + file + ": " + FileTrouble.reading(e), e);
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw failed(file, e);
    }
  }
}
