package dev.tilescope.internal.cli;

import dev.tilescope.internal.kinds.FileKind;
import dev.tilescope.internal.kinds.FileKinds;
import dev.tilescope.internal.store.DatabaseReport;
import dev.tilescope.internal.times.RunTimes;
import dev.tilescope.internal.times.SideTimes;
import dev.tilescope.report.ReportFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What one side of a comparison is: a report, performance CSVs of one or more runs, or a folder
 * with both.
 *
 * @param path as it was named
 * @param tables all CSVs, those of other runs of this side last
 */
record DiffSide(Path path, boolean hasReport, List<Path> tables) {
  DiffSide {
    tables = List.copyOf(tables);
  }

  /**
   * @param moreRuns CSVs, or folders of them, of other runs of the same program
   */
  static DiffSide of(Path path, List<Path> moreRuns) {
    List<Path> tables = new ArrayList<>();
    boolean table = isTable(path);
    if (table || (Files.isDirectory(path) && !DatabaseReport.isDatabase(path))) {
      tables.addAll(PerfTableFile.all(path));
    }
    moreRuns.forEach(more -> tables.addAll(PerfTableFile.all(more)));
    boolean onlyTables = Files.isDirectory(path) && !tables.isEmpty() && !holdsReport(path);
    return new DiffSide(path, !table && !onlyTables, tables);
  }

  private static boolean isTable(Path path) {
    return Files.isRegularFile(path) && FileKinds.ofFile(path) == FileKind.PERF_TABLE;
  }

  private static boolean holdsReport(Path folder) {
    return Files.exists(folder.resolve("db.sqlite")) || !ReportFile.list(folder).isEmpty();
  }

  boolean hasTables() {
    return !tables.isEmpty();
  }

  /**
   * @param wholeFiles whether signposts choose no rows
   */
  SideTimes times(boolean wholeFiles) {
    return SideTimes.of(tables.stream().map(table -> RunTimes.read(table, wholeFiles)).toList());
  }
}
