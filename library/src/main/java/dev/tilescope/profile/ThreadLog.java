package dev.tilescope.profile;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * What one thread does during one session: the thread writes, the {@link Drainer} reads.
 *
 * <p>A zone is two longs, and writing them takes neither lock nor allocation. When the session's
 * memory is used up, events are dropped and counted, but a zone is never half there: the end of a
 * zone whose beginning was dropped is dropped with it, and the end of any other finds room in a
 * chunk beyond the limit. There are no more of those than zones are open.
 *
 * <p>It is one long class because what a thread writes with, position, base and open zones, is all
 * one state that nobody else may touch.
 */
final class ThreadLog {
  /** Small, so that a million virtual threads can have one each. */
  private static final int FIRST_LONGS = 24;

  private static final int GROWTH = 8;
  private static final int BEYOND_LIMIT_LONGS = 24;
  private static final int REBASE_LONGS = 2;

  /** What a text costs beside its characters. */
  private static final int TEXT_BYTES = 64;

  private static final VarHandle LOST;

  static {
    try {
      LOST = MethodHandles.lookup().findVarHandle(ThreadLog.class, "lost", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final Session session;
  final Thread thread;
  final String name;
  final long firstBaseNanos;

  final Chunk first;

  /** The log registered before this one. */
  @Nullable ThreadLog earlier;

  private final ChunkPool pool;
  private Chunk chunk;
  private long[] slots;
  private int position;

  /** Where only ends may be written: the end of the chunk, or 0 in one beyond the limit. */
  private int room;

  private long baseNanos;
  private int depth;
  private int droppedOpen;
  private final BitSet dropped = new BitSet(0);
  private ProfilerZone[] handles = {};
  private int openHandles;
  private @Nullable OpenCalls calls;

  @SuppressWarnings("UnusedVariable")
  private long lost;

  /**
   * @param baseNanos what times count from, as {@link System#nanoTime}
   */
  ThreadLog(Session session, Thread thread, ChunkPool pool, long baseNanos) {
    this.session = session;
    this.thread = thread;
    this.pool = pool;
    this.name = nameOf(thread);
    Chunk taken = pool.take(FIRST_LONGS);
    this.first = taken == null ? new Chunk(FIRST_LONGS, false) : taken;
    this.chunk = first;
    this.slots = first.slots;
    this.room = taken == null ? 0 : slots.length;
    this.firstBaseNanos = baseNanos;
    this.baseNanos = baseNanos;
  }

  private static String nameOf(Thread thread) {
    return thread.isVirtual() && thread.getName().isEmpty()
        ? "virtual #" + thread.threadId()
        : thread.getName();
  }

  /** Whether what the calling thread does now belongs here. */
  boolean isCurrent() {
    return Thread.currentThread() == thread && Session.current() == session;
  }

  /** Events dropped so far; for any thread. */
  long lost() {
    return (long) LOST.getOpaque(this);
  }

  void begin(int site) {
    depth++;
    int at = position;
    long nanos = System.nanoTime() - baseNanos;
    if (at < room && !EventWord.isTooLate(nanos)) {
      slots[at] = EventWord.of(EventKind.BEGIN, site, nanos);
      advance(at + 1);
    } else {
      beginSlowly(site);
    }
  }

  private void beginSlowly(int site) {
    if (admit(1)) {
      put(EventKind.BEGIN, site);
    } else {
      dropped.set(depth - 1);
      droppedOpen++;
    }
  }

  /** Ends the innermost zone, which there must be. */
  private void end() {
    long nanos = System.nanoTime() - baseNanos;
    depth--;
    int at = position;
    if (droppedOpen == 0 && at < slots.length && !EventWord.isTooLate(nanos)) {
      slots[at] = EventWord.of(EventKind.END, 0, nanos);
      advance(at + 1);
    } else {
      endSlowly();
    }
  }

  private void endSlowly() {
    if (dropped.get(depth)) {
      dropped.clear(depth);
      droppedOpen--;
      return;
    }
    if (!hasRoom(1 + REBASE_LONGS) && position + 1 + REBASE_LONGS > slots.length) {
      use(new Chunk(BEYOND_LIMIT_LONGS, false));
      room = 0;
    }
    rebase();
    put(EventKind.END, 0);
  }

  /** Ends the zone that the last {@link #begin} began; zones left open inside it end first. */
  void exit() {
    while (openHandles > 0 && handles[openHandles - 1].depth() == depth - 1) {
      close(handles[openHandles - 1]);
    }
    if (depth > 0) {
      end();
    }
  }

  ProfilerZone open(int site) {
    if (openHandles == handles.length) {
      addHandles();
    }
    ProfilerZone zone = handles[openHandles++];
    zone.opened(depth);
    begin(site);
    return zone;
  }

  private void addHandles() {
    int before = handles.length;
    handles = Arrays.copyOf(handles, Math.max(2, 2 * before));
    for (int i = before; i < handles.length; i++) {
      handles[i] = new ProfilerZone(this, i);
    }
  }

  /** Ends a zone and everything inside it that is still open. */
  void close(ProfilerZone zone) {
    if (zone.depth() != depth - 1 || zone.hasNotes()) {
      prepareToClose(zone);
    }
    zone.closed();
    openHandles--;
    end();
  }

  private void prepareToClose(ProfilerZone zone) {
    while (openHandles > zone.index() + 1) {
      closeInnermost();
    }
    while (depth > zone.depth() + 1) {
      end();
    }
    zone.writeNotes(this);
  }

  private void closeInnermost() {
    ProfilerZone inner = handles[openHandles - 1];
    while (depth > inner.depth() + 1) {
      end();
    }
    inner.writeNotes(this);
    inner.closed();
    openHandles--;
    end();
  }

  /** The innermost zone, if it was opened by {@link #open}. */
  @Nullable ProfilerZone innermost() {
    boolean isHandle = openHandles > 0 && handles[openHandles - 1].depth() == depth - 1;
    return isHandle ? handles[openHandles - 1] : null;
  }

  /** The traced functions that the thread has open. */
  OpenCalls calls() {
    if (calls == null) {
      calls = new OpenCalls();
    }
    return calls;
  }

  boolean isInnermost(ProfilerZone zone) {
    return zone.depth() == depth - 1;
  }

  boolean isRecorded(ProfilerZone zone) {
    return droppedOpen == 0 || !dropped.get(zone.depth());
  }

  /** An event that is no zone; of the extra longs, as many are written as its kind has. */
  boolean write(EventKind kind, int payload, @Nullable Object object, long extra, long another) {
    if (!admit(1 + kind.extraLongs)) {
      return false;
    }
    if (object != null) {
      chunk.attach(object);
    }
    if (kind.extraLongs > 0) {
      slots[position + 1] = extra;
    }
    if (kind.extraLongs > 1) {
      slots[position + 2] = another;
    }
    put(kind, payload);
    return true;
  }

  /** An event that says something of the innermost zone: lost with it, if it was. */
  void writeOfZone(EventKind kind, int payload, Object object, long extra) {
    if (depth > 0 && dropped.get(depth - 1)) {
      countLost();
    } else {
      write(kind, payload, object, extra, 0);
    }
  }

  void write(EventKind kind, int payload, long extra) {
    write(kind, payload, null, extra, 0);
  }

  /** What a text takes until it is drained. */
  static long textBytes(String text) {
    return TEXT_BYTES + 2L * text.length();
  }

  void writeText(EventKind kind, String text, long extra) {
    if (!pool.charge(textBytes(text))) {
      countLost();
    } else if (!write(kind, 0, text, extra, 0)) {
      pool.refund(textBytes(text));
    }
  }

  /**
   * Makes room for an event at a time that fits; if there is none, the event is counted as lost.
   */
  private boolean admit(int longs) {
    if (!hasRoom(longs + REBASE_LONGS)) {
      countLost();
      return false;
    }
    rebase();
    return true;
  }

  private void countLost() {
    LOST.setOpaque(this, lost() + 1);
  }

  private boolean hasRoom(int longs) {
    if (position + longs <= room) {
      return true;
    }
    Chunk more = pool.take(Math.min(ChunkPool.FULL_LONGS, GROWTH * slots.length));
    if (more == null) {
      return false;
    }
    use(more);
    return true;
  }

  private void use(Chunk more) {
    chunk.append(more);
    chunk = more;
    slots = more.slots;
    position = 0;
    room = slots.length;
  }

  private void rebase() {
    long now = System.nanoTime();
    if (EventWord.isTooLate(now - baseNanos)) {
      baseNanos = now;
      slots[position + 1] = now;
      put(EventKind.REBASE, 0);
    }
  }

  private void put(EventKind kind, int payload) {
    slots[position] = EventWord.of(kind, payload, System.nanoTime() - baseNanos);
    advance(position + 1 + kind.extraLongs);
  }

  private void advance(int end) {
    position = end;
    chunk.publish(end);
  }
}
