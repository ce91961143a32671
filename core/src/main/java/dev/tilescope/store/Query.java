package dev.tilescope.store;

import dev.tilescope.model.TilescopeException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteLimits;
import org.sqlite.SQLiteOpenMode;

/**
 * One question to an imported database, asked so that it can change nothing: the file is opened
 * read-only, and neither other files nor extensions can be brought in.
 */
public final class Query {
  /** Of one that is asked with a limit of time: who asks so has little memory too. */
  private static final int MOST_BYTES_OF_A_VALUE = 16 << 20;

  private static final int SHOWN_CHARS = 40;

  private static final Duration NO_LIMIT = Duration.ZERO;

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

  private static final int STEPS_BETWEEN_LOOKS = 10_000;

  /**
   * @param path a database, or the folder that an import wrote one into
   */
  public static void ask(Path path, String sql, Answer answer) {
    ask(path, sql, answer, NO_LIMIT);
  }

  /**
   * The same, given up after a while, or at a value of more than 16 MiB.
   *
   * @param limit of the time it may take
   * @throws TilescopeException also if that is over
   */
  public static void ask(Path path, String sql, Answer answer, Duration limit) {
    Path database = databaseOf(path);
    requireOne(sql);
    try (Connection connection = open(database);
        Statement statement = connection.createStatement()) {
      giveUpAfter(limit, connection);
      if (!statement.execute(sql)) {
        throw new TilescopeException("the statement gives no rows; ask with SELECT");
      }
      try (ResultSet rows = statement.getResultSet()) {
        hand(rows, answer);
      }
    } catch (SQLException e) {
      throw e.getErrorCode() == SQLiteErrorCode.SQLITE_INTERRUPT.code
          ? new TilescopeException(
              "the question took longer than %d s and was given up; ask for less, or use"
                      .formatted(limit.toSeconds())
                  + " tilescope sql, which waits",
              e)
          : new TilescopeException(database + ": " + sentence(e), e);
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
  }

  /** SQLite's own words, which its driver puts in brackets behind the name of their kind. */
  private static String sentence(SQLException e) {
    Matcher form = DRIVERS_FORM.matcher(String.valueOf(e.getMessage()));
    return form.matches() ? form.group(1) : String.valueOf(e.getMessage());
  }

  private static void giveUpAfter(Duration limit, Connection connection) throws SQLException {
    if (limit.equals(NO_LIMIT)) {
      return;
    }
    ((SQLiteConnection) connection)
        .setLimit(SQLiteLimits.SQLITE_LIMIT_LENGTH, MOST_BYTES_OF_A_VALUE);
    long end = System.nanoTime() + limit.toNanos();
    ProgressHandler.setHandler(
        connection,
        STEPS_BETWEEN_LOOKS,
        new ProgressHandler() {
          @Override
          protected int progress() {
            return System.nanoTime() < end ? 0 : 1;
          }
        });
  }

  private static Connection open(Path database) throws SQLException {
    QuietDriver.prepare();
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    config.setOpenMode(SQLiteOpenMode.READONLY);
    config.resetOpenMode(SQLiteOpenMode.OPEN_URI);
    config.enableLoadExtension(false);
    Connection connection = config.createConnection("jdbc:sqlite:" + database.toAbsolutePath());
    ((SQLiteConnection) connection).setLimit(SQLiteLimits.SQLITE_LIMIT_ATTACHED, 0);
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
