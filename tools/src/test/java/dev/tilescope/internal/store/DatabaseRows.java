package dev.tilescope.internal.store;

import dev.tilescope.report.internal.PythonText;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Rows of a database as text: a table's name and its values as JSON, in the order of insertion. */
final class DatabaseRows {
  private DatabaseRows() {}

  static List<String> all(Path database) {
    List<String> rows = new ArrayList<>();
    for (List<@Nullable Object> table :
        query(database, "SELECT name FROM sqlite_master WHERE type = 'table'")) {
      for (List<@Nullable Object> row :
          query(database, "SELECT * FROM " + table.getFirst() + " ORDER BY rowid")) {
        rows.add(table.getFirst() + " " + PythonText.json(row));
      }
    }
    return rows;
  }

  /** Rows of a query; parameters are bound as text, as the viewer does. */
  static List<List<@Nullable Object>> query(Path database, String sql, String... parameters) {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
        var statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      try (ResultSet result = statement.executeQuery()) {
        return rows(result);
      }
    } catch (SQLException e) {
      throw new AssertionError(sql + ": " + e.getMessage(), e);
    }
  }

  /** All rows of these tables, in the order of insertion, through one connection. */
  static Map<String, List<List<@Nullable Object>>> tables(Path database, Iterable<String> names) {
    Map<String, List<List<@Nullable Object>>> tables = new TreeMap<>();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
        Statement statement = connection.createStatement()) {
      for (String name : names) {
        try (ResultSet result =
            statement.executeQuery("SELECT * FROM " + name + " ORDER BY rowid")) {
          tables.put(name, rows(result));
        }
      }
      return tables;
    } catch (SQLException e) {
      throw new AssertionError(database + ": " + e.getMessage(), e);
    }
  }

  private static List<List<@Nullable Object>> rows(ResultSet result) throws SQLException {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    while (result.next()) {
      List<@Nullable Object> row = new ArrayList<>();
      for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
        Object value = result.getObject(i);
        row.add(value instanceof Integer small ? (Object) small.longValue() : value);
      }
      rows.add(row);
    }
    return rows;
  }

  static void execute(Path database, String sql) {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }
}
