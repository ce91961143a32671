package dev.tilescope.tracy.live;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Events of all threads in the order of time, which a journal has only for each thread: they wait
 * until it says that all before a moment were told. One that is still too late is put behind those
 * that went before.
 */
final class TimeOrder {
  /** Beyond this, waiting for the others is given up. */
  private static final int MOST_WAITING = 1 << 18;

  /** Sends an event at the time it is given. */
  interface Sending {
    void at(long nanos);
  }

  private record Waiting(long nanos, Sending sending) {}

  private final List<Waiting> waiting = new ArrayList<>();
  private long lastNanos = -1;

  void add(long nanos, Sending sending) {
    waiting.add(new Waiting(nanos, sending));
    if (waiting.size() == MOST_WAITING) {
      sendUpTo(Long.MAX_VALUE);
    }
  }

  /** No two are at the same time, so that an allocation always lasts a moment. */
  void sendUpTo(long nanos) {
    if (waiting.isEmpty()) {
      return;
    }
    waiting.sort(Comparator.comparingLong(Waiting::nanos));
    int sent = 0;
    while (sent < waiting.size() && waiting.get(sent).nanos <= nanos) {
      Waiting next = waiting.get(sent++);
      lastNanos = Math.max(lastNanos + 1, next.nanos);
      next.sending.at(lastNanos);
    }
    waiting.subList(0, sent).clear();
  }
}
