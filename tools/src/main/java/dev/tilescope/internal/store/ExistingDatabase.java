package dev.tilescope.internal.store;

import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A database that rows are to be added to: copied, checked, and brought up to date. */
final class ExistingDatabase {
  private static final String SIZE = "size";
  private static final int NEWEST_MAJOR = 3;
  private static final int NEWEST_MINOR = 3;
  private static final Pattern VERSION = Pattern.compile("\\d{1,4}(\\.\\d{1,4}){0,3}");

  private final Path database;

  private ExistingDatabase(Path database) {
    this.database = database;
  }

  /**
   * Copies a database if rows can be added to it.
   *
   * @param withSize the copy must have the column {@code tensors.size}
   * @return whether it has that column
   */
  static boolean copy(Path database, Path copy, boolean withSize) throws IOException {
    return new ExistingDatabase(database).copyTo(copy, withSize);
  }

  private boolean copyTo(Path copy, boolean withSize) throws IOException {
    Path log = database.resolveSibling(database.getFileName() + "-wal");
    if (Files.exists(log) && Files.size(log) > 0) {
      throw refused(
          "is open in another program, or was not closed by one (" + log + ")", "close it");
    }
    Files.copy(database, copy, StandardCopyOption.REPLACE_EXISTING);
    QuietDriver.prepare();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + copy);
        Statement statement = connection.createStatement()) {
      requireVersion(statement);
      for (Table table : Table.values()) {
        requireColumns(table, columns(statement, table));
      }
      if (withSize) {
        addSize(statement);
      }
      return columns(statement, Table.TENSORS).contains(SIZE);
    } catch (SQLException e) {
      throw refused("cannot be read as a SQLite database (" + e.getMessage() + ")", "check it");
    }
  }

  /** Upstream's importer makes databases without it. */
  private static void addSize(Statement statement) throws SQLException {
    statement.execute(Table.TENSORS.createSql(true));
    if (!columns(statement, Table.TENSORS).contains(SIZE)) {
      statement.execute("ALTER TABLE tensors ADD COLUMN size int");
    }
  }

  private void requireVersion(Statement statement) throws SQLException {
    if (columns(statement, Table.REPORT_METADATA).isEmpty()) {
      throw refused(
          "holds no imported reports (it has no table report_metadata)", "check its name");
    }
    try (ResultSet row =
        statement.executeQuery("SELECT value FROM report_metadata WHERE key = 'schema_version'")) {
      String version = row.next() ? row.getString(1) : null;
      if (version == null || !VERSION.matcher(version).matches()) {
        throw refused("does not say its schema_version", "import its reports again");
      }
      if (isOlder(version)) {
        throw refused(
            "has the older schema " + version + ", and rows are written in schema 3.3",
            "import its reports again");
      }
    }
  }

  private static boolean isOlder(String version) {
    String[] parts = version.split("\\.", -1);
    int major = Integer.parseInt(parts[0]);
    int minor = parts.length > 1 ? Integer.parseInt(parts[1]) : 0;
    return major < NEWEST_MAJOR || (major == NEWEST_MAJOR && minor < NEWEST_MINOR);
  }

  private void requireColumns(Table table, List<String> actual) {
    List<String> expected = table.allColumnNames();
    boolean same = actual.isEmpty() || actual.equals(expected);
    if (!same && table == Table.TENSORS) {
      List<String> withSize = new ArrayList<>(expected);
      withSize.add(SIZE);
      same = actual.equals(withSize);
    }
    if (!same) {
      throw refused(
          "has a table %s of other columns: %s, expected %s"
              .formatted(table.sqlName(), String.join(", ", actual), String.join(", ", expected)),
          "import its reports again");
    }
  }

  private static List<String> columns(Statement statement, Table table) throws SQLException {
    List<String> names = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery("PRAGMA table_info(" + table.sqlName() + ")")) {
      while (rows.next()) {
        names.add(rows.getString("name"));
      }
    }
    return names;
  }

  private TilescopeException refused(String why, String next) {
    return new TilescopeException(
        "cannot append to database "
            + database
            + ": it "
            + why
            + "; "
            + next
            + ", or write a new database with --replace");
  }
}
