package dev.tilescope.profile;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.profile.ByteSource.Malformed;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads the journal of a profiled run, block by block: memory does not grow with its size. The
 * format is specified at {@link JournalWriter}.
 */
public final class HostJournal {
  /**
   * What was read.
   *
   * @param ended whether the run ended as it should
   * @param damage where and why reading stopped before the end of the file; null if it did not
   */
  public record Summary(long blocks, boolean ended, @Nullable String damage) {}

  private final Path file;
  private final JournalRecords records;
  private final CRC32C checksum = new CRC32C();
  private long position = JournalWriter.MAGIC.length;
  private long blocks;

  private HostJournal(Path file, HostEvents events) {
    this.file = file;
    this.records = new JournalRecords(events);
  }

  /** The journal in a folder of logs. */
  public static Path in(Path logs) {
    return logs.resolve(Session.JOURNAL + Session.SUFFIX);
  }

  /**
   * The folders of logs of other processes that recorded into the same folder at the same time, in
   * the order of their names.
   */
  public static List<Path> otherProcesses(Path logs) {
    try (Stream<Path> files = Files.list(logs)) {
      return files
          .filter(file -> String.valueOf(file.getFileName()).startsWith(Session.OTHER_PROCESS))
          .filter(Files::isDirectory)
          .sorted()
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  /**
   * As {@link #in}.
   *
   * @throws TilescopeException if it is not there
   */
  public static Path require(Path logs) {
    Path journal = in(logs);
    if (!Files.isRegularFile(journal)) {
      throw new TilescopeException(
          "there is no %s in %s: name the output folder of a run of 'tilescope profile'"
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
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
      requireMagic(file, in.readNBytes(JournalWriter.MAGIC.length));
      return new HostJournal(file, events).read(new DataInputStream(in));
    } catch (IOException e) {
      throw new TilescopeException(
          "cannot read %s: %s; a profiled run leaves it in .logs".formatted(file, e), e);
    }
  }

  private static void requireMagic(Path file, byte[] found) {
    if (!Arrays.equals(found, JournalWriter.MAGIC)) {
      throw new TilescopeException(
          "%s is not a journal of host events: it should start with %s, but starts with %s"
              .formatted(
                  file,
                  new String(JournalWriter.MAGIC, StandardCharsets.US_ASCII),
                  Arrays.toString(found)));
    }
  }

  private Summary read(DataInputStream in) throws IOException {
    String damage = null;
    try {
      for (byte[] block = next(in); block != null; block = next(in)) {
        records.read(new ByteSource(block));
        position += JournalWriter.BLOCK_HEADER_BYTES + block.length;
        blocks++;
      }
    } catch (Malformed e) {
      damage =
          "%s, byte %,d: %s; what comes before it was read"
              .formatted(file, position, e.getMessage());
    }
    records.endOpenZones();
    return new Summary(blocks, records.hasEnded(), damage);
  }

  private byte @Nullable [] next(DataInputStream in) throws IOException, Malformed {
    byte[] header = in.readNBytes(JournalWriter.BLOCK_HEADER_BYTES);
    if (header.length == 0) {
      return null;
    }
    if (header.length < JournalWriter.BLOCK_HEADER_BYTES) {
      throw new Malformed("the file ends inside the header of a block");
    }
    ByteBuffer fields = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
    int length = fields.getInt();
    if (length <= 0 || length > JournalWriter.MOST_BLOCK_BYTES) {
      throw new Malformed("a block of " + length + " bytes cannot be");
    }
    byte[] content = in.readNBytes(length);
    if (content.length < length) {
      throw new Malformed(
          "the file ends inside a block, after %,d of %,d bytes".formatted(content.length, length));
    }
    requireChecksum(content, fields.getInt());
    return content;
  }

  private void requireChecksum(byte[] content, int expected) throws Malformed {
    checksum.reset();
    checksum.update(content, 0, content.length);
    int actual = (int) checksum.getValue();
    if (actual != expected) {
      throw new Malformed(
          "checksum of the block is %08x, expected %08x".formatted(actual, expected));
    }
  }
}
