package dev.tilescope.internal.store;

import dev.tilescope.model.TilescopeException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Buffers on devices that no report describes, in the words of upstream's importer. */
final class DeviceReferences {
  private DeviceReferences() {}

  static List<String> missing(Connection database) {
    try (Statement statement = database.createStatement()) {
      List<Long> known = numbers(statement, "SELECT DISTINCT device_id FROM devices ORDER BY 1");
      if (known.isEmpty()) {
        return List.of();
      }
      return numbers(
              statement,
              "SELECT DISTINCT device_id FROM buffers"
                  + " WHERE device_id NOT IN (SELECT device_id FROM devices) ORDER BY 1")
          .stream()
          .map(id ->
              "buffers references device_id=%d which does not exist in devices table. Known devices: %s"
                  .formatted(id, known))
          .toList();
    } catch (SQLException e) {
      throw new TilescopeException("buffers cannot be checked: " + e.getMessage(), e);
    }
  }

  private static List<Long> numbers(Statement statement, String query) throws SQLException {
    List<Long> numbers = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        numbers.add(rows.getLong(1));
      }
    }
    return numbers;
  }
}
