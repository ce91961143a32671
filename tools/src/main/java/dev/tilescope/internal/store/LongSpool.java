package dev.tilescope.internal.store;

import dev.tilescope.report.internal.Opening;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Numbers and texts that wait to be read in the order in which they were added: in memory while
 * they are few, else in a file that {@link #close} deletes.
 */
final class LongSpool implements AutoCloseable {
  private static final int BLOCK = 1 << 13;
  private static final int BLOCKS_IN_MEMORY = 16;

  private final Path folder;
  private final List<long[]> blocks = new ArrayList<>();
  private final ByteBuffer bytes = ByteBuffer.allocate(BLOCK * Long.BYTES);
  private long[] last = new long[BLOCK];
  private int used;
  private long added;
  private long blocksInFile;
  private @Nullable FileChannel file;

  LongSpool(Path folder) {
    this.folder = folder;
  }

  void add(long value) {
    if (used == BLOCK) {
      store();
    }
    last[used++] = value;
    added++;
  }

  void add(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    ByteBuffer padded = ByteBuffer.allocate(Math.ceilDiv(utf8.length, Long.BYTES) * Long.BYTES);
    padded.put(0, utf8);
    add(utf8.length);
    while (padded.hasRemaining()) {
      add(padded.getLong());
    }
  }

  private void store() {
    blocks.add(last);
    last = new long[BLOCK];
    used = 0;
    if (file != null || blocks.size() > BLOCKS_IN_MEMORY) {
      try {
        spill();
      } catch (IOException e) {
        throw failed(e);
      }
    }
  }

  private void spill() throws IOException {
    FileChannel target = file == null ? temporary() : file;
    file = target;
    for (long[] block : blocks) {
      bytes.clear().asLongBuffer().put(block);
      while (bytes.hasRemaining()) {
        target.write(bytes);
      }
      blocksInFile++;
    }
    blocks.clear();
  }

  private FileChannel temporary() throws IOException {
    return FileChannel.open(
        Files.createTempFile(folder, Opening.UNFINISHED, ".tmp"),
        StandardOpenOption.READ,
        StandardOpenOption.WRITE,
        StandardOpenOption.DELETE_ON_CLOSE);
  }

  /** Begins to read; nothing may be added then. */
  Cursor read() {
    return new Cursor();
  }

  /** Reads what was added, in its order. */
  final class Cursor {
    private long[] block = new long[0];
    private int at;
    private long nextBlock;
    private long done;

    boolean atEnd() {
      return done == added;
    }

    long next() {
      done++;
      if (at == block.length) {
        block = load(nextBlock++);
        at = 0;
      }
      return block[at++];
    }

    String text() {
      int length = (int) next();
      ByteBuffer padded = ByteBuffer.allocate(Math.ceilDiv(length, Long.BYTES) * Long.BYTES);
      while (padded.hasRemaining()) {
        padded.putLong(next());
      }
      return new String(padded.array(), 0, length, StandardCharsets.UTF_8);
    }
  }

  private long[] load(long number) {
    if (number >= blocksInFile) {
      int inMemory = (int) (number - blocksInFile);
      return inMemory < blocks.size() ? blocks.get(inMemory) : last;
    }
    try {
      return loadFromFile(number);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private long[] loadFromFile(long number) throws IOException {
    bytes.clear();
    while (bytes.hasRemaining()) {
      long position = number * BLOCK * Long.BYTES + bytes.position();
      if (file == null || file.read(bytes, position) < 0) {
        throw new IOException("it was cut while it was in use");
      }
    }
    long[] block = new long[BLOCK];
    bytes.flip().asLongBuffer().get(block);
    return block;
  }

  private DatabaseFailure failed(IOException e) {
    return new DatabaseFailure("no temporary file in " + folder + ": " + e.getMessage(), e);
  }

  @Override
  public void close() {
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }
}
