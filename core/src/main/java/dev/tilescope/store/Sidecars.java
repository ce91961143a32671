package dev.tilescope.store;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Files that belong to a report by their names. */
final class Sidecars {
  /** How the name of a file of lifetimes ends. */
  static final String LIFETIME = ".tensor_lifetime.json";

  private Sidecars() {}

  static Path pythonIo(Path report) {
    return report.resolveSibling(base(report) + ".python_io.json");
  }

  /** In the order in which they are looked for. */
  static List<Path> comparisons(Path report) {
    return List.of(
        report.resolveSibling(base(report) + ".comparison_records.json"),
        report.resolveSibling("comparison_records.json"));
  }

  static Path lifetime(Path report, Path outputDirectory) {
    return outputDirectory.resolve(base(report) + LIFETIME);
  }

  /** The name without its last suffix, and without that of a compression. */
  private static String base(Path report) {
    String name = String.valueOf(report.getFileName());
    String lower = name.toLowerCase(Locale.ROOT);
    for (String packed : List.of(".gz", ".zst")) {
      if (lower.endsWith(packed) && lower.length() > packed.length()) {
        name = name.substring(0, name.length() - packed.length());
      }
    }
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }
}
