package dev.tilescope.internal.serve.data;

import dev.tilescope.internal.kinds.FileKind;
import dev.tilescope.internal.kinds.FileKinds;
import dev.tilescope.internal.serve.data.Source.Kind;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.ReportFile;
import dev.tilescope.report.ReportFolder;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tells by names and first bytes what lies where. Nothing is read to its end, links are not
 * followed, and a search ends at {@link #MAX_FOUND} things or {@link #MAX_DEPTH} folders down.
 */
public final class SourceSearch {
  private static final int MAX_FOUND = 500;
  private static final int MAX_DEPTH = 8;
  private static final String DATABASE = "db.sqlite";
  private static final Pattern CALL_NAME = Pattern.compile("\\d+_.*\\.json");

  /** JSON files that runs leave beside reports. */
  private static final Set<String> NO_REPORT = Set.of("run.json", "manifest.json", "master.json");

  /** As which {@link FileKinds} know that files are taken here. */
  private static final String COMMAND = "serve";

  /** What a damaged report or database may look like: the page tells what is wrong with it. */
  private static final Set<FileKind> MAY_BE_DAMAGED = Set.of(FileKind.OTHER_JSON, FileKind.UNKNOWN);

  private static final Pattern PERFORMANCE = Pattern.compile("ops_perf_results.*\\.csv");

  private final List<Source> found = new ArrayList<>();

  private SourceSearch() {}

  /**
   * What the user named.
   *
   * @throws TilescopeException if there is nothing of ours at a path
   */
  public static List<Source> named(List<Path> paths) {
    SourceSearch search = new SourceSearch();
    for (Path path : paths) {
      int before = search.found.size();
      search.addNamed(path);
      if (search.found.size() == before) {
        throw new TilescopeException(
            "%s holds nothing to show: expected a report (JSON, gzip or zstd), a database that"
                    .formatted(path)
                + " tilescope import wrote, a profiled run or traced calls");
      }
    }
    return search.found;
  }

  /** Whatever lies under these folders, newest first; those that do not exist hold nothing. */
  public static List<Source> under(List<Path> folders) {
    SourceSearch search = new SourceSearch();
    folders.stream().filter(Files::isDirectory).forEach(search::walk);
    List<Source> newestFirst = new ArrayList<>(search.found);
    newestFirst.sort(Comparator.comparingLong(Source::modifiedMillis).reversed());
    List<Source> numbered = new ArrayList<>();
    for (Source s : newestFirst) {
      numbered.add(
          new Source(numbered.size() + 1, s.kind(), s.path(), s.bytes(), s.modifiedMillis()));
    }
    return numbered;
  }

  private void addNamed(Path path) {
    if (!Files.exists(path)) {
      throw new TilescopeException(
          path + " does not exist; name a report, a database or a folder of them");
    }
    if (Files.isDirectory(path)) {
      walk(path);
      return;
    }
    FileKind kind = FileKinds.ofFile(path);
    boolean mayBeDamaged =
        MAY_BE_DAMAGED.contains(kind) || kind == FileKind.TEXT && isNamedAsOurs(path);
    if (kind.isTakenBy(COMMAND) || mayBeDamaged) {
      add(sourceOf(kind, path), path, path);
    }
  }

  /** Its beginning says nothing, for instance because much white space comes first. */
  private static boolean isNamedAsOurs(Path path) {
    return nameOf(path).endsWith(".json") || isNamedAsTable(path);
  }

  private static Kind sourceOf(FileKind kind, Path path) {
    if (kind == FileKind.DATABASE) {
      return Kind.DATABASE;
    }
    boolean isTable = kind == FileKind.PERF_TABLE || nameOf(path).endsWith(".csv");
    return isTable ? Kind.RUN : Kind.REPORT;
  }

  private void walk(Path top) {
    try {
      Files.walkFileTree(
          top,
          EnumSet.noneOf(java.nio.file.FileVisitOption.class),
          MAX_DEPTH,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes facts) {
              // Hidden folders, such as the logs of a run, belong to the one they are in.
              return nameOf(folder).startsWith(".") && !folder.equals(top)
                  ? FileVisitResult.SKIP_SUBTREE
                  : visitFolder(folder);
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new TilescopeException("cannot look into " + top + ": " + e.getMessage(), e);
    }
  }

  /** A folder is one thing, or a place where others lie. */
  private FileVisitResult visitFolder(Path folder) {
    if (found.size() >= MAX_FOUND) {
      return FileVisitResult.TERMINATE;
    }
    List<Path> files = filesIn(folder);
    List<Path> tables = tablesIn(files);
    Path calls = firstNamed(files, CALL_NAME);
    Path database = folder.resolve(DATABASE);
    if (Files.isDirectory(folder.resolve(".logs"))) {
      add(Kind.RUN, folder, folder.resolve(".logs"));
    } else if (tables.size() == 1 && isNamedAsTable(tables.getFirst())) {
      add(Kind.RUN, folder, tables.getFirst());
    } else {
      tables.forEach(table -> add(Kind.RUN, table, table));
    }
    if (calls != null) {
      add(Kind.CALLS, folder, calls);
    } else if (ReadOnlyDatabase.is(database)) {
      add(Kind.DATABASE, folder, database);
    } else {
      addReports(folder);
    }
    return FileVisitResult.CONTINUE;
  }

  /** Reports of the ranks of one run are looked at together. */
  private void addReports(Path folder) {
    List<Path> reports = ReportFile.list(folder);
    boolean ranks = reports.size() > 1 && ReportFolder.rankOf(reports.getFirst()).isPresent();
    if (ranks) {
      add(Kind.REPORT, folder, reports.getFirst());
    } else {
      reports.stream()
          .filter(f -> !NO_REPORT.contains(nameOf(f)) && mayBeReport(f))
          .forEach(f -> add(Kind.REPORT, f, f));
    }
  }

  /**
   * A packed file may be anything; another begins with a word that only reports and traces have.
   */
  private static boolean mayBeReport(Path file) {
    return !nameOf(file).endsWith(".json") || FileKinds.ofFile(file) == FileKind.REPORT;
  }

  /**
   * The CSVs of operations, whatever their names: people rename and collect them. If there is none,
   * one that has the name alone, so that what is wrong with it is said.
   */
  private static List<Path> tablesIn(List<Path> files) {
    List<Path> tables = files.stream().filter(SourceSearch::isTable).toList();
    return tables.isEmpty()
        ? files.stream().filter(SourceSearch::isNamedAsTable).limit(1).toList()
        : tables;
  }

  private static boolean isNamedAsTable(Path file) {
    return PERFORMANCE.matcher(nameOf(file)).matches();
  }

  private static boolean isTable(Path file) {
    return nameOf(file).endsWith(".csv") && FileKinds.ofFile(file) == FileKind.PERF_TABLE;
  }

  private static List<Path> filesIn(Path folder) {
    try (var files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).sorted().limit(10_000).toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static @Nullable Path firstNamed(List<Path> files, Pattern name) {
    return files.stream().filter(f -> name.matcher(nameOf(f)).matches()).findFirst().orElse(null);
  }

  private void add(Kind kind, Path path, Path counted) {
    if (found.size() < MAX_FOUND) {
      found.add(
          new Source(
              found.size() + 1,
              kind,
              path,
              counted.toFile().length(),
              counted.toFile().lastModified()));
    }
  }

  private static String nameOf(Path path) {
    return String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
  }
}
