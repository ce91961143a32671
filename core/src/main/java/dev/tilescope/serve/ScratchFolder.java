package dev.tilescope.serve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A folder for databases of reports that are none yet, under the system's folder for temporary
 * files. It goes with the server; what a killed server left is removed by the next one, which knows
 * it by the process in its name.
 */
final class ScratchFolder {
  private static final String PREFIX = "tilescope-serve-";
  private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d{1,18})-.*");

  private ScratchFolder() {}

  static Path make() throws IOException {
    Path folder = Files.createTempDirectory(PREFIX + ProcessHandle.current().pid() + "-");
    Path parent = folder.getParent();
    if (parent != null) {
      removeLeftovers(parent);
    }
    return folder;
  }

  static void removeLeftovers(Path parent) throws IOException {
    List<Path> all;
    try (var files = Files.list(parent)) {
      all = files.toList();
    }
    for (Path folder : all) {
      Matcher name = NAME.matcher(String.valueOf(folder.getFileName()));
      if (name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()) {
        delete(folder);
      }
    }
  }

  /** Another user's folder, or one that somebody else is removing too, stays as it is. */
  static void delete(Path folder) {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      return;
    }
  }
}
