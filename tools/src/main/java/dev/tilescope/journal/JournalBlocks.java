package dev.tilescope.journal;

import dev.tilescope.journal.ByteSource.Malformed;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.profile.JournalFormat;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** The blocks of a journal, one after the other, each with its checksum verified. */
final class JournalBlocks implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final DataInputStream in;
  private final CRC32C checksum = new CRC32C();
  private long position;

  private JournalBlocks(InputStream in) {
    this.in = new DataInputStream(new BufferedInputStream(in, BUFFER_BYTES));
  }

  /**
   * @throws TilescopeException if the file is no journal
   */
  static JournalBlocks open(Path file) throws IOException {
    JournalBlocks blocks = new JournalBlocks(Files.newInputStream(file));
    try {
      blocks.requireMagic(file);
      return blocks;
    } catch (IOException | RuntimeException e) {
      blocks.close();
      throw e;
    }
  }

  private void requireMagic(Path file) throws IOException {
    byte[] found = in.readNBytes(JournalFormat.MARK.length());
    JournalFormat.MARK.requireVersion(file, found);
    if (!JournalFormat.MARK.isIn(found)) {
      throw new TilescopeException(
          "%s is not a journal of host events: it should start with %s, but starts with %s"
              .formatted(file, JournalFormat.MARK.text(), Arrays.toString(found)));
    }
    position = found.length;
  }

  /** Where the next block begins. */
  long position() {
    return position;
  }

  /** Null at the end of the file. */
  byte @Nullable [] next() throws IOException, Malformed {
    byte[] header = in.readNBytes(JournalFormat.BLOCK_HEADER_BYTES);
    if (header.length == 0) {
      return null;
    }
    if (header.length < JournalFormat.BLOCK_HEADER_BYTES) {
      throw new Malformed("the file ends inside the header of a block");
    }
    ByteBuffer fields = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
    int length = fields.getInt();
    if (length <= 0 || length > JournalFormat.MOST_BLOCK_BYTES) {
      throw new Malformed("a block of " + length + " bytes cannot be");
    }
    byte[] content = in.readNBytes(length);
    if (content.length < length) {
      throw new Malformed(
          "the file ends inside a block, after %,d of %,d bytes".formatted(content.length, length));
    }
    requireChecksum(content, fields.getInt());
    position += JournalFormat.BLOCK_HEADER_BYTES + length;
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

  @Override
  public void close() throws IOException {
    in.close();
  }
}
