package dev.tilescope.internal.store;

import dev.tilescope.model.TilescopeException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/** What earlier files left in the database: operation ids in use, source files stored. */
final class EarlierFiles {
  private final RowRules rules;
  private final Map<Long, Integer> files = new HashMap<>();
  private final Map<Long, Long> lastOperations = new HashMap<>();
  private final SourceFiles sources = new SourceFiles();
  private long lastReport;
  private long lastAllocation;

  private EarlierFiles(RowRules rules) {
    this.rules = rules;
  }

  static EarlierFiles of(Connection database, RowRules rules) {
    EarlierFiles earlier = new EarlierFiles(rules);
    try (Statement statement = database.createStatement()) {
      earlier.readOperationsAndSources(statement);
      if (rules.extras()) {
        earlier.lastReport = first(statement, "SELECT max(report) FROM tilescope_files");
        earlier.lastAllocation =
            first(statement, "SELECT max(allocation_id) FROM tilescope_allocations");
      }
    } catch (SQLException e) {
      throw new TilescopeException("the existing database cannot be read: " + e.getMessage(), e);
    }
    return earlier;
  }

  private void readOperationsAndSources(Statement statement) throws SQLException {
    try (ResultSet last =
        statement.executeQuery("SELECT rank, max(operation_id) FROM operations GROUP BY rank")) {
      while (last.next()) {
        lastOperations.put(last.getLong(1), last.getLong(2));
      }
    }
    try (ResultSet stored = statement.executeQuery("SELECT path, id FROM source_files")) {
      while (stored.next()) {
        sources.known(stored.getString(1), stored.getLong(2));
      }
    }
  }

  private static long first(Statement statement, String sql) throws SQLException {
    try (ResultSet result = statement.executeQuery(sql)) {
      return result.getLong(1);
    }
  }

  long baseOperationId(long rank) {
    return rules.baseOperationId(
        files.getOrDefault(rank, 0), lastOperations.getOrDefault(rank, 0L));
  }

  void imported(long rank, long lastOperationId) {
    files.merge(rank, 1, Integer::sum);
    lastOperations.merge(rank, lastOperationId, Math::max);
  }

  /** A number for the next report. */
  long nextReport() {
    return ++lastReport;
  }

  /** Allocations are numbered over all earlier. */
  long lastAllocation() {
    return lastAllocation;
  }

  void allocated(long lastAllocationId) {
    lastAllocation = lastAllocationId;
  }

  SourceFiles sources() {
    return sources;
  }
}
