package dev.tilescope.replay;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.replay.Recorded.Fields;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The traced calls in a folder, in order of their numbers.
 *
 * <p>Opening lists names and reads no file, so that folders may hold any number of them. A call is
 * a file {@code {number}_{operation}_{date}_{time}_{microseconds}.json}; all else is left alone:
 * sidecars such as {@code _trace_metadata.json}, hidden files, folders, files still being written.
 */
public final class TraceFolder {
  private static final Pattern NAME =
      Pattern.compile("(\\d{1,18})_(.+)_\\d{8}_\\d{6}_\\d{6}\\.json");

  /** Where a folder of reports has its traces. */
  private static final String IN_REPORTS = "operation_parameters";

  private static final String STATUS = "_status.json";

  /** Of calls below a folder of runs: {@code run/operation_parameters/test/3_ttnn_add_...}. */
  private static final int MOST_DEPTH = 4;

  /**
   * A file by its name.
   *
   * @param operation as in names of files, with {@code _} for every {@code .} and {@code ::}
   */
  public record Entry(long number, String operation, Path file) {}

  private final Path path;
  private final List<Entry> entries;

  private TraceFolder(Path path, List<Entry> entries) {
    this.path = path;
    this.entries = entries;
  }

  /** A folder of traces, or one of reports with such a folder in it. It may be empty. */
  public static TraceFolder open(Path path) {
    if (!Files.isDirectory(path)) {
      throw new TilescopeException(
          path
              + (Files.exists(path) ? ": is not a folder" : ": there is no such folder")
              + "; name the folder that operation tracing wrote its files to");
    }
    List<Entry> entries = list(path);
    Path inside = path.resolve(IN_REPORTS);
    return entries.isEmpty() && Files.isDirectory(inside)
        ? new TraceFolder(inside, list(inside))
        : new TraceFolder(path, entries);
  }

  /**
   * The folders of a run in which every test has one of its own, with a {@code _status.json}: those
   * of tests that passed. A folder without such folders is alone.
   */
  public static List<TraceFolder> ofPassedTests(Path path) {
    TraceFolder whole = open(path);
    List<Path> tests = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(whole.path)) {
      for (Path folder : folders) {
        if (Files.isRegularFile(folder.resolve(STATUS))) {
          tests.add(folder);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      throw new TilescopeException(whole.path + ": cannot be listed: " + e, e);
    }
    return tests.isEmpty()
        ? List.of(whole)
        : tests.stream().sorted().filter(TraceFolder::hasPassed).map(TraceFolder::open).toList();
  }

  /**
   * The folders below one that hold traced calls, in the order of their names: of runs, of reports
   * or of tests, and so not far below. Hidden ones are left out, and those that cannot be read.
   */
  public static List<Path> inside(Path path) {
    SortedSet<Path> found = new TreeSet<>();
    try {
      Files.walkFileTree(path, Set.of(), MOST_DEPTH, new CallFinder(path, found));
    } catch (IOException e) {
      throw new TilescopeException(path + ": cannot be listed: " + e, e);
    }
    return List.copyOf(found);
  }

  /** Leaves a folder with its first call. */
  private static final class CallFinder extends SimpleFileVisitor<Path> {
    private final Path from;
    private final Set<Path> found;

    CallFinder(Path from, Set<Path> found) {
      this.from = from;
      this.found = found;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      boolean isHidden = String.valueOf(folder.getFileName()).startsWith(".");
      return isHidden && !folder.equals(from)
          ? FileVisitResult.SKIP_SUBTREE
          : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (!attributes.isRegularFile() || entry(file) == null) {
        return FileVisitResult.CONTINUE;
      }
      found.add(file.resolveSibling(""));
      return FileVisitResult.SKIP_SIBLINGS;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) {
      return FileVisitResult.CONTINUE;
    }
  }

  private static boolean hasPassed(Path test) {
    try {
      return TraceFile.open(test.resolve(STATUS), RecordedJson::read) instanceof Fields status
          && "passed".equals(status.text("status"));
    } catch (TilescopeException e) {
      return false;
    }
  }

  private static List<Entry> list(Path folder) {
    List<Entry> entries = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Entry entry = entry(file);
        if (entry != null) {
          entries.add(entry);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      throw new TilescopeException(folder + ": cannot be listed: " + e, e);
    }
    entries.sort(Comparator.comparingLong(Entry::number).thenComparing(Entry::file));
    return List.copyOf(entries);
  }

  private static @Nullable Entry entry(Path file) {
    Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
    return name.matches() ? new Entry(Long.parseLong(name.group(1)), name.group(2), file) : null;
  }

  public Path path() {
    return path;
  }

  public List<Entry> entries() {
    return entries;
  }

  /** The file of a call. */
  public Entry entry(long number) {
    for (Entry entry : entries) {
      if (entry.number() == number) {
        return entry;
      }
    }
    throw new TilescopeException(
        path
            + ": there is no call "
            + number
            + (entries.isEmpty()
                ? "; the folder holds no traced calls"
                : "; the calls are "
                    + entries.getFirst().number()
                    + " to "
                    + entries.getLast().number()));
  }

  /** The calls without the values of their tensors, each read when it is asked for. */
  public Stream<TracedCall> metadata(TraceDamage damage) {
    return calls(TraceFile::readMetadata, damage);
  }

  /** The calls with everything, each read when it is asked for. */
  public Stream<TracedCall> calls(TraceDamage damage) {
    return calls(TraceFile::read, damage);
  }

  private Stream<TracedCall> calls(Function<Path, TracedCall> read, TraceDamage damage) {
    return entries.stream().flatMap(entry -> Stream.ofNullable(readOrNote(entry, read, damage)));
  }

  /** The call without the values of its tensors; null, and noted, if its file is damaged. */
  public @Nullable TracedCall metadata(Entry entry, TraceDamage damage) {
    return readOrNote(entry, TraceFile::readMetadata, damage);
  }

  /** Null, and noted, if the file is damaged. */
  static @Nullable TracedCall readOrNote(
      Entry entry, Function<Path, TracedCall> read, TraceDamage damage) {
    try {
      return read.apply(entry.file());
    } catch (TilescopeException e) {
      damage.add(String.valueOf(e.getMessage()));
      return null;
    }
  }
}
