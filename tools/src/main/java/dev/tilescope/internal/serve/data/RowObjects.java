package dev.tilescope.internal.serve.data;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Rows of a database as a field of an answer: an object a row, its fields named by the columns. */
public final class RowObjects {
  private RowObjects() {}

  /** A field that is NULL is left out. */
  public static void write(
      JsonWriter json, String name, ReadOnlyDatabase database, String sql, Object... parameters) {
    json.name(name).beginArray();
    database.forEach(sql, row -> write(json, row), parameters);
    json.endArray();
  }

  private static void write(JsonWriter json, ResultSet row) throws SQLException {
    json.beginObject();
    for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
      String field = row.getMetaData().getColumnLabel(column);
      if (row.getObject(column) instanceof Number number) {
        json.optional(field, number);
      } else {
        json.optional(field, row.getString(column));
      }
    }
    json.endObject();
  }
}
