package dev.tilescope.capture;

import dev.tilescope.model.Changed;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.TilescopeException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a capture records, and within which bounds.
 *
 * @param mode whether operations really run
 * @param callingThreadOnly false (the default) to see every thread of the process
 * @param stackFrames Java frames kept for each operation the user calls; 0 for none
 * @param bufferDetail also record live buffers after each operation and the pages of L1 buffers
 * @param journal where events are kept while the capture is open
 * @param maxJournalBytes when the journal is full, further events are kept on the heap; a journal
 *     takes at least 256 KiB
 * @param maxHeapBytes when that is full too, further events are dropped and counted
 */
public record CaptureOptions(
    RunMode mode,
    boolean callingThreadOnly,
    int stackFrames,
    boolean bufferDetail,
    Journaling journal,
    long maxJournalBytes,
    long maxHeapBytes) {
  /** Enough to name the caller without drowning it. */
  public static final int DEFAULT_STACK_FRAMES = 16;

  private static final long DEFAULT_JOURNAL_BYTES = 4L << 30;

  public CaptureOptions {
    requireNotNegative("stackFrames", stackFrames);
    requireNotNegative("maxJournalBytes", maxJournalBytes);
    requireNotNegative("maxHeapBytes", maxHeapBytes);
  }

  private static void requireNotNegative(String name, long value) {
    if (value < 0) {
      throw new TilescopeException(name + " must not be negative, got " + value);
    }
  }

  /** Where the events of an open capture live. */
  public sealed interface Journaling {
    /** A new file in the user's journal folder, see {@link JournalFolder}. */
    record Automatic() implements Journaling {}

    record InFile(Path path) implements Journaling {}

    /** On the heap only: a crash loses the capture. */
    record Off() implements Journaling {}
  }

  public static CaptureOptions of(RunMode mode) {
    long heapBytes = Runtime.getRuntime().maxMemory() / 4;
    return new CaptureOptions(
        mode, false, 0, false, new Journaling.Automatic(), DEFAULT_JOURNAL_BYTES, heapBytes);
  }

  public CaptureOptions withCallingThreadOnly() {
    return Changed.with(this, "callingThreadOnly", true);
  }

  public CaptureOptions withStackTraces() {
    return withStackTraces(DEFAULT_STACK_FRAMES);
  }

  public CaptureOptions withStackTraces(int frames) {
    return Changed.with(this, "stackFrames", frames);
  }

  public CaptureOptions withBufferDetail() {
    return Changed.with(this, "bufferDetail", true);
  }

  /** Keeps events in this file, or on the heap only if it is null. */
  public CaptureOptions withJournal(@Nullable Path file) {
    Journaling where = file == null ? new Journaling.Off() : new Journaling.InFile(file);
    return Changed.with(this, "journal", where);
  }

  public CaptureOptions withBounds(long journalBytes, long heapBytes) {
    return Changed.with(
        Changed.with(this, "maxJournalBytes", journalBytes), "maxHeapBytes", heapBytes);
  }
}
