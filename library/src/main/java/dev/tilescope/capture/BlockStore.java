package dev.tilescope.capture;

import dev.tilescope.internal.io.PrivateFolder;
import dev.tilescope.model.FormatMark;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where the frames of a capture live: blocks in a memory-mapped journal file, then on the heap.
 *
 * <p>A journal is written by nobody else and read after its process died, so each store is one
 * ordinary store to mapped memory: the kernel keeps what a killed process had written.
 *
 * <pre>
 * Journal     --> FileHeader, Block*                      little-endian throughout
 * FileHeader  --> magic "TSJRNL01", stopped i32, text, zeros up to 8192 bytes
 *                 stopped: bytes of the text, which says why later events are not in the
 *                 journal; 0 if they are
 * Block       --> magic i32 0x314B4C42 ("BLK1"), owner i32, length i32, 0 i32, Frame*, zeros
 *                 length: bytes of the block with its header, a multiple of 8192
 *                 owner: number of the thread whose events it holds; -1 for definitions
 * Frame       --> payload length i32, payload, zeros up to a multiple of 4 bytes
 *                 the length is stored last: 0 means that no more frames follow
 * </pre>
 *
 * <p>The blocks of one owner follow each other in file order. Payloads are specified at {@link
 * FrameKind}.
 */
final class BlockStore {
  /** Every int of a journal that is not inside a payload. */
  static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);

  static final int BLOCK_BYTES = 8192;
  static final int BLOCK_HEADER_BYTES = 16;
  static final int BLOCK_MAGIC = 0x314B4C42;
  static final FormatMark MARK = new FormatMark("TSJRNL", 1);
  static final int STOPPED_OFFSET = 8;
  static final int DEFINITIONS = -1;

  /**
   * Space is written as zeros before it is mapped, so a full disk fails here and not later. Extents
   * grow, so that a short capture begins quickly.
   */
  private static final int FIRST_EXTENT_BYTES = 256 << 10;

  private static final int MAX_EXTENT_BYTES = 4 << 20;
  static final int MAX_REASON_BYTES = 1024;

  /** Kept for definitions, and once more for the closing frame, which says what was dropped. */
  private static final long RESERVE_BYTES = 16 << 20;

  private final Arena mappings = Arena.ofShared();
  private final List<MemorySegment> blocks = new ArrayList<>();
  private final long maxJournalBytes;
  private final long maxHeapBytes;

  private @Nullable Path file;
  private @Nullable FileChannel channel;
  private MemorySegment header = MemorySegment.NULL;
  private @Nullable MemorySegment extent;
  private int extentBytes = FIRST_EXTENT_BYTES;
  private long extentUsedBytes;
  private long journalBytes;
  private long heapBytes;
  private long reserveBytes = RESERVE_BYTES;

  private BlockStore(long maxJournalBytes, long maxHeapBytes) {
    this.maxJournalBytes = maxJournalBytes;
    this.maxHeapBytes = maxHeapBytes;
  }

  static BlockStore onHeap(long maxHeapBytes) {
    return new BlockStore(0, maxHeapBytes);
  }

  /** Creates the journal, which must not exist: it could be what a killed process left. */
  static BlockStore inFile(Path file, long maxJournalBytes, long maxHeapBytes) throws IOException {
    BlockStore store = new BlockStore(maxJournalBytes, maxHeapBytes);
    FileChannel created = create(file);
    store.channel = created;
    store.file = file;
    try {
      store.extend(file, created);
    } catch (IOException e) {
      store.release();
      throw e;
    }
    store.header = store.extent().asSlice(0, BLOCK_BYTES);
    MemorySegment.copy(MARK.bytes(), 0, store.header, ValueLayout.JAVA_BYTE, 0, MARK.length());
    store.extentUsedBytes = BLOCK_BYTES;
    return store;
  }

  /** For the user alone: a folder may be open to others. */
  private static FileChannel create(Path file) throws IOException {
    Set<StandardOpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    return FileChannel.open(file, options, PrivateFolder.fileAttributes(file));
  }

  @Nullable Path file() {
    return file;
  }

  /** The blocks so far, in order of claim. */
  synchronized List<MemorySegment> blocks() {
    return List.copyOf(blocks);
  }

  /**
   * A zeroed block with its header, with room for one frame of {@code payloadBytes}, or null when
   * every bound is reached.
   */
  synchronized @Nullable MemorySegment claim(int owner, int payloadBytes) {
    int bytes = roundUp(BLOCK_HEADER_BYTES + frameBytes(payloadBytes), BLOCK_BYTES);
    MemorySegment block = fromJournal(bytes);
    if (block == null) {
      block = fromHeap(bytes, owner == DEFINITIONS ? maxHeapBytes + reserveBytes : maxHeapBytes);
    }
    if (block == null) {
      return null;
    }
    block.set(INT, 4, owner);
    block.set(INT, 8, bytes);
    block.set(INT, 0, BLOCK_MAGIC);
    blocks.add(block);
    return block;
  }

  /** Makes room for the closing frame. */
  synchronized void addReserve() {
    reserveBytes += RESERVE_BYTES;
  }

  static int frameBytes(int payloadBytes) {
    return roundUp(Integer.BYTES + payloadBytes, Integer.BYTES);
  }

  private @Nullable MemorySegment fromJournal(int bytes) {
    if (file == null || channel == null || bytes > extentBytes) {
      return null;
    }
    if (extentUsedBytes + bytes > extent().byteSize()) {
      if (journalBytes + extentBytes > maxJournalBytes) {
        stopJournal("it was full at " + maxJournalBytes + " bytes");
        return null;
      }
      try {
        extend(file, channel);
      } catch (IOException e) {
        stopJournal(e.toString());
        return null;
      }
    }
    MemorySegment block = extent().asSlice(extentUsedBytes, bytes);
    extentUsedBytes += bytes;
    return block;
  }

  private @Nullable MemorySegment fromHeap(int bytes, long limitBytes) {
    if (heapBytes + bytes > limitBytes) {
      return null;
    }
    heapBytes += bytes;
    return MemorySegment.ofArray(new long[bytes / Long.BYTES]);
  }

  private MemorySegment extent() {
    if (extent == null) {
      throw new IllegalStateException("no extent is mapped");
    }
    return extent;
  }

  /**
   * Maps more of the file. An interrupt of the calling thread, which is the program's own affair,
   * closes the channel under it: the file is opened again, and the thread stays interrupted.
   */
  private void extend(Path path, FileChannel open) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      FileChannel current = open;
      while (!extended(current)) {
        interrupted |= Thread.interrupted();
        current =
            FileChannel.open(
                path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        channel = current;
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** False if an interrupt got in the way. */
  private boolean extended(FileChannel open) throws IOException {
    try {
      writeZeros(open);
      extent = open.map(MapMode.READ_WRITE, journalBytes, extentBytes, mappings);
    } catch (ClosedByInterruptException e) {
      return false;
    }
    journalBytes += extentBytes;
    extentBytes = Math.min(MAX_EXTENT_BYTES, extentBytes * 2);
    extentUsedBytes = 0;
    return true;
  }

  private void writeZeros(FileChannel open) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocateDirect(1 << 16);
    for (long at = 0; at < extentBytes; at += zeros.capacity()) {
      zeros.clear();
      while (zeros.hasRemaining()) {
        open.write(zeros, journalBytes + at + zeros.position());
      }
    }
  }

  /** Whoever recovers the journal must know that it is not all. */
  private void stopJournal(String why) {
    byte[] text = why.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(text.length, MAX_REASON_BYTES);
    MemorySegment.copy(
        text, 0, header, ValueLayout.JAVA_BYTE, STOPPED_OFFSET + Integer.BYTES, length);
    header.set(INT, STOPPED_OFFSET, length);
    close();
  }

  /** Gives back the file handle; what is mapped stays so. */
  private void close() {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      // All was written before it was mapped: closing can lose nothing.
    }
    channel = null;
  }

  /**
   * Gives everything back, the journal too: its events are now in a report. Nobody may write to a
   * block or read one any more.
   */
  synchronized void release() {
    close();
    blocks.clear();
    extent = null;
    header = MemorySegment.NULL;
    mappings.close();
    deleteFile();
  }

  /** Deletes the journal, but leaves its blocks to a thread that never finished writing. */
  synchronized void deleteFile() {
    if (file != null && !file.toFile().delete()) {
      file.toFile().deleteOnExit();
    }
  }

  static int roundUp(int value, int multiple) {
    return (value + multiple - 1) / multiple * multiple;
  }
}
