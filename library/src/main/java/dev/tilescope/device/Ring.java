package dev.tilescope.device;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Space that is given out round and round. What is overwritten is forgotten; who used it last is
 * told, since that one must be through with it.
 */
final class Ring {
  /** What nobody has used. */
  static final int NOBODY = -1;

  /**
   * A place that was given out.
   *
   * @param lastUser the latest user of anything that it overwrote, or {@link #NOBODY}
   * @param isWrapped whether it is at the start again
   */
  record Placed(int offset, int lastUser, boolean isWrapped) {}

  private static final class Entry {
    final Object key;
    final int offset;
    final int end;
    int lastUser;

    Entry(Object key, int offset, int end, int lastUser) {
      this.key = key;
      this.offset = offset;
      this.end = end;
      this.lastUser = lastUser;
    }
  }

  private final int sizeBytes;
  private final Deque<Entry> entries = new ArrayDeque<>();
  private int next;

  Ring(long sizeBytes) {
    this.sizeBytes = Math.toIntExact(sizeBytes);
  }

  /**
   * Takes the next place.
   *
   * @param user counts up
   */
  Placed place(Object key, int bytes, int user) {
    boolean wraps = next + bytes > sizeBytes;
    int offset = wraps ? 0 : next;
    int lastUser = overwrite(offset, offset + bytes);
    entries.add(new Entry(key, offset, offset + bytes, user));
    next = offset + bytes;
    return new Placed(offset, lastUser, wraps);
  }

  private int overwrite(int offset, int end) {
    int lastUser = NOBODY;
    for (Iterator<Entry> all = entries.iterator(); all.hasNext(); ) {
      Entry entry = all.next();
      if (entry.offset < end && offset < entry.end) {
        lastUser = Math.max(lastUser, entry.lastUser);
        all.remove();
      }
    }
    return lastUser;
  }

  /** Where something still is, which is now used again; null if it was overwritten. */
  @Nullable Integer find(Object key, int user) {
    for (Entry entry : entries) {
      if (entry.key.equals(key)) {
        entry.lastUser = user;
        return entry.offset;
      }
    }
    return null;
  }
}
