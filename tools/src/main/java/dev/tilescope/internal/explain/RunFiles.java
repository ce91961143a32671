package dev.tilescope.internal.explain;

import dev.tilescope.internal.kinds.FileKind;
import dev.tilescope.internal.kinds.FileKinds;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of a run, told apart.
 *
 * @param table the performance CSV; null if there is none
 * @param database preferred to a report, since its rows answer at once; null if there is none
 * @param report null if there is none
 * @param logs a folder with a device log but no CSV; null if there is none
 * @param left files that were found and are not of this one run
 */
public record RunFiles(
    @Nullable Path table,
    @Nullable Path database,
    @Nullable Path report,
    @Nullable Path logs,
    List<Path> left) {
  /** {@code generated/profiler/reports/NAME/TIMESTAMP/ops_perf_results.csv} */
  private static final int DEPTH = 6;

  private static final int MOST_FILES = 5000;

  public RunFiles {
    left = List.copyOf(left);
  }

  /**
   * @throws TilescopeException if nothing there tells of a run
   */
  public static RunFiles in(List<Path> paths) {
    Map<FileKind, List<Path>> found = new EnumMap<>(FileKind.class);
    for (Path path : paths) {
      for (Path file : files(path)) {
        found.computeIfAbsent(FileKinds.ofFile(file), _ -> new ArrayList<>()).add(file);
      }
    }
    List<Path> left = new ArrayList<>();
    Path table = newest(found.get(FileKind.PERF_TABLE), left);
    Path database = newest(found.get(FileKind.DATABASE), left);
    Path report = newest(found.get(FileKind.REPORT), left);
    Path log = newest(found.get(FileKind.DEVICE_LOG), left);
    if (table == null && database == null && report == null && log == null) {
      throw new TilescopeException(
          paths
              + ": nothing there tells of a run; give a report of 'tilescope run', a database of"
              + " 'tilescope import', an ops_perf_results CSV, or the folder of a profiled run");
    }
    return new RunFiles(table, database, report, table == null ? folder(log) : null, left);
  }

  private static @Nullable Path folder(@Nullable Path log) {
    return log == null ? null : log.toAbsolutePath().getParent();
  }

  private static List<Path> files(Path path) {
    if (!Files.exists(path)) {
      throw new TilescopeException(path + ": there is no such file or folder");
    }
    try (Stream<Path> files = Files.walk(path, DEPTH)) {
      return files.filter(Files::isRegularFile).limit(MOST_FILES).toList();
    } catch (IOException | UncheckedIOException e) {
      throw new TilescopeException("cannot look into %s: %s".formatted(path, e.getMessage()), e);
    }
  }

  private static @Nullable Path newest(@Nullable List<Path> files, List<Path> left) {
    if (files == null) {
      return null;
    }
    List<Path> sorted =
        files.stream()
            .sorted(
                Comparator.comparingLong((Path file) -> file.toFile().lastModified())
                    .thenComparing(Comparator.<Path>naturalOrder().reversed()))
            .toList();
    left.addAll(sorted.subList(0, sorted.size() - 1));
    return sorted.getLast();
  }
}
