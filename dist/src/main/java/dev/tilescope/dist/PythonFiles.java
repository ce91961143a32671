package dev.tilescope.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What Python programs import: not the tests, and nothing that Python compiled. */
final class PythonFiles {
  private static final List<String> TOP =
      List.of("dump_trace_info.py", "tracy", "tt_lib", "ttnn");

  private PythonFiles() {}

  /** Relative to the folder of the packages, sorted. */
  static List<Path> in(Path packages) throws IOException {
    try (Stream<Path> files = Files.walk(packages)) {
      return files
          .filter(file -> file.toString().endsWith(".py") || file.toString().endsWith(".pyi"))
          .map(packages::relativize)
          .filter(file -> TOP.contains(file.getName(0).toString()))
          .sorted()
          .toList();
    }
  }
}
