package dev.tilescope.internal.store;

import dev.tilescope.internal.io.UnpackLimit;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * @param databaseName file name in the output directory
 * @param upstreamRows write row for row what upstream's importer writes
 * @param existing what to do with a database that is there
 * @param keepGoing leave out what cannot be imported, and say so
 * @param unpackLimit how much one compressed file may unpack to
 * @param addition what else goes into the database before it appears
 */
public record ImportOptions(
    String databaseName,
    boolean upstreamRows,
    Existing existing,
    boolean keepGoing,
    UnpackLimit unpackLimit,
    Addition addition) {
  /** Writes more tables. */
  public interface Addition {
    void to(Connection database) throws SQLException;
  }

  /** What happens to a database that is there already. */
  public enum Existing {
    REFUSE,
    REPLACE,
    APPEND
  }

  public ImportOptions(
      String databaseName, boolean upstreamRows, Existing existing, boolean keepGoing) {
    this(databaseName, upstreamRows, existing, keepGoing, UnpackLimit.usual(), _ -> {});
  }

  public static final ImportOptions DEFAULT =
      new ImportOptions("db.sqlite", false, Existing.REFUSE, false);
}
