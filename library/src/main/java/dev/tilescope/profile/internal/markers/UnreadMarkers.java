package dev.tilescope.profile.internal.markers;

import dev.tilescope.model.TilescopeException;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a chip wrote and nobody has read, in the rows of the device log. A run that ends as it
 * should leaves no such file; of one that is killed, its rows are brought into the log by whoever
 * reads that next.
 *
 * <p>Rule: every row is in the log or in one of these files, at each moment. While a chip is read
 * its file is called by the length that the log had before, {@code NAME.at-LENGTH}; what lies
 * beyond that in the log is then not whole, and is cut off.
 */
public final class UnreadMarkers {
  private static final String PREFIX = "tilescope_unread_markers.";
  private static final Pattern READING = Pattern.compile(".*\\.at-(\\d{1,18})");
  private static final int HEAD_LINES = 2;

  /** A line of its own after the rows of each look. */
  static final String END_OF_LOOK = "#";

  private final Path folder;
  private final Path file;
  private Path beingRead;

  UnreadMarkers(Path folder, int chipId) {
    this.folder = folder;
    this.file = folder.resolve(PREFIX + chipId + ".csv");
    this.beingRead = file;
  }

  String name() {
    return String.valueOf(file.getFileName());
  }

  /** The chip's markers are about to be added to the log. */
  void reading() throws IOException {
    if (Files.exists(file)) {
      Path log = folder.resolve(DeviceLogs.LOG);
      long length = Files.exists(log) ? Files.size(log) : 0;
      beingRead = folder.resolve(name() + ".at-" + length);
      Files.move(file, beingRead, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** They are all in the log. */
  void read() throws IOException {
    Files.deleteIfExists(beingRead);
  }

  static void removeAll(Path folder) throws IOException {
    for (Path each : in(folder)) {
      Files.delete(each);
    }
  }

  /**
   * Brings the rows that a killed run left into its log. What was added up while it ran lacks them,
   * and is removed.
   *
   * @param logs of a run that is over
   */
  public static void recover(Path logs) {
    try {
      Path log = logs.resolve(DeviceLogs.LOG);
      List<Path> left = in(logs);
      for (Path each : left) {
        cut(log, each);
      }
      for (Path each : left) {
        add(each, log);
      }
      if (!left.isEmpty()) {
        Files.deleteIfExists(logs.resolve(DeviceLogs.ANALYSIS));
      }
    } catch (IOException e) {
      throw new TilescopeException(
          "the markers that a killed run left in %s cannot be added to its log: %s; copy the folder to where you may write"
              .formatted(logs, e),
          e);
    }
  }

  /** Whether a killed run left any. */
  public static boolean isIn(Path logs) {
    try {
      return Files.isDirectory(logs) && !in(logs).isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  private static List<Path> in(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, PREFIX + "*")) {
      files.forEach(found::add);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    Collections.sort(found);
    return found;
  }

  private static void cut(Path log, Path unread) throws IOException {
    Matcher reading = READING.matcher(unread.toString());
    if (reading.matches() && Files.exists(log)) {
      try (FileChannel channel = FileChannel.open(log, StandardOpenOption.WRITE)) {
        channel.truncate(Long.parseLong(reading.group(1)));
      }
    }
  }

  /** Under a name that says how long the log was, in case this is killed too. */
  private static void add(Path unread, Path log) throws IOException {
    long length = Files.exists(log) ? Files.size(log) : 0;
    Path reading = log.resolveSibling(PREFIX + "recovered.at-" + length);
    Files.move(unread, reading, StandardCopyOption.ATOMIC_MOVE);
    try (BufferedReader in = Files.newBufferedReader(reading, StandardCharsets.ISO_8859_1);
        BufferedWriter out =
            Files.newBufferedWriter(
                log,
                StandardCharsets.ISO_8859_1,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND)) {
      copy(in, length == 0 ? 0 : HEAD_LINES, out);
    }
    Files.delete(reading);
  }

  /** Whole looks alone: the last may have been cut anywhere. */
  private static void copy(BufferedReader in, int skippedLines, BufferedWriter out)
      throws IOException {
    StringBuilder look = new StringBuilder();
    int number = 0;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.equals(END_OF_LOOK)) {
        out.append(look);
        look.setLength(0);
      } else if (number++ >= skippedLines) {
        look.append(line).append('\n');
      }
    }
  }
}
