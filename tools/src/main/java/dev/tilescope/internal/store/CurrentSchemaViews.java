package dev.tilescope.internal.store;

import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Lets a connection speak of tables and columns that its database, written by another importer or
 * an older one, does not have. Views of the connection alone stand before the tables of the same
 * name; the file stays as it is, and indexes are used through them.
 */
final class CurrentSchemaViews {
  private CurrentSchemaViews() {}

  static void create(ReadOnlyDatabase database) {
    if (database.columns(Table.OPERATIONS.sqlName()).isEmpty()) {
      throw new TilescopeException(
          "database %s holds no reports: it has no table operations; expected one that tilescope"
                  .formatted(database.file())
              + " import or TT-NN's importer wrote");
    }
    database.run("PRAGMA temp_store = MEMORY");
    for (Table table : Table.values()) {
      create(database, table);
    }
  }

  private static void create(ReadOnlyDatabase database, Table table) {
    Set<String> there = new HashSet<>();
    database.columns(table.sqlName()).forEach(name -> there.add(name.toLowerCase(Locale.ROOT)));
    List<String> missing = new ArrayList<>(table.allColumnNames());
    if (table == Table.TENSORS) {
      missing.add("size");
    }
    missing.removeAll(there);
    if (missing.isEmpty()) {
      return;
    }
    StringBuilder view = new StringBuilder("CREATE TEMP VIEW ").append(table.sqlName());
    view.append(there.isEmpty() ? " AS SELECT " : " AS SELECT *, ");
    List<String> columns = new ArrayList<>();
    missing.forEach(name -> columns.add(("rank".equals(name) ? "0" : "NULL") + " AS " + name));
    view.append(String.join(", ", columns));
    view.append(there.isEmpty() ? " WHERE 0" : " FROM main." + table.sqlName());
    database.run(view.toString());
  }
}
