package dev.tilescope.internal.explain;

import dev.tilescope.internal.logs.InputProblems;
import dev.tilescope.internal.logs.LogOptions;
import dev.tilescope.internal.logs.LogProcessing;
import dev.tilescope.internal.logs.ProfiledRun;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The performance CSV of a profiled run that has only its logs.
 *
 * @param file null if the logs hold no operations of devices
 * @param problems what in the logs could not be used
 */
record LoggedTable(@Nullable Path file, InputProblems problems, int timeless, int unnamed) {
  /**
   * @param scratch where the table goes: nothing is written to the folder of the logs
   */
  static LoggedTable make(Path logs, Path scratch) {
    InputProblems problems = new InputProblems(true);
    Path linked = linked(logs, scratch.resolve("logs"));
    ProfiledRun.Report report =
        ProfiledRun.report(
            new ProfiledRun.Request(
                LogOptions.of(linked, scratch, ""),
                scratch,
                "",
                LocalDateTime.now(ZoneId.systemDefault()),
                Set.of()),
            problems);
    LogProcessing.Summary operations = report.operations();
    return operations == null || operations.wholeTraces()
        ? new LoggedTable(null, problems, 0, 0)
        : new LoggedTable(
            report.folder().resolve(report.files().getFirst()),
            problems,
            operations.timelessCalls(),
            operations.unnamedRuns());
  }

  private static Path linked(Path logs, Path folder) {
    try (Stream<Path> files = Files.list(logs)) {
      Files.createDirectories(folder);
      List<Path> all = files.filter(Files::isRegularFile).toList();
      for (Path file : all) {
        Files.createSymbolicLink(
            folder.resolve(String.valueOf(file.getFileName())), file.toAbsolutePath());
      }
      return folder;
    } catch (IOException e) {
      throw new TilescopeException(
          "cannot read the logs of %s: %s".formatted(logs, e.getMessage()), e);
    }
  }
}
