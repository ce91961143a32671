package dev.tilescope.capture;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The frames of one owner, in order. One thread appends; a frame is published by storing its length
 * last, with release semantics, so a reader (or a crash) sees it whole or not at all.
 */
final class ThreadLog {
  private static final VarHandle LENGTH = BlockStore.INT.varHandle();

  final FrameWriter frame = new FrameWriter();

  /** Functions this thread has open in this capture. */
  int depth;

  /** The place of the event being written in the order of all threads. */
  long place;

  /** Whether an event of this thread was dropped because the store was full. */
  boolean full;

  /** The failure recorded last: an exception passes through every open function, but is one. */
  @Nullable Throwable lastFailure;

  private final BlockStore store;
  private final int owner;
  private final Thread thread;
  private MemorySegment block = MemorySegment.NULL;
  private long position;

  /**
   * @param thread that appends; for definitions, the first that does
   */
  ThreadLog(BlockStore store, int owner, Thread thread) {
    this.store = store;
    this.owner = owner;
    this.thread = thread;
  }

  int owner() {
    return owner;
  }

  Thread thread() {
    return thread;
  }

  boolean isAlive() {
    return thread.isAlive();
  }

  /** Begins the frame of an event at {@link #place}. */
  FrameWriter start(FrameKind kind) {
    return frame.start(kind).number(place);
  }

  /** Publishes the frame in {@link #frame}; false if there is no room for it. */
  boolean append() {
    int bytes = BlockStore.frameBytes(frame.size());
    if (position + bytes > block.byteSize() && !claim()) {
      return false;
    }
    MemorySegment.copy(
        frame.bytes(), 0, block, ValueLayout.JAVA_BYTE, position + Integer.BYTES, frame.size());
    LENGTH.setRelease(block, position, frame.size());
    position += bytes;
    return true;
  }

  private boolean claim() {
    MemorySegment claimed = store.claim(owner, frame.size());
    if (claimed == null) {
      return false;
    }
    block = claimed;
    position = BlockStore.BLOCK_HEADER_BYTES;
    return true;
  }
}
