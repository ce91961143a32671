package dev.tilescope.internal.cli;

import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Where the table of a profiled run is, if its folder is named instead. */
final class PerfTableFile {
  private static final Pattern NAME = Pattern.compile("ops_perf_results.*\\.csv(\\.(gz|zst))?");

  /** {@code generated/profiler/reports/NAME/TIMESTAMP/ops_perf_results.csv} */
  private static final int DEPTH = 5;

  private PerfTableFile() {}

  /**
   * What is no folder is the table itself, or will be refused as none.
   *
   * @throws TilescopeException if a folder holds none
   */
  static Path in(Path path) {
    if (!Files.isDirectory(path)) {
      return path;
    }
    return all(path).stream()
        .max(Comparator.comparingLong(file -> file.toFile().lastModified()))
        .orElseThrow(() ->
            new TilescopeException(
                path
                    + " holds no ops_perf_results CSV; name the CSV, or make one of logs with:"
                    + " tilescope profile --process-logs-only "
                    + path));
  }

  /** Those of a folder, by name; the table itself, if it is none. */
  static List<Path> all(Path path) {
    if (!Files.isDirectory(path)) {
      return List.of(path);
    }
    try (Stream<Path> files = Files.walk(path, DEPTH)) {
      return files
          .filter(file -> NAME.matcher(String.valueOf(file.getFileName())).matches())
          .filter(Files::isRegularFile)
          .sorted()
          .toList();
    } catch (IOException | UncheckedIOException e) {
      throw new TilescopeException("cannot look into %s: %s".formatted(path, e.getMessage()), e);
    }
  }
}
