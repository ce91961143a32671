package dev.tilescope.internal.store;

import dev.tilescope.model.TilescopeException;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A file that {@link ReportCopy} keeps in a database, as it was. */
final class StoredFile extends RowStream {
  private final ReadOnlyDatabase database;
  private long parts;

  StoredFile(ReadOnlyDatabase database, long report, ReportCopy.Role role) {
    super(
        database,
        "SELECT part, raw_size, zstd FROM tilescope_files WHERE report = ? AND role = ?"
            + " ORDER BY part",
        report,
        role.text());
    this.database = database;
  }

  @Override
  byte[] bytesOf(ResultSet row) throws SQLException {
    long length = row.getLong(2);
    byte[] block = row.getBytes(3);
    boolean sane =
        row.getLong(1) == parts++ && length > 0 && length <= ReportCopy.PART_BYTES && block != null;
    byte[] bytes = sane ? PackedPart.unpack(block, (int) length) : null;
    if (bytes == null) {
      throw new TilescopeException(
          "database %s: part %d of a file in tilescope_files is damaged; import its report again"
              .formatted(database.file(), parts - 1));
    }
    return bytes;
  }

  @Override
  byte[] last() {
    return new byte[0];
  }
}
