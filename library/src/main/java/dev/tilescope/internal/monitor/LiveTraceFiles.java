package dev.tilescope.internal.monitor;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The metal traces of processes that run: each live trace is a file beside the memory of its
 * process, {@code <process>.trace-<id>.json}, as {@link dev.tilescope.report.MetalTraceFile} writes
 * it.
 */
public final class LiveTraceFiles {
  private static final String MARK = ".trace-";
  private static final String SUFFIX = ".json";

  private LiveTraceFiles() {}

  static Path file(MonitorFolder folder, ProcessIdentity process, long traceId) {
    return folder.path().resolve(process.fileName() + MARK + traceId + SUFFIX);
  }

  /** Those of all processes, by name; also what is not whole yet. */
  public static List<Path> all(MonitorFolder folder) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder.path(), "*" + MARK + "*")) {
      all.forEach(files::add);
    }
    files.sort(null);
    return files;
  }

  public static boolean isWhole(Path file) {
    return file.toString().endsWith(SUFFIX);
  }

  public static @Nullable ProcessIdentity processOf(Path file) {
    String name = String.valueOf(file.getFileName());
    return ProcessIdentity.ofFileName(name.substring(0, Math.max(0, name.indexOf(MARK))));
  }
}
