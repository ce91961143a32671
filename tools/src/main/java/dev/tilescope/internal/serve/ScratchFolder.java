package dev.tilescope.internal.serve;

import dev.tilescope.internal.io.PrivateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A folder for databases of reports that are none yet, under the system's folder for temporary
 * files. It goes with the server; what a killed server of this user left is removed by the next
 * one, which knows it by the process in its name.
 */
final class ScratchFolder {
  private static final String PREFIX = "tilescope-serve-";
  private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d{1,18})-.*");

  private ScratchFolder() {}

  static PrivateFolder make() throws IOException {
    Path folder =
        Files.createTempDirectory(
            PREFIX + ProcessHandle.current().pid() + "-",
            PrivateFolder.folderAttributes(Path.of("")));
    Path parent = folder.getParent();
    if (parent != null) {
      removeLeftovers(parent);
    }
    return PrivateFolder.ofThisUser(folder);
  }

  static void removeLeftovers(Path parent) throws IOException {
    List<Path> all;
    try (var files = Files.list(parent)) {
      all = files.toList();
    }
    for (Path folder : all) {
      Matcher name = NAME.matcher(String.valueOf(folder.getFileName()));
      if (name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()) {
        PrivateFolder.ofThisUser(folder).remove();
      }
    }
  }
}
