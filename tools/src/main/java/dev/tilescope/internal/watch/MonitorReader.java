package dev.tilescope.internal.watch;

import static dev.tilescope.internal.monitor.MemoryFileLayout.FILE_BYTES;

import dev.tilescope.internal.monitor.MonitorFolder;
import dev.tilescope.internal.monitor.ProcessIdentity;
import dev.tilescope.internal.monitor.Processes;
import dev.tilescope.internal.watch.MonitorSnapshot.ProcessMemory;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sees the memory of every process of this user that publishes it. Reading takes nothing from the
 * programs; files of processes that have ended are removed.
 *
 * <pre>{@code
 * MonitorSnapshot now = MonitorReader.ofEnvironment(System.getenv()).snapshot();
 * }</pre>
 *
 * <p>May be used by several threads.
 */
public final class MonitorReader {
  private static final int MAX_PROCESSES = 4096;
  private static final long MAKING_MILLIS = 5_000;

  private final MonitorFolder folder;
  private final Processes processes;
  private final InstantSource clock;

  public MonitorReader(MonitorFolder folder, Processes processes, InstantSource clock) {
    this.folder = folder;
    this.processes = processes;
    this.clock = clock;
  }

  /** Looks where programs publish that were started with the same environment. */
  public static MonitorReader ofEnvironment(Map<String, String> environment) {
    return new MonitorReader(
        MonitorFolder.ofEnvironment(environment), Processes.ofSystem(), InstantSource.system());
  }

  /** Never throws: what cannot be read is one of the snapshot's problems. */
  public MonitorSnapshot snapshot() {
    List<ProcessMemory> found = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    try {
      if (folder.exists()) {
        for (Path file : files()) {
          readOrRemove(file, found, problems);
        }
        PublishedTraces.removeDead(folder, processes);
      }
    } catch (TilescopeException e) {
      problems.add(String.valueOf(e.getMessage()));
    } catch (IOException | DirectoryIteratorException e) {
      problems.add(folder.path() + ": the folder for live memory cannot be read: " + e);
    }
    found.sort(Comparator.comparingLong(ProcessMemory::pid));
    return new MonitorSnapshot(clock.millis(), found, problems);
  }

  private List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(folder.path(), "*" + ProcessIdentity.SUFFIX)) {
      for (Path file : all) {
        if (files.size() < MAX_PROCESSES) {
          files.add(file);
        }
      }
    }
    files.sort(null);
    return files;
  }

  private void readOrRemove(Path file, List<ProcessMemory> found, List<String> problems)
      throws IOException {
    ProcessIdentity process = ProcessIdentity.ofFileName(String.valueOf(file.getFileName()));
    if (process == null) {
      problems.add(file + ": passed over: its name is not that of a process");
      return;
    }
    if (process.hasEnded(processes)) {
      Files.deleteIfExists(file);
      return;
    }
    try {
      ProcessMemory memory = read(file, process);
      if (memory != null) {
        found.add(memory);
      }
    } catch (NoSuchFileException _) {
      // The process has just ended, in order.
    } catch (TilescopeException e) {
      problems.add(file + ": passed over: it " + e.getMessage());
    }
  }

  /** Null if the file is being made. */
  private @Nullable ProcessMemory read(Path file, ProcessIdentity process) throws IOException {
    requireSafe(file);
    try (FileChannel channel =
            FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
        Arena arena = Arena.ofConfined()) {
      long bytes = channel.size();
      if (bytes == FILE_BYTES) {
        MemoryFileReader reader =
            new MemoryFileReader(channel.map(FileChannel.MapMode.READ_ONLY, 0, bytes, arena));
        if (reader.isReady()) {
          return reader.read(process);
        }
      }
      requireYoung(file, bytes);
      return null;
    } catch (InternalError e) {
      // How the virtual machine says that a mapped file was cut.
      throw new TilescopeException("was cut while it was read", e);
    }
  }

  private void requireSafe(Path file) throws IOException {
    String fault = folder.fault(file);
    if (fault != null && !Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new NoSuchFileException(file.toString());
    }
    if (fault != null) {
      throw new TilescopeException(fault);
    }
  }

  /** A file is made in a moment: one that is not whole after a while is damaged. */
  private void requireYoung(Path file, long bytes) throws IOException {
    long age =
        clock.millis() - Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toMillis();
    if (age > MAKING_MILLIS) {
      throw new TilescopeException(
          bytes == FILE_BYTES
              ? "does not begin with TSMEM001, so it is damaged or no such file"
              : "has %,d B and not %,d: it is truncated or no such file"
                  .formatted(bytes, FILE_BYTES));
    }
  }
}
