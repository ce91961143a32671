package dev.tilescope.journal;

import dev.tilescope.journal.ByteSource.Malformed;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.profile.JournalFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the journal of a profiled run, block by block: memory does not grow with its size. The
 * format is specified at {@code JournalWriter}.
 */
public final class HostJournal {
  /**
   * What was read.
   *
   * @param ended whether the run ended as it should
   * @param damage where and why reading stopped before the end of the file; null if it did not
   */
  public record Summary(long blocks, boolean ended, @Nullable String damage) {}

  private HostJournal() {}

  /**
   * The folders of logs of other processes that recorded into the same folder at the same time, in
   * the order of their names.
   */
  public static List<Path> otherProcesses(Path logs) {
    try (Stream<Path> files = Files.list(logs)) {
      return files
          .filter(
              file -> String.valueOf(file.getFileName()).startsWith(JournalFormat.OTHER_PROCESS))
          .filter(Files::isDirectory)
          .sorted()
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  /**
   * The journal in a folder of logs.
   *
   * @throws TilescopeException if it is not there
   */
  public static Path require(Path logs) {
    Path journal = JournalFormat.in(logs);
    if (!Files.isRegularFile(journal)) {
      throw new TilescopeException(
          "there is no %s in %s: name the output folder of a run of 'tilescope profile', or one with profile_log_device.csv of a board"
              .formatted(journal.getFileName(), logs));
    }
    return journal;
  }

  /**
   * Reads everything up to the first damage, such as a block that a killed program did not finish.
   *
   * @throws TilescopeException if the file is no journal, or cannot be read
   */
  public static Summary read(Path file, HostEvents events) {
    try (JournalBlocks blocks = JournalBlocks.open(file)) {
      return read(file, blocks, new JournalRecords(events));
    } catch (IOException e) {
      throw new TilescopeException(
          "cannot read %s: %s; a profiled run leaves it in .logs".formatted(file, e), e);
    }
  }

  /**
   * Reads the journal of a folder of logs, of which there is more than this: one that is cut before
   * its first block, or that does not begin as one, is damaged and no mistake of whoever named the
   * folder.
   */
  public static Summary readIn(Path logs, HostEvents events) {
    Path file = JournalFormat.in(logs);
    try {
      Summary summary = read(file, events);
      return summary.blocks > 0 || summary.damage != null
          ? summary
          : new Summary(0, false, file + " ends before its first block: nothing was read");
    } catch (TilescopeException e) {
      return new Summary(0, false, String.valueOf(e.getMessage()));
    }
  }

  private static Summary read(Path file, JournalBlocks blocks, JournalRecords records)
      throws IOException {
    String damage = null;
    long count = 0;
    long position = blocks.position();
    try {
      for (byte[] block = blocks.next(); block != null; block = blocks.next()) {
        records.read(new ByteSource(block));
        position = blocks.position();
        count++;
      }
    } catch (Malformed e) {
      damage =
          "%s, byte %,d: %s; what comes before it was read"
              .formatted(file, position, e.getMessage());
    }
    records.endOpenZones();
    return new Summary(count, records.hasEnded(), damage);
  }
}
