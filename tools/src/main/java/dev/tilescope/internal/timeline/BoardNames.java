package dev.tilescope.internal.timeline;

import dev.tilescope.internal.logs.InputProblems;
import dev.tilescope.internal.perf.PerfRow;
import dev.tilescope.internal.perf.PerfTable;
import dev.tilescope.model.TilescopeException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Names of a board's operations: as the host's messages tell them, or the report that was made of
 * these, which lies beside a copy of the devices' log.
 */
final class BoardNames {
  private static final String MESSAGES = "tracy_ops_data.csv";
  private static final String REPORTS = "ops_perf_results*.csv";

  private BoardNames() {}

  /** By their numbers; none if there is neither. */
  static Map<Long, String> in(Path logs, InputProblems problems) {
    Path messages = logs.resolve(MESSAGES);
    if (Files.isRegularFile(messages)) {
      return ofMessages(messages);
    }
    TreeSet<Path> reports = new TreeSet<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(logs, REPORTS)) {
      found.forEach(reports::add);
    } catch (IOException | DirectoryIteratorException e) {
      throw new TilescopeException(logs + ": cannot be listed: " + e, e);
    }
    return reports.isEmpty() ? Map.of() : ofReport(reports.getLast(), problems);
  }

  private static Map<Long, String> ofMessages(Path file) {
    OperationNames names = new OperationNames();
    // Only the first lines of messages are looked at, and those are plain: any bytes will do.
    try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      in.lines().forEach(names::hear);
    } catch (IOException e) {
      throw new TilescopeException("cannot read " + file + ": " + e, e);
    }
    return names.byNumber();
  }

  /** A report that cannot be read costs the names, and not the timeline. */
  private static Map<Long, String> ofReport(Path file, InputProblems problems) {
    Map<Long, String> names = new HashMap<>();
    try {
      for (PerfRow row : PerfTable.read(List.of(file)).rows()) {
        if (row.globalCallCount() > 0 && !row.opCode().isEmpty()) {
          names.put((long) row.globalCallCount(), row.opCode());
        }
      }
    } catch (TilescopeException e) {
      problems.remark("operations have no names: " + e.getMessage());
    }
    return names;
  }
}
