package dev.tilescope.profile;

import org.jspecify.annotations.Nullable;

/** Where the drainer is in the log of one thread. */
final class LogCursor {
  final ThreadLog log;
  final int number;

  private final ChunkPool pool;
  private final long startNanos;
  private Chunk chunk;
  private int position;
  private int object;
  private long baseNanos;
  private long lastNanos;
  private int depth;
  private long lostReported;
  private long zones;
  private long events;

  /**
   * @param number of the thread in the journal
   * @param startNanos of the run
   */
  LogCursor(ThreadLog log, int number, ChunkPool pool, long startNanos) {
    this.log = log;
    this.number = number;
    this.pool = pool;
    this.startNanos = startNanos;
    this.chunk = log.first;
    this.baseNanos = log.firstBaseNanos;
    this.lastNanos = log.firstBaseNanos - startNanos;
  }

  /** Writes what there is, up to about a block; false if there may be more. */
  boolean drain(JournalWriter to) {
    while (!to.isBlockFull()) {
      // Whether it is complete must be asked before how much of it there is.
      Chunk next = chunk.next();
      int end = chunk.published();
      while (position < end) {
        event(to);
      }
      if (next == null) {
        reportLost(to);
        return true;
      }
      pool.give(chunk);
      chunk = next;
      position = 0;
      object = 0;
    }
    return false;
  }

  private void event(JournalWriter to) {
    long word = chunk.slots[position];
    EventKind kind = EventWord.kind(word);
    if (kind == EventKind.REBASE) {
      baseNanos = chunk.slots[position + 1];
    } else {
      lastNanos = Math.max(lastNanos, baseNanos + EventWord.nanos(word) - startNanos);
      to.on(number, lastNanos);
      events++;
      write(kind, EventWord.payload(word), to);
    }
    position += 1 + kind.extraLongs;
  }

  private void write(EventKind kind, int payload, JournalWriter to) {
    switch (kind) {
      case BEGIN -> {
        depth++;
        zones++;
        to.zoneBegin(lastNanos, SourceSites.get(payload));
      }
      case END -> {
        depth--;
        to.zoneEnd(lastNanos);
      }
      case TEXT -> to.text(RecordKind.TEXT, text());
      case NAME -> to.text(RecordKind.NAME, text());
      case COLOUR -> to.colour((int) extra(1));
      case VALUE -> to.value(extra(1));
      case MESSAGE -> to.message(lastNanos, text(), (int) extra(1));
      case FRAME -> to.frame(lastNanos, SourceSites.get(payload).name());
      case PLOT -> to.plot(lastNanos, SourceSites.get(payload), Double.longBitsToDouble(extra(1)));
      case ALLOCATE -> to.allocate(lastNanos, payload, extra(1), extra(2));
      case FREE -> to.free(lastNanos, payload, extra(1));
      case OPERATION -> to.operation(lastNanos, seen(), payload, extra(1));
      case REBASE -> throw new AssertionError("a base is no event");
    }
  }

  private long extra(int index) {
    return chunk.slots[position + index];
  }

  private String text() {
    String text = (String) chunk.object(object++);
    pool.refund(ThreadLog.textBytes(text));
    return text;
  }

  private SeenProgram seen() {
    return (SeenProgram) chunk.object(object++);
  }

  private void reportLost(JournalWriter to) {
    long lost = log.lost();
    if (lost != lostReported) {
      lostReported = lost;
      to.lost(number, lost);
    }
  }

  boolean hasEnded() {
    return !log.thread.isAlive();
  }

  /**
   * Ends the zones that are still open, and gives the memory back.
   *
   * @param nanos when they end; null for the last event of the thread
   */
  void finish(JournalWriter to, @Nullable Long nanos) {
    long end = nanos == null ? lastNanos : nanos;
    if (depth > 0) {
      to.on(number, lastNanos);
    }
    while (depth-- > 0) {
      to.zoneEnd(end);
    }
    to.threadEnd(number);
    pool.give(chunk);
  }

  long zones() {
    return zones;
  }

  long events() {
    return events;
  }

  long lost() {
    return lostReported;
  }
}
