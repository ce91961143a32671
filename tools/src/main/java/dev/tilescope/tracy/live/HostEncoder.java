package dev.tilescope.tracy.live;

import dev.tilescope.internal.timeline.OperationNames;
import dev.tilescope.journal.HostEvents;
import dev.tilescope.profile.HostThread;
import dev.tilescope.profile.SourceSite;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Brings the events of the host to a peer. What happened before the peer wants to hear of anything,
 * and what is dropped because it is too slow, is followed but not told.
 */
final class HostEncoder implements HostEvents {
  static final int WARNING = 0xFF8000;

  /** Tracy has 16 bits for threads, and lanes of devices need some. */
  static final int MOST_THREADS = 45_000;

  /** Where we say something ourselves. */
  static final int OWN_THREAD = Integer.MAX_VALUE;

  private static final int NOBODY = 0;

  private final EventStream stream;
  private final Names names;
  private final long fromNanos;
  private final OperationNames operations = new OperationNames();
  private final IdentityHashMap<HostThread, ThreadTrack> threads = new IdentityHashMap<>();
  private final SitePlaces places;
  private final Carrier carrier;
  private final PoolEncoder pools;

  private final Map<String, Integer> threadsByName = new HashMap<>();
  private final TimeOrder order = new TimeOrder();
  private @Nullable HostThread current;
  private ThreadTrack track = nobody();
  private boolean isDropping;
  private long dropped;
  private int knownThreads;
  private long lostThreads;
  private long drainedNanos;

  /**
   * @param fromNanos what happened before is not told
   */
  HostEncoder(EventStream stream, Names names, long fromNanos) {
    this.stream = stream;
    this.names = names;
    this.fromNanos = fromNanos;
    this.places = new SitePlaces(names);
    this.carrier = new Carrier(stream);
    this.pools = new PoolEncoder(stream, names, carrier);
    names.thread(OWN_THREAD, "Tilescope");
    names.thread(Carrier.THREAD, Carrier.NAME);
  }

  /** Names of the operations that ran on devices. */
  OperationNames operations() {
    return operations;
  }

  /**
   * The numbers of threads that run, by names, but for virtual ones; where two have the same, that
   * of the later one.
   */
  Map<String, Integer> threadsByName() {
    return threadsByName;
  }

  /** All of the host up to this time was told. */
  long drainedNanos() {
    return drainedNanos;
  }

  /** Leaves out what comes, and counts it; when that ends, the peer hears how much it was. */
  void drop(boolean isOn) {
    if (isDropping && !isOn && dropped > 0) {
      stream.onThread(OWN_THREAD);
      stream.message(
          Math.max(fromNanos, drainedNanos),
          "%,d events are not here: they came faster than they were taken".formatted(dropped),
          WARNING);
      dropped = 0;
    }
    isDropping = isOn;
  }

  private boolean isTold(long nanos) {
    if (isDropping) {
      dropped++;
    }
    return !isDropping && nanos >= fromNanos && track.id != NOBODY;
  }

  @Override
  public void threadStarted(HostThread thread) {
    if (knownThreads == MOST_THREADS) {
      lostThreads++;
      threads.put(thread, nobody());
    } else {
      knownThreads++;
      threads.put(thread, track(thread));
    }
  }

  /** Virtual threads are not among those whose call stacks can be looked at. */
  private ThreadTrack track(HostThread thread) {
    int number = thread.number();
    return switch (thread.kind()) {
      case VIRTUAL -> new ThreadTrack(number, names.fiber(number, thread.name()));
      case PLATFORM, JVM -> {
        names.thread(number, thread.name());
        threadsByName.put(thread.name(), number);
        yield new ThreadTrack(number, ThreadTrack.NO_FIBER);
      }
    };
  }

  private static ThreadTrack nobody() {
    return new ThreadTrack(NOBODY, ThreadTrack.NO_FIBER);
  }

  /** What follows is of this thread, whose last time is that of what follows. */
  private void turnTo(ThreadTrack on) {
    if (on.isFiber()) {
      carrier.enter(on);
    } else {
      stream.onThread(on.id);
    }
  }

  private ThreadTrack of(HostThread thread) {
    if (thread != current) {
      current = thread;
      track = threads.computeIfAbsent(thread, _ -> nobody());
    }
    return track;
  }

  @Override
  public void zoneBegin(HostThread thread, long nanos, SourceSite site) {
    ThreadTrack on = of(thread);
    if (!isTold(nanos) || on.isTooDeep()) {
      on.beginUntold();
      return;
    }
    long place = places.of(site);
    long begin = on.begin(nanos);
    turnTo(on);
    stream.zoneBegin(begin, place);
    if (place == Names.OTHERS) {
      stream.zoneName(site.name());
    }
  }

  @Override
  public void zoneEnd(HostThread thread, long nanos) {
    ThreadTrack on = of(thread);
    if (on.isTold()) {
      long end = on.end(nanos);
      turnTo(on);
      stream.zoneEnd(end);
    } else {
      on.endUntold();
    }
  }

  /** Turns to the thread, if its innermost zone was told. */
  private boolean isInToldZone(HostThread thread) {
    ThreadTrack on = of(thread);
    if (on.isTold() && !isDropping) {
      turnTo(on);
      return true;
    }
    return false;
  }

  @Override
  public void zoneText(HostThread thread, String text) {
    if (isInToldZone(thread)) {
      stream.zoneText(text);
    }
  }

  @Override
  public void zoneName(HostThread thread, String name) {
    if (isInToldZone(thread)) {
      stream.zoneName(name);
    }
  }

  @Override
  public void zoneColour(HostThread thread, int rgb) {
    if (isInToldZone(thread)) {
      stream.zoneColour(rgb);
    }
  }

  @Override
  public void zoneValue(HostThread thread, long value) {
    if (isInToldZone(thread)) {
      stream.zoneValue(value);
    }
  }

  @Override
  public void message(HostThread thread, long nanos, String text, int rgb) {
    operations.hear(text);
    ThreadTrack on = of(thread);
    if (isTold(nanos)) {
      long at = on.at(nanos);
      turnTo(on);
      stream.message(at, text, rgb);
    }
  }

  @Override
  public void frameMark(HostThread thread, long nanos, String name) {
    of(thread);
    if (isTold(nanos)) {
      long key = name.isEmpty() ? 0 : names.text(name);
      order.add(nanos, at -> stream.frameMark(at, key));
    }
  }

  @Override
  public void plot(HostThread thread, long nanos, String name, double value) {
    ThreadTrack on = of(thread);
    if (isTold(nanos) && Double.isFinite(value)) {
      long at = on.at(nanos);
      turnTo(on);
      stream.plot(at, names.text(name), value);
    }
  }

  @Override
  public void memoryAllocated(
      HostThread thread, long nanos, String pool, long address, long bytes) {
    ThreadTrack by = of(thread);
    if (isTold(nanos)) {
      by.at(nanos);
      order.add(nanos, at -> pools.allocate(at, by, pool, address, bytes));
    }
  }

  /** Even while others are dropped: what the peer was told of must end. */
  @Override
  public void memoryFreed(HostThread thread, long nanos, String pool, long address) {
    ThreadTrack by = of(thread);
    by.at(nanos);
    order.add(nanos, at -> pools.free(at, by, pool, address));
  }

  @Override
  public void lost(HostThread thread, long events) {
    ThreadTrack on = of(thread);
    message(
        thread,
        Math.max(fromNanos, on.lastNanos()),
        "%,d events of this thread were lost so far".formatted(events),
        WARNING);
  }

  @Override
  public void threadEnded(HostThread thread) {
    threads.remove(thread);
    threadsByName.remove(thread.name(), thread.number());
    current = null;
    track = nobody();
  }

  @Override
  public void drained(long nanos) {
    drainedNanos = nanos;
    order.sendUpTo(nanos);
    carrier.leave();
  }

  /** Nothing follows. */
  void finish() {
    drop(false);
    order.sendUpTo(Long.MAX_VALUE);
    carrier.leave();
    if (lostThreads > 0) {
      stream.appInfo(
          "%,d threads are not here: Tracy has room for %,d".formatted(lostThreads, MOST_THREADS));
    }
  }
}
