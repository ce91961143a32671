package dev.tilescope.profile;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A zone that is open, to be closed by the thread that opened it:
 *
 * <pre>{@code
 * try (ProfilerZone zone = Profiler.zone("load").text(file)) {
 *   ...
 * }
 * }</pre>
 *
 * <p>The object is used again for later zones of its thread: nothing may be done with it once it is
 * closed. What another thread asks of it is ignored. A zone that is closed while others inside it
 * are open closes those too.
 */
public final class ProfilerZone implements AutoCloseable {
  /** What there is while nothing is recorded. */
  static final ProfilerZone NONE = new ProfilerZone(null, 0);

  /** What is said of one zone beyond this, while another is inside it, is not kept. */
  private static final int MOST_NOTES = 64;

  private final @Nullable ThreadLog log;
  private final int index;
  private int depth;
  private boolean isOpen;

  /** What was said while this was not the innermost zone; it is written when it is again. */
  private List<Note> notes = List.of();

  private record Note(EventKind kind, @Nullable String text, long number) {}

  /**
   * @param index its place among the zones of its thread
   */
  ProfilerZone(@Nullable ThreadLog log, int index) {
    this.log = log;
    this.index = index;
  }

  /**
   * @param rgb e.g. {@code 0xFF0000} for red
   */
  public ProfilerZone colour(int rgb) {
    return note(EventKind.COLOUR, null, rgb & 0xFF_FFFF);
  }

  public ProfilerZone text(String text) {
    return note(EventKind.TEXT, BoundedText.of(text), 0);
  }

  public ProfilerZone value(long value) {
    return note(EventKind.VALUE, null, value);
  }

  /** Another name than the one it was opened with. */
  ProfilerZone name(String name) {
    return note(EventKind.NAME, BoundedText.of(name), 0);
  }

  private ProfilerZone note(EventKind kind, @Nullable String text, long number) {
    if (isOpen && log != null && log.isCurrent() && log.isRecorded(this)) {
      if (log.isInnermost(this)) {
        write(log, kind, text, number);
      } else if (notes.size() < MOST_NOTES) {
        notes = notes.isEmpty() ? new ArrayList<>() : notes;
        notes.add(new Note(kind, text, number));
      }
    }
    return this;
  }

  private static void write(ThreadLog log, EventKind kind, @Nullable String text, long number) {
    if (text == null) {
      log.write(kind, 0, number);
    } else {
      log.writeText(kind, text, number);
    }
  }

  @Override
  public void close() {
    if (isOpen && log != null && log.isCurrent()) {
      log.close(this);
    }
  }

  int index() {
    return index;
  }

  /** How many zones are around it. */
  int depth() {
    return depth;
  }

  void opened(int at) {
    depth = at;
    isOpen = true;
  }

  boolean hasNotes() {
    return !notes.isEmpty();
  }

  /** It is the innermost zone now. */
  void writeNotes(ThreadLog its) {
    notes.forEach(note -> write(its, note.kind, note.text, note.number));
    notes = List.of();
  }

  void closed() {
    isOpen = false;
  }
}
