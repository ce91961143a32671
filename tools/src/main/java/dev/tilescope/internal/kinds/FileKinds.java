package dev.tilescope.internal.kinds;

import dev.tilescope.internal.io.PackedFiles;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Recognises files and folders. Never throws, and reads {@link #LOOKED_AT_BYTES} at most. */
public final class FileKinds {
  private static final int LOOKED_AT_BYTES = 1 << 16;

  /** Of a folder. */
  private static final int LOOKED_AT_FILES = 200;

  /** What a folder is for what lies in it. */
  private static final Map<FileKind, FileKind> OF_FOLDERS =
      Map.of(
          FileKind.REPORT, FileKind.REPORT_FOLDER,
          FileKind.DATABASE, FileKind.DATABASE_FOLDER,
          FileKind.CALL, FileKind.CALL_FOLDER,
          FileKind.PERF_TABLE, FileKind.PROFILED_RUN,
          FileKind.DEVICE_LOG, FileKind.PROFILED_RUN,
          FileKind.DEVICE_SUMS, FileKind.PROFILED_RUN,
          FileKind.HOST_TIMES, FileKind.PROFILED_RUN,
          FileKind.HOST_MESSAGES, FileKind.PROFILED_RUN,
          FileKind.HOST_JOURNAL, FileKind.PROFILED_RUN);

  private FileKinds() {}

  /** What a file is, packed or not; {@link FileKind#UNKNOWN} if it cannot be read. */
  public static FileKind ofFile(Path file) {
    return ofFile(nameOf(file), beginningOf(file));
  }

  /**
   * The same, of a file of which this is known.
   *
   * @param beginning its first bytes, unpacked; 64 KiB are enough
   */
  static FileKind ofFile(String name, byte[] beginning) {
    if (beginning.length == 0) {
      return FileKind.EMPTY_FILE;
    }
    FileKind byBytes = FirstBytes.kindOf(beginning);
    return byBytes == null ? FirstText.kindOf(name, beginning) : byBytes;
  }

  /**
   * What can be seen in a folder or file; a folder may be several things at once, a file is one.
   * Empty if there is nothing at this path.
   */
  public static Set<FileKind> at(Path path) {
    if (Files.isDirectory(path)) {
      return ofFolder(path);
    }
    return Files.isRegularFile(path) ? EnumSet.of(ofFile(path)) : Set.of();
  }

  private static Set<FileKind> ofFolder(Path folder) {
    Set<FileKind> kinds = EnumSet.noneOf(FileKind.class);
    List<Path> inside = inside(folder);
    for (Path path : inside) {
      FileKind kind =
          Files.isDirectory(path)
              ? byName(path)
              : OF_FOLDERS.getOrDefault(ofFile(path), FileKind.OTHER_FOLDER);
      if (kind != FileKind.OTHER_FOLDER) {
        kinds.add(kind);
      }
    }
    if (kinds.isEmpty()) {
      kinds.add(inside.isEmpty() ? FileKind.EMPTY_FOLDER : FileKind.OTHER_FOLDER);
    }
    return kinds;
  }

  private static FileKind byName(Path folder) {
    return switch (nameOf(folder)) {
      case ".logs", "reports" -> FileKind.PROFILED_RUN;
      case "operation_parameters" -> FileKind.CALL_FOLDER;
      default -> FileKind.OTHER_FOLDER;
    };
  }

  private static List<Path> inside(Path folder) {
    try (Stream<Path> paths = Files.list(folder)) {
      return paths.limit(LOOKED_AT_FILES).toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of();
    }
  }

  /** As far as it can be unpacked; what only seems to be packed is looked at as it is. */
  private static byte[] beginningOf(Path file) {
    try (InputStream bytes = PackedFiles.open(file)) {
      return bytes.readNBytes(LOOKED_AT_BYTES);
    } catch (IOException | UncheckedIOException | TilescopeException e) {
      return rawBeginningOf(file);
    }
  }

  private static byte[] rawBeginningOf(Path file) {
    try (InputStream bytes = Files.newInputStream(file)) {
      return bytes.readNBytes(LOOKED_AT_BYTES);
    } catch (IOException e) {
      return new byte[] {0};
    }
  }

  private static String nameOf(Path path) {
    return String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
  }
}
