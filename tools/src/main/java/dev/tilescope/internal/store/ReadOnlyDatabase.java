package dev.tilescope.internal.store;

import dev.tilescope.device.TimeBands;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/**
 * A database that is only looked at: nothing beside it is made, so it may lie in a directory that
 * nobody can write to. Whatever goes wrong is said with the file's name.
 */
public final class ReadOnlyDatabase implements AutoCloseable {
  private static final byte[] FIRST_BYTES = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);

  /** Reads one row. */
  public interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  private final Path file;
  private final Connection connection;

  private ReadOnlyDatabase(Path file, Connection connection) {
    this.file = file;
    this.connection = connection;
  }

  /** The file is an SQLite database, by its first bytes. */
  public static boolean is(Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream bytes = Files.newInputStream(file)) {
      return Arrays.equals(bytes.readNBytes(FIRST_BYTES.length), FIRST_BYTES);
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Imports replace a database and never change it, so it is read as one that stays as it is:
   * without locks, and without the files that SQLite would make beside it. Only what another
   * program has written and not yet moved into it asks for them.
   */
  static ReadOnlyDatabase open(Path file) {
    Path log = file.resolveSibling(file.getFileName() + "-wal");
    boolean unfinished = log.toFile().length() > 0;
    SQLiteConfig config = config();
    String address = "jdbc:sqlite:file:" + file.toUri().getRawPath();
    try {
      return new ReadOnlyDatabase(
          file, config.createConnection(unfinished ? address : address + "?immutable=1"));
    } catch (SQLException e) {
      throw unreadable(file, e);
    }
  }

  /** How a connection is opened that can change nothing. */
  static SQLiteConfig config() {
    QuietDriver.prepare();
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    config.setOpenMode(SQLiteOpenMode.READONLY);
    config.enableLoadExtension(false);
    return config;
  }

  /**
   * Opens a database to ask it in the words of today's schema, whoever wrote it and when: tables
   * and columns that it lacks are there and empty, and its rank is 0 if it knows of none.
   *
   * @throws TilescopeException if it cannot be read or is no database of reports
   */
  public static ReadOnlyDatabase openInTodaysWords(Path file) {
    ReadOnlyDatabase database = open(file);
    try {
      CurrentSchemaViews.create(database);
      return database;
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  public Path file() {
    return file;
  }

  /** Names of a table's columns; none if there is no such table. */
  List<String> columns(String table) {
    return list("SELECT name FROM pragma_table_info(?)", row -> row.getString(1), (Object) table);
  }

  public <T> List<T> list(String sql, RowReader<T> reader, Object... parameters) {
    List<T> rows = new ArrayList<>();
    forEach(sql, row -> rows.add(reader.read(row)), parameters);
    return rows;
  }

  /**
   * @param reader gives no null
   */
  public <T> Optional<T> first(String sql, RowReader<T> reader, Object... parameters) {
    return list(sql + " LIMIT 1", reader, parameters).stream().findFirst();
  }

  /** Takes rows one by one. */
  public interface RowTaker {
    void take(ResultSet row) throws SQLException;
  }

  /** Hands on every row as it comes; none is held. */
  public void forEach(String sql, RowTaker taker, Object... parameters) {
    try (PreparedStatement statement = prepare(sql, parameters);
        ResultSet result = statement.executeQuery()) {
      while (result.next()) {
        taker.take(result);
      }
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }

  /** The number in the first column of the first row. */
  public long number(String sql, Object... parameters) {
    return list(sql, row -> row.getLong(1), parameters).getFirst();
  }

  /** What boards like those of its reports may take for modelled times. */
  public TimeBands timeBands() {
    return DeviceArchitectures.bandsOf(this);
  }

  /**
   * @param table of today's schema, so that every database opened in its words has it
   */
  public boolean hasRows(String table, int rank) {
    return number("SELECT EXISTS (SELECT 1 FROM %s WHERE rank = ?)".formatted(table), rank) > 0;
  }

  void run(String sql) {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.execute();
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }

  /** A statement for the caller to close. */
  PreparedStatement prepare(String sql, Object... parameters) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i]);
    }
    return statement;
  }

  TilescopeException unreadable(SQLException e) {
    return unreadable(file, e);
  }

  private static TilescopeException unreadable(Path file, SQLException e) {
    return new TilescopeException(
        "database %s cannot be read: %s; import its report again".formatted(file, e.getMessage()),
        e);
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }
}
