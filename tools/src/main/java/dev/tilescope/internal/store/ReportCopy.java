package dev.tilescope.internal.store;

import dev.tilescope.internal.io.FileTrouble;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Locale;

/**
 * A file, copied into rows of {@code tilescope_files} while it is imported.
 *
 * <p>The other tables are made for a viewer: they lack what lies between operations, and where
 * connections between operations lead. With the file itself beside them a database answers whatever
 * its report does. Rows name ranges of the file and keep step with the walk over the trace; the
 * thread that inserts them reads and packs those ranges, and closes the file after the last.
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
  private final FileChannel channel;
  private long copied;
  private long parts;

  private ReportCopy(Path file, Role role, RowSink rows, long report, long rank)
      throws IOException {
    this.file = file;
    this.role = role;
    this.rows = rows;
    this.report = report;
    this.rank = rank;
    this.channel = FileChannel.open(file);
    this.size = channel.size();
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
    while (copied < size && copied + partBytes() <= share * size) {
      writePart();
    }
  }

  /** Copies the rest. */
  void finish() {
    while (copied < size) {
      writePart();
    }
  }

  private int partBytes() {
    return (int) Math.min(size - copied, PART_BYTES);
  }

  private void writePart() {
    FilePart part = new FilePart(file, channel, copied, partBytes());
    RowBatch row = rows.row(Table.FILES).add(report).add(role.text());
    row.add(String.valueOf(file.getFileName())).add(parts++).add(part.length()).add(part).add(rank);
    copied += part.length();
  }

  static TilescopeException failed(Path file, IOException e) {
    return new TilescopeException("cannot read " + file + ": " + FileTrouble.reading(e), e);
  }

  @Override
  public void close() {
    rows.closeInTurn(channel);
  }
}
