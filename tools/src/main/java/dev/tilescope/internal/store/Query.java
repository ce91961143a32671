package dev.tilescope.internal.store;

import dev.tilescope.model.TilescopeException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteLimits;
import org.sqlite.SQLiteOpenMode;

/**
 * One question to an imported database, asked so that it can change nothing: only statements that
 * ask are given to SQLite at all, the file is opened read-only, and neither other files nor
 * extensions can be brought in.
 */
public final class Query {
  private static final int MOST_BYTES_OF_A_VALUE_IN_LITTLE_SPACE = 16 << 20;

  private static final int SHOWN_CHARS = 40;

  private static final Pattern DRIVERS_FORM =
      Pattern.compile("\\[SQLITE_\\w+] [^(]*\\((.+)\\)", Pattern.DOTALL);

  private Query() {}

  /** Takes the answer as it comes; rows are not held. */
  public interface Answer {
    void columns(List<String> names);

    /** Values are Integer, Long, Double, String, byte[] or null. */
    void row(List<@Nullable Object> values);

    /** Whether more rows are wanted; asked after each. */
    default boolean wantsMore() {
      return true;
    }
  }

  /**
   * @param path a database, or the folder that an import wrote one into
   */
  public static void ask(Path path, String sql, Answer answer) {
    ask(path, sql, answer, false);
  }

  /**
   * The same without files: what SQLite would write to temporary ones it keeps in the memory of
   * this process, and a value of more than 16 MiB is an error.
   *
   * @throws OutOfMemoryError if the memory that the process may have is not enough
   */
  public static void askInLittleSpace(Path path, String sql, Answer answer) {
    ask(path, sql, answer, true);
  }

  private static void ask(Path path, String sql, Answer answer, boolean isSpaceLittle) {
    Path database = databaseOf(path);
    requireOne(sql);
    try (Connection connection = open(database, isSpaceLittle);
        PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet rows = statement.executeQuery()) {
      hand(rows, answer);
    } catch (SQLException e) {
      if (isSpaceLittle && e.getErrorCode() == SQLiteErrorCode.SQLITE_NOMEM.code) {
        throw new OutOfMemoryError(e.getMessage());
      }
      throw new TilescopeException(database + ": " + sentence(e), e);
    }
  }

  private static Path databaseOf(Path path) {
    Path database = Files.isDirectory(path) ? path.resolve("db.sqlite") : path;
    if (!Files.isRegularFile(database)) {
      throw new TilescopeException(
          "database %s does not exist; make one with: tilescope import REPORT FOLDER"
              .formatted(database));
    }
    if (!ReadOnlyDatabase.is(database)) {
      throw new TilescopeException(
          "%s is no database; if it is a report, make one with: tilescope import %s FOLDER"
              .formatted(database, database));
    }
    return database;
  }

  private static void requireOne(String sql) {
    if (SqlStatement.isNone(sql)) {
      throw new TilescopeException("the question is empty; ask with SELECT");
    }
    String rest = SqlStatement.rest(sql);
    if (!rest.isEmpty()) {
      throw new TilescopeException(
          "one statement can be asked at a time; after its ';' comes more: "
              + rest.substring(0, Math.min(rest.length(), SHOWN_CHARS)));
    }
    if (!SqlStatement.asks(sql)) {
      throw new TilescopeException(
          "only questions are asked: SELECT, WITH, VALUES, and EXPLAIN of one; what PRAGMA tells is"
              + " a table too: SELECT * FROM pragma_table_info('operations')");
    }
  }

  /** SQLite's own words, which its driver puts in brackets behind the name of their kind. */
  private static String sentence(SQLException e) {
    Matcher form = DRIVERS_FORM.matcher(String.valueOf(e.getMessage()));
    return form.matches() ? form.group(1) : String.valueOf(e.getMessage());
  }

  private static Connection open(Path database, boolean isSpaceLittle) throws SQLException {
    SQLiteConfig config = ReadOnlyDatabase.config();
    config.resetOpenMode(SQLiteOpenMode.OPEN_URI);
    if (isSpaceLittle) {
      config.setTempStore(SQLiteConfig.TempStore.MEMORY);
    }
    SQLiteConnection connection =
        (SQLiteConnection) config.createConnection("jdbc:sqlite:" + database.toAbsolutePath());
    connection.setLimit(SQLiteLimits.SQLITE_LIMIT_ATTACHED, 0);
    if (isSpaceLittle) {
      connection.setLimit(SQLiteLimits.SQLITE_LIMIT_LENGTH, MOST_BYTES_OF_A_VALUE_IN_LITTLE_SPACE);
    }
    return connection;
  }

  private static void hand(ResultSet rows, Answer answer) throws SQLException {
    ResultSetMetaData meta = rows.getMetaData();
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= meta.getColumnCount(); i++) {
      names.add(meta.getColumnLabel(i));
    }
    answer.columns(names);
    while (answer.wantsMore() && rows.next()) {
      List<@Nullable Object> values = new ArrayList<>(names.size());
      for (int i = 1; i <= names.size(); i++) {
        values.add(rows.getObject(i));
      }
      answer.row(values);
    }
  }
}
