package dev.tilescope.internal.store;

import dev.tilescope.internal.io.AtomicFiles;
import dev.tilescope.internal.io.AtomicFiles.Naming;
import dev.tilescope.internal.io.FileTrouble;
import dev.tilescope.internal.store.ImportOptions.Existing;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.internal.Opening;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Imports reports into a database: the front door of this package.
 *
 * <p>Everything is written beside its target and renamed when the whole import is done, the
 * database last; until then nothing that exists is touched. Imports into one folder take turns.
 */
public final class ReportImport {
  /** Told now and then how far the import is. */
  public interface Progress {
    void at(String file, long bytesDone, long bytesInAll);

    /** Another import writes into the folder: this one waits for its turn. */
    default void waiting(Path folder) {}
  }

  private static final long LARGE_BYTES = 64 << 20;
  private static final int USUAL_RATIO = 20;
  private static final Pattern PACKED_NAME = Pattern.compile("(?is).*\\.(gz|zst)");

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
    ReportSet reports = ReportSet.of(source, rules);
    if (!reports.doubts().isEmpty() && rules != RowRules.UPSTREAM && !options.keepGoing()) {
      throw new TilescopeException(
          reports.doubts().getFirst() + ", or import what is there with --keep-going");
    }
    Path database = outputDirectory.resolve(options.databaseName());
    refuseExisting(database);
    try (ImportFolder _ =
            ImportFolder.take(outputDirectory, database, () -> progress.waiting(outputDirectory));
        AtomicFiles files = new AtomicFiles(Naming.NAMED, Opening.UNFINISHED)) {
      refuseExisting(database);
      Path temporary = files.reserve(database);
      boolean append = options.existing() == Existing.APPEND && Files.exists(database);
      boolean withSize =
          append ? ExistingDatabase.copy(database, temporary, rules.extras()) : rules.extras();
      ImportSummary summary = fill(temporary, withSize, database, reports, files);
      files.publish();
      return summary;
    } catch (IOException e) {
      throw new TilescopeException(
          "cannot write into "
              + outputDirectory
              + ": "
              + FileTrouble.writing(e)
              + "; choose another directory",
          e);
    }
  }

  private void refuseExisting(Path database) {
    if (options.existing() == Existing.REFUSE && Files.exists(database)) {
      throw new TilescopeException(
          "database "
              + database
              + " exists; write it anew with --replace, or add to it with --append");
    }
  }

  private ImportSummary fill(
      Path temporary, boolean withSize, Path database, ReportSet reports, AtomicFiles files) {
    boolean large = areLarge(reports.files());
    try (DatabaseWriter writer =
        DatabaseWriter.open(temporary, withSize, options.keepGoing(), large)) {
      RowSink rows = new RowSink(writer, withSize);
      Losses losses = new Losses(options.keepGoing(), rows);
      EarlierFiles earlier = EarlierFiles.of(writer.connection(), rules);
      Opening opening = new Opening(database.resolveSibling(""), options.unpackLimit(), losses);
      FilesBeside beside =
          new FilesBeside(files, opening.scratch(), options.existing() == Existing.REPLACE);
      FileImport one = new FileImport(rules, rows, earlier, beside, losses, opening);
      one.metadata("schema_version", "3.3");
      Imported imported = importAll(one, reports, rows, earlier.sources());
      requireAny(reports, imported.skipped, losses);
      beside.removeOthers();
      rows.flush();
      RejectedRows rejected = writer.drain();
      writer.add(options.addition());
      LossReport lost = LossReport.of(reports.doubts(), imported.skipped, losses, rejected);
      List<String> problems = new ArrayList<>(lost.problems());
      if (rules == RowRules.UPSTREAM) {
        problems.addAll(DeviceReferences.missing(writer.connection()));
      }
      writer.finish(
          rules == RowRules.UPSTREAM && !options.keepGoing() ? lost.noMetadata() : lost.metadata(),
          rules.extras() ? Table.VIEWER_INDEXES_SQL : List.of());
      return new ImportSummary(
          database,
          List.copyOf(imported.files),
          counts(rows, rejected),
          one.deviceCount(),
          List.copyOf(imported.skipped),
          lost.dropped(),
          problems,
          imported.bytes);
    }
  }

  /**
   * @param skipped why each of the other files was left out
   * @param bytes read of all files
   */
  private record Imported(List<Path> files, List<String> skipped, long bytes) {}

  private Imported importAll(FileImport one, ReportSet reports, RowSink rows, SourceFiles sources) {
    List<String> skipped = new ArrayList<>();
    List<Path> files = new ArrayList<>();
    long bytes = 0;
    for (Path report : reports.files()) {
      int skippedBefore = skipped.size();
      bytes += importOne(one, report, rows, sources, skipped);
      if (skipped.size() == skippedBefore) {
        files.add(report);
      }
    }
    return new Imported(files, skipped, bytes);
  }

  private long importOne(
      FileImport one, Path report, RowSink rows, SourceFiles sources, List<String> skipped) {
    if (options.keepGoing()) {
      return importIfReport(one, report, rows, sources, skipped);
    }
    try {
      return one.run(report, progressOf(report));
    } catch (OtherVersion e) {
      if (rules != RowRules.UPSTREAM) {
        throw e;
      }
      skipped.add(String.valueOf(e.getMessage()));
      return 0;
    }
  }

  /** Imports what is sound of a file, or nothing of it if it is no report. */
  private long importIfReport(
      FileImport one, Path report, RowSink rows, SourceFiles sources, List<String> skipped) {
    long lastSource = sources.lastId();
    rows.begin();
    try {
      long bytes = one.run(report, progressOf(report));
      rows.keep();
      return bytes;
    } catch (DatabaseFailure e) {
      throw e;
    } catch (TilescopeException e) {
      rows.takeBack();
      sources.forgetAfter(lastSource);
      skipped.add(String.valueOf(e.getMessage()));
      return 0;
    }
  }

  private void requireAny(ReportSet reports, List<String> skipped, Losses losses) {
    if (options.keepGoing() && skipped.size() == reports.files().size()) {
      List<String> reasons = losses.told().isEmpty() ? skipped : losses.told();
      throw new TilescopeException("nothing could be imported: " + reasons.getFirst());
    }
  }

  private static boolean areLarge(List<Path> reports) {
    long bytes = 0;
    for (Path report : reports) {
      boolean packed = PACKED_NAME.matcher(report.toString()).matches();
      bytes += report.toFile().length() * (packed ? USUAL_RATIO : 1);
    }
    return bytes > LARGE_BYTES;
  }

  private FileImport.Progress progressOf(Path report) {
    String name = String.valueOf(report.getFileName());
    return (done, all) -> progress.at(name, done, all);
  }

  private static Map<String, Long> counts(RowSink rows, RejectedRows rejected) {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (Table table : Table.values()) {
      long count = rows.count(table) - rejected.count(table);
      if (count > 0) {
        counts.put(table.sqlName(), count);
      }
    }
    return counts;
  }
}
