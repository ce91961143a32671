package dev.tilescope.store;

import dev.tilescope.model.TilescopeException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/**
 * One question to an imported database, asked so that it can change nothing: the file is opened
 * read-only, and neither other files nor extensions can be brought in.
 */
public final class Query {
  private Query() {}

  /** Takes the answer as it comes; rows are not held. */
  public interface Answer {
    void columns(List<String> names);

    /** Values are Integer, Long, Double, String, byte[] or null. */
    void row(List<@Nullable Object> values);
  }

  /**
   * @param path a database, or the folder that an import wrote one into
   */
  public static void ask(Path path, String sql, Answer answer) {
    Path database = Files.isDirectory(path) ? path.resolve("db.sqlite") : path;
    if (!Files.isRegularFile(database)) {
      throw new TilescopeException(
          "database %s does not exist; make one with: tilescope import REPORT FOLDER"
              .formatted(database));
    }
    try (Connection connection = open(database);
        Statement statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        throw new TilescopeException("the statement gives no rows; ask with SELECT");
      }
      try (ResultSet rows = statement.getResultSet()) {
        hand(rows, answer);
      }
    } catch (SQLException e) {
      throw new TilescopeException(database + ": " + e.getMessage(), e);
    }
  }

  private static Connection open(Path database) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    config.setOpenMode(SQLiteOpenMode.READONLY);
    config.resetOpenMode(SQLiteOpenMode.OPEN_URI);
    config.enableLoadExtension(false);
    Connection connection = config.createConnection("jdbc:sqlite:" + database.toAbsolutePath());
    ((org.sqlite.SQLiteConnection) connection)
        .setLimit(org.sqlite.SQLiteLimits.SQLITE_LIMIT_ATTACHED, 0);
    return connection;
  }

  private static void hand(ResultSet rows, Answer answer) throws SQLException {
    ResultSetMetaData meta = rows.getMetaData();
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= meta.getColumnCount(); i++) {
      names.add(meta.getColumnLabel(i));
    }
    answer.columns(names);
    while (rows.next()) {
      List<@Nullable Object> values = new ArrayList<>(names.size());
      for (int i = 1; i <= names.size(); i++) {
        values.add(rows.getObject(i));
      }
      answer.row(values);
    }
  }
}
