package dev.tilescope.journal;

import dev.tilescope.journal.ByteSource.Malformed;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.file.Path;

/** Reads a journal that is still being written, from its beginning on; see {@link HostJournal}. */
public final class JournalTail implements AutoCloseable {
  private final Path file;
  private final JournalBlocks blocks;
  private final JournalRecords records;

  private JournalTail(Path file, JournalBlocks blocks, HostEvents events) {
    this.file = file;
    this.blocks = blocks;
    this.records = new JournalRecords(events);
  }

  public static JournalTail open(Path file, HostEvents events) throws IOException {
    return new JournalTail(file, JournalBlocks.open(file), events);
  }

  /**
   * Tells what the next block holds.
   *
   * @param writtenBytes how much of the file is there
   * @return false if there is no further block yet
   * @throws TilescopeException if the block is damaged
   */
  public boolean next(long writtenBytes) throws IOException {
    if (blocks.position() >= writtenBytes) {
      return false;
    }
    try {
      byte[] block = blocks.next();
      if (block != null) {
        records.read(new ByteSource(block));
      }
      return block != null;
    } catch (Malformed e) {
      throw new TilescopeException(
          "%s, byte %,d: %s; its disk may be damaged"
              .formatted(file, blocks.position(), e.getMessage()),
          e);
    }
  }

  /** How much of the file was read. */
  public long position() {
    return blocks.position();
  }

  /** Tells the end of the zones that are open; nothing can be read afterwards. */
  public void endOpenZones() {
    records.endOpenZones();
  }

  @Override
  public void close() throws IOException {
    blocks.close();
  }
}
