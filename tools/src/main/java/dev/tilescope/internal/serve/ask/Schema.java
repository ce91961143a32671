package dev.tilescope.internal.serve.ask;

import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.http.Answer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tables of a database and their columns. */
final class Schema {
  private static final int MOST_TABLES = 200;

  private Schema() {}

  static Answer of(OpenReport report) {
    Map<String, List<String>> tables =
        report.ask(database -> {
          Map<String, List<String>> found = new LinkedHashMap<>();
          for (String table :
              database.list(
                  "SELECT substr(name, 1, 100) FROM main.sqlite_schema WHERE type = 'table'"
                      + " AND name NOT LIKE 'sqlite_%' ORDER BY name LIMIT "
                      + MOST_TABLES,
                  row -> row.getString(1))) {
            found.put(
                table,
                database.list(
                    "SELECT substr(name, 1, 100) FROM pragma_table_info(?, 'main') LIMIT 200",
                    row -> row.getString(1),
                    table));
          }
          return found;
        });
    return Answer.object(json ->
        json.objects(
            "tables",
            tables.entrySet(),
            table -> json.field("name", table.getKey()).name("columns").strings(table.getValue())));
  }
}
