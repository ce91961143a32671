package dev.tilescope.capture;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the frames of a capture live: blocks in a memory-mapped journal file, then on the heap.
 *
 * <p>A journal is written by nobody else and read after its process died, so each store is one
 * ordinary store to mapped memory: the kernel keeps what a killed process had written.
 *
 * <pre>
 * Journal     --> FileHeader, Block*                      little-endian throughout
 * FileHeader  --> magic "TSJRNL01", zeros up to 8192 bytes
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
  static final int BLOCK_BYTES = 8192;
  static final int BLOCK_HEADER_BYTES = 16;
  static final int BLOCK_MAGIC = 0x314B4C42;
  static final byte[] FILE_MAGIC = {'T', 'S', 'J', 'R', 'N', 'L', '0', '1'};
  static final int DEFINITIONS = -1;

  /**
   * Space is written as zeros before it is mapped, so a full disk fails here and not later. Extents
   * grow, so that a short capture begins quickly.
   */
  private static final int FIRST_EXTENT_BYTES = 256 << 10;

  private static final int MAX_EXTENT_BYTES = 4 << 20;

  /** Kept for definitions, so that a full store can still say what it dropped. */
  private static final long RESERVE_BYTES = 16 << 20;

  private final Arena arena = Arena.ofAuto();
  private final List<MemorySegment> blocks = new ArrayList<>();
  private final long maxJournalBytes;
  private final long maxHeapBytes;

  private @Nullable Path file;
  private @Nullable FileChannel channel;
  private @Nullable MemorySegment extent;
  private int extentBytes = FIRST_EXTENT_BYTES;
  private long extentUsedBytes;
  private long journalBytes;
  private long heapBytes;
  private @Nullable String journalStopped;

  private BlockStore(long maxJournalBytes, long maxHeapBytes) {
    this.maxJournalBytes = maxJournalBytes;
    this.maxHeapBytes = maxHeapBytes;
  }

  static BlockStore onHeap(long maxHeapBytes) {
    return new BlockStore(0, maxHeapBytes);
  }

  /** Creates the journal; if that is impossible the store works on the heap and says why. */
  static BlockStore inFile(Path file, long maxJournalBytes, long maxHeapBytes) {
    BlockStore store = new BlockStore(maxJournalBytes, maxHeapBytes);
    try {
      store.channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      store.file = file;
      store.extend();
      store.extent().asByteBuffer().put(FILE_MAGIC);
      store.extentUsedBytes = BLOCK_BYTES;
    } catch (IOException e) {
      store.stopJournal("journal " + file + ": " + e);
    }
    return store;
  }

  @Nullable Path file() {
    return file;
  }

  /** Why events are no longer in the journal, or null if they all are. */
  synchronized @Nullable String journalStopped() {
    return journalStopped;
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
      block = fromHeap(bytes, owner == DEFINITIONS ? maxHeapBytes + RESERVE_BYTES : maxHeapBytes);
    }
    if (block == null) {
      return null;
    }
    block.set(ValueLayout.JAVA_INT, 4, owner);
    block.set(ValueLayout.JAVA_INT, 8, bytes);
    block.set(ValueLayout.JAVA_INT, 0, BLOCK_MAGIC);
    blocks.add(block);
    return block;
  }

  static int frameBytes(int payloadBytes) {
    return roundUp(Integer.BYTES + payloadBytes, Integer.BYTES);
  }

  private @Nullable MemorySegment fromJournal(int bytes) {
    if (channel == null || bytes > extentBytes) {
      return null;
    }
    if (extentUsedBytes + bytes > extent().byteSize()) {
      if (journalBytes + extentBytes > maxJournalBytes) {
        stopJournal("journal full at " + maxJournalBytes + " bytes");
        return null;
      }
      try {
        extend();
      } catch (IOException e) {
        stopJournal("journal " + file + ": " + e);
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

  private void extend() throws IOException {
    FileChannel open = channel;
    if (open == null) {
      throw new IOException("closed");
    }
    ByteBuffer zeros = ByteBuffer.allocateDirect(1 << 16);
    for (long at = 0; at < extentBytes; at += zeros.capacity()) {
      zeros.clear();
      while (zeros.hasRemaining()) {
        open.write(zeros, journalBytes + at + zeros.position());
      }
    }
    extent = open.map(MapMode.READ_WRITE, journalBytes, extentBytes, arena);
    journalBytes += extentBytes;
    extentBytes = Math.min(MAX_EXTENT_BYTES, extentBytes * 2);
    extentUsedBytes = 0;
  }

  private void stopJournal(String why) {
    journalStopped = why;
    close();
  }

  /** Gives back the file handle; what is mapped stays readable. */
  private void close() {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      // Nothing more is written through it, and the mappings outlive it.
      journalStopped = "journal " + file + ": " + e;
    }
    channel = null;
  }

  /**
   * Removes the journal: its events are now in a report. One that cannot be removed now (Windows
   * keeps mapped files) goes when the process ends.
   */
  synchronized void delete() {
    close();
    if (file != null && !file.toFile().delete()) {
      file.toFile().deleteOnExit();
    }
  }

  static int roundUp(int value, int multiple) {
    return (value + multiple - 1) / multiple * multiple;
  }
}
