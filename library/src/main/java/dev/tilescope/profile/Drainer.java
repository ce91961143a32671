package dev.tilescope.profile;

import dev.tilescope.profile.internal.markers.DeviceLogs;
import dev.tilescope.profile.internal.markers.ThreadTime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The thread that takes events from the logs of all others and writes them to the journal, some 250
 * times a second and whenever memory runs short. Logs of threads that have ended are emptied and
 * forgotten.
 */
final class Drainer {
  /** So that a pass may take a while and what a kill loses is still less than 10 ms. */
  private static final long PERIOD_NANOS = 4_000_000;

  private final Session session;
  private final JournalWriter journal;
  private final @Nullable JournalFollower follower;
  private final Thread thread;
  private final JvmZones jvmZones = new JvmZones();
  private final List<LogCursor> cursors = new ArrayList<>();
  private volatile boolean isEnding;
  private int threads;
  private long zones;
  private long events;
  private long lost;
  private int threadsWithLoss;
  private @Nullable ProfilerCost cost;
  private @Nullable Throwable failure;

  Drainer(Session session, JournalWriter journal, @Nullable JournalFollower follower) {
    this.session = session;
    this.journal = journal;
    this.follower = follower;
    this.thread = Thread.ofPlatform().daemon().name("tilescope-profiler").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  void wake() {
    LockSupport.unpark(thread);
  }

  JvmZones jvmZones() {
    return jvmZones;
  }

  /** Writes everything that is left, and waits for it. */
  void end() {
    isEnding = true;
    wake();
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try (journal) {
      journal.run(session.run());
      while (!isEnding) {
        if (!holdsBack()) {
          pass();
        }
        LockSupport.parkNanos(this, PERIOD_NANOS);
      }
      pass();
      finish();
    } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
      failure = e;
      session.abandon();
    }
  }

  private boolean holdsBack() {
    return follower != null && !isEnding && follower.holdsBack();
  }

  /** Whether there will be room again, and whoever finds none is to wait for it. */
  boolean isWaitedFor() {
    return follower != null && !isEnding && follower.isWaitedFor();
  }

  private void flush() throws IOException {
    journal.flush();
    if (follower != null) {
      follower.written(journal.writtenBytes());
    }
  }

  private void pass() throws IOException {
    long now = session.nanos();
    for (ThreadLog log : session.takeNewLogs()) {
      add(log);
    }
    for (int i = cursors.size() - 1; i >= 0; i--) {
      LogCursor cursor = cursors.get(i);
      boolean hasEnded = cursor.hasEnded();
      drain(cursor);
      if (hasEnded) {
        forget(cursor, null);
        cursors.set(i, cursors.getLast());
        cursors.removeLast();
      }
    }
    jvmZones.writeTo(journal, () -> ++threads);
    if (journal.hasContent()) {
      journal.drained(now);
      flush();
    }
  }

  private void add(ThreadLog log) {
    int number = ++threads;
    HostThread.Kind kind =
        log.thread.isVirtual() ? HostThread.Kind.VIRTUAL : HostThread.Kind.PLATFORM;
    journal.thread(new HostThread(number, log.name, kind));
    cursors.add(new LogCursor(log, number, session.pool(), session.run().nanoTime()));
  }

  private void drain(LogCursor cursor) throws IOException {
    while (!cursor.drain(journal)) {
      flush();
    }
  }

  private void forget(LogCursor cursor, @Nullable Long nanos) {
    cursor.finish(journal, nanos);
    zones += cursor.zones();
    events += cursor.events();
    lost += cursor.lost();
    threadsWithLoss += cursor.lost() > 0 ? 1 : 0;
  }

  private void finish() throws IOException {
    long now = session.nanos();
    cursors.forEach(cursor -> forget(cursor, now));
    cost = cost();
    journal.cost(cost);
    journal.ended(now);
    flush();
  }

  private ProfilerCost cost() {
    long own = ThreadTime.nanos();
    DeviceLogs devices = session.deviceLogs();
    long keeping = devices == null ? 0 : devices.keepingNanos();
    boolean isKnown = own != ThreadTime.UNKNOWN && keeping != ThreadTime.UNKNOWN;
    return new ProfilerCost(
        events,
        EventCost.nanos(session),
        devices == null ? 0 : devices.programNanos(),
        isKnown ? own + keeping : ProfilerCost.UNKNOWN,
        journal.writtenBytes());
  }

  /** Once it has ended. */
  ProfilerSummary summary() {
    return new ProfilerSummary(
        session.journalFile(),
        zones,
        lost,
        threadsWithLoss,
        cost,
        failure == null ? null : failure.toString());
  }
}
