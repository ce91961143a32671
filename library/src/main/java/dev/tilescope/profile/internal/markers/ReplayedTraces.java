package dev.tilescope.profile.internal.markers;

import dev.tilescope.model.ProgramRef;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Knows which replay of which trace the counter in the markers of a device stands for.
 *
 * <p>Rule: the device counts the replays of all its traces, and each chip stamps the count into the
 * markers of the programs it runs; a run is a replay's if its program was recorded into the trace
 * that was replayed then, and otherwise nobody's.
 *
 * <p>The counter has 16 bits. So that none of its values ever stands for two replays, all chips are
 * to be read after each {@value #MOST_UNREAD} of them: whoever announces replays asks {@link
 * #isFull} before.
 *
 * <p>Any thread may call.
 */
final class ReplayedTraces {
  static final int MOST_UNREAD = 0xFFFF;

  private static final int COUNTERS = MOST_UNREAD + 1;
  private static final int FIRST_ROOM = 64;

  /** A program that is part of a trace. */
  private record Recorded(long traceId, String name) {}

  /** By the counter; it grows with the replays until it has all values of it. */
  private Replay[] replays = new Replay[0];

  private final Map<Integer, Recorded> programs = new HashMap<>();
  private final Map<Long, Long> sessions = new HashMap<>();
  private final Set<Long> released = new HashSet<>();
  private long count;
  private long unread;

  synchronized void recorded(long traceId, ProgramRef program) {
    programs.put((int) program.number(), new Recorded(traceId, program.name()));
  }

  /** Whether all chips have to be read before the next replay. */
  synchronized boolean isFull() {
    return unread >= MOST_UNREAD;
  }

  /** A replay is about to begin. */
  synchronized void replayed(long traceId) {
    int counter = (int) (++count % COUNTERS);
    if (counter >= replays.length) {
      int before = replays.length;
      replays = Arrays.copyOf(replays, Math.min(COUNTERS, Math.max(FIRST_ROOM, 2 * before)));
      Arrays.fill(replays, before, replays.length, Replay.NONE);
    }
    replays[counter] = new Replay(traceId, sessions.merge(traceId, 1L, Long::sum));
    unread++;
  }

  /** The name of a recorded program; empty for any other. */
  synchronized String nameOf(int programNumber) {
    Recorded program = programs.get(programNumber);
    return program == null ? "" : program.name;
  }

  /** A trace is gone; markers of its replays may still be on the chips. */
  synchronized void released(long traceId) {
    released.add(traceId);
  }

  /** To be asked before chips are read: what {@link #read} may forget after it. */
  synchronized Set<Long> gone() {
    return Set.copyOf(released);
  }

  /** All chips have been read. */
  synchronized void read(Set<Long> gone) {
    unread = 0;
    programs.values().removeIf(program -> gone.contains(program.traceId));
    sessions.keySet().removeAll(gone);
    released.removeAll(gone);
  }

  /**
   * @param counter of the run's markers
   */
  synchronized Replay of(int programNumber, int counter) {
    Recorded program = programs.get(programNumber);
    Replay replay = counter < replays.length ? replays[counter] : Replay.NONE;
    return program != null && replay.traceId() == program.traceId ? replay : Replay.NONE;
  }
}
