package dev.tilescope.store;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.AtomicFiles;
import dev.tilescope.report.ReportFolder;
import dev.tilescope.store.ImportOptions.Existing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Imports reports into a database: the front door of this package.
 *
 * <p>Everything is written beside its target and renamed when the whole import is done, the
 * database last; until then nothing that exists is touched.
 */
public final class ReportImport {
  /** Told now and then how far the import is. */
  public interface Progress {
    void at(String file, long bytesDone, long bytesInAll);
  }

  private static final long LARGE_BYTES = 64 << 20;

  private final ImportOptions options;
  private final RowRules rules;
  private final Progress progress;

  private ReportImport(ImportOptions options, Progress progress) {
    this.options = options;
    this.rules = options.upstreamRows() ? RowRules.UPSTREAM : RowRules.VIEWER;
    this.progress = progress;
  }

  /**
   * Imports a report file or all reports of a directory.
   *
   * @throws TilescopeException if that cannot be done; the output directory is then as it was
   */
  public static ImportSummary run(
      Path source, Path outputDirectory, ImportOptions options, Progress progress) {
    return new ReportImport(options, progress).run(source, outputDirectory);
  }

  private ImportSummary run(Path source, Path outputDirectory) {
    List<Path> reports = reportsOf(source);
    Path database = outputDirectory.resolve(options.databaseName());
    refuseExisting(database);
    try (AtomicFiles files = new AtomicFiles()) {
      Files.createDirectories(outputDirectory);
      Path temporary = files.reserve(database);
      if (options.existing() == Existing.APPEND && Files.exists(database)) {
        Files.copy(database, temporary, StandardCopyOption.REPLACE_EXISTING);
      }
      ImportSummary summary = fill(temporary, database, reports, files);
      files.publish();
      return summary;
    } catch (IOException e) {
      throw new TilescopeException(
          "cannot write into " + outputDirectory + ": " + reason(e) + "; choose another directory",
          e);
    }
  }

  private static String reason(IOException e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  private List<Path> reportsOf(Path source) {
    if (!Files.isDirectory(source)) {
      return List.of(source);
    }
    List<Path> reports = ReportFolder.reportsOf(source);
    if (reports.isEmpty()) {
      throw new TilescopeException(
          "directory "
              + source
              + " holds no report: expected .json files that a graph capture wrote");
    }
    return reports;
  }

  private void refuseExisting(Path database) {
    if (options.existing() == Existing.REFUSE && Files.exists(database)) {
      throw new TilescopeException(
          "database "
              + database
              + " exists; write it anew with --replace, or add to it with --append");
    }
  }

  private ImportSummary fill(Path temporary, Path database, List<Path> reports, AtomicFiles files) {
    List<String> skipped = new ArrayList<>();
    List<Path> imported = new ArrayList<>(reports);
    try (DatabaseWriter writer =
        DatabaseWriter.open(
            temporary, rules.extras(), options.keepGoing(), bytesOf(reports) > LARGE_BYTES)) {
      RowSink rows = new RowSink(writer, writer.withSize());
      Ranks ranks = Ranks.of(writer.connection(), rules);
      FileImport one = new FileImport(rules, rows, ranks, files, database.resolveSibling(""));
      one.metadata("schema_version", "3.3");
      long bytes = 0;
      for (Path report : reports) {
        int skippedBefore = skipped.size();
        bytes +=
            options.keepGoing()
                ? importIfSound(one, report, rows, ranks.sources(), skipped)
                : one.run(report, progressOf(report));
        if (skipped.size() > skippedBefore) {
          imported.remove(report);
        }
      }
      countSkipped(one, skipped);
      rows.flush();
      writer.finish(rules.extras() ? Table.VIEWER_INDEXES_SQL : List.of());
      return new ImportSummary(
          database, List.copyOf(imported), counts(rows), List.copyOf(skipped), bytes);
    }
  }

  /** Imports a whole file or nothing of it. */
  private long importIfSound(
      FileImport one, Path report, RowSink rows, SourceFiles sources, List<String> skipped) {
    long lastSource = sources.lastId();
    rows.begin();
    try {
      long bytes = one.run(report, progressOf(report));
      rows.keep();
      return bytes;
    } catch (TilescopeException e) {
      rows.takeBack();
      sources.forgetAfter(lastSource);
      skipped.add(String.valueOf(e.getMessage()));
      return 0;
    }
  }

  private static long bytesOf(List<Path> reports) {
    return reports.stream().mapToLong(report -> report.toFile().length()).sum();
  }

  private FileImport.Progress progressOf(Path report) {
    String name = String.valueOf(report.getFileName());
    return (done, all) -> progress.at(name, done, all);
  }

  private static void countSkipped(FileImport one, List<String> skipped) {
    if (!skipped.isEmpty()) {
      one.metadata("tilescope_skipped_files", Integer.toString(skipped.size()));
      one.metadata("tilescope_skipped", String.join("\n", skipped));
    }
  }

  private static Map<String, Long> counts(RowSink rows) {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (Table table : Table.values()) {
      if (rows.count(table) > 0) {
        counts.put(table.sqlName(), rows.count(table));
      }
    }
    return counts;
  }
}
