package dev.tilescope.profile;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a thread's log. One thread writes, one other reads.
 *
 * <p>Protocol: the writer stores longs and objects, then {@code used} with release; the reader
 * takes {@code used} with acquire and looks no further. A chunk that has a {@code next} is
 * complete: its {@code used} does not change any more.
 */
final class Chunk {
  private static final VarHandle USED;
  private static final VarHandle NEXT;
  private static final Object[] NO_OBJECTS = {};

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      USED = lookup.findVarHandle(Chunk.class, "used", int.class);
      NEXT = lookup.findVarHandle(Chunk.class, "next", Chunk.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final long[] slots;

  /** Whether it counts towards the limit of its session. */
  final boolean isCharged;

  private Object[] objects = NO_OBJECTS;
  private int objectCount;

  @SuppressWarnings("unused") // by its handle
  private int used;

  @SuppressWarnings("unused") // by its handle
  private @Nullable Chunk next;

  Chunk(int longs, boolean isCharged) {
    this.slots = new long[longs];
    this.isCharged = isCharged;
  }

  static long bytes(int longs) {
    return 64 + 8L * longs;
  }

  long bytes() {
    return bytes(slots.length);
  }

  /** Makes everything before this slot readable. */
  void publish(int end) {
    USED.setRelease(this, end);
  }

  int published() {
    return (int) USED.getAcquire(this);
  }

  /** An object that the event about to be published refers to. */
  void attach(Object object) {
    if (objectCount == objects.length) {
      objects = Arrays.copyOf(objects, Math.max(4, 2 * objectCount));
    }
    objects[objectCount++] = object;
  }

  Object object(int index) {
    return objects[index];
  }

  void append(Chunk following) {
    NEXT.setRelease(this, following);
  }

  @Nullable Chunk next() {
    return (Chunk) NEXT.getAcquire(this);
  }

  /** As new, for another thread. */
  void clear() {
    objects = NO_OBJECTS;
    objectCount = 0;
    used = 0;
    next = null;
  }
}
