package dev.tilescope.internal.store;

import dev.tilescope.report.ReportFile;
import java.nio.file.Path;
import java.util.List;

/** Files that belong to a report by their names. */
final class Sidecars {
  /** How the name of a file of lifetimes ends. */
  static final String LIFETIME = ".tensor_lifetime.json";

  private Sidecars() {}

  /** In the order in which they are looked for. */
  static List<Path> comparisons(Path report) {
    return List.of(
        report.resolveSibling(ReportFile.baseName(report) + ".comparison_records.json"),
        report.resolveSibling("comparison_records.json"));
  }

  static Path lifetime(Path report, Path outputDirectory) {
    return outputDirectory.resolve(ReportFile.baseName(report) + LIFETIME);
  }
}
