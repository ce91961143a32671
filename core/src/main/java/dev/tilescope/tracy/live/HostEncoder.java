package dev.tilescope.tracy.live;

import dev.tilescope.profile.HostEvents;
import dev.tilescope.profile.HostThread;
import dev.tilescope.profile.SourceSite;
import dev.tilescope.profile.timeline.OperationNames;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
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

  private record KnownSite(SourceSite site, long place) {}

  private final EventStream stream;
  private final Names names;
  private final long fromNanos;
  private final OperationNames operations = new OperationNames();
  private final Map<HostThread, ThreadTrack> threads = new IdentityHashMap<>();

  /** Addresses that the peer knows to be allocated, by pool. */
  private final Map<String, Set<Long>> allocated = new HashMap<>();

  private final Map<String, Integer> threadsByName = new HashMap<>();
  private final TimeOrder order = new TimeOrder();
  private @Nullable KnownSite[] sites = new KnownSite[64];
  private @Nullable HostThread current;
  private ThreadTrack track = new ThreadTrack(NOBODY);
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
    names.thread(OWN_THREAD, "Tilescope");
  }

  /** Names of the operations that ran on devices. */
  OperationNames operations() {
    return operations;
  }

  /** The numbers of threads that run, by names; where two have the same, that of the later one. */
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
    boolean isTold = knownThreads < MOST_THREADS;
    if (isTold) {
      knownThreads++;
      names.thread(thread.number(), thread.name());
      threadsByName.put(thread.name(), thread.number());
    } else {
      lostThreads++;
    }
    threads.put(thread, new ThreadTrack(isTold ? thread.number() : NOBODY));
  }

  private ThreadTrack of(HostThread thread) {
    if (thread != current) {
      current = thread;
      track = threads.computeIfAbsent(thread, _ -> new ThreadTrack(NOBODY));
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
    long place = place(site);
    stream.onThread(on.id);
    stream.zoneBegin(on.begin(nanos), place);
    if (place == Names.OTHERS) {
      stream.zoneName(site.name());
    }
  }

  private long place(SourceSite site) {
    if (site.id() >= sites.length) {
      sites = Arrays.copyOf(sites, Math.max(site.id() + 1, 2 * sites.length));
    }
    KnownSite known = sites[site.id()];
    if (known == null || known.site != site) {
      Names.Place place =
          new Names.Place(
              site.name(),
              site.function().isEmpty() ? site.name() : site.function(),
              site.file(),
              site.line());
      known = new KnownSite(site, names.place(place));
      sites[site.id()] = known;
    }
    return known.place;
  }

  @Override
  public void zoneEnd(HostThread thread, long nanos) {
    ThreadTrack on = of(thread);
    if (on.isTold()) {
      stream.onThread(on.id);
      stream.zoneEnd(on.end(nanos));
    } else {
      on.endUntold();
    }
  }

  /** Turns to the thread, if its innermost zone was told. */
  private boolean isInToldZone(HostThread thread) {
    ThreadTrack on = of(thread);
    if (on.isTold() && !isDropping) {
      stream.onThread(on.id);
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
      stream.onThread(on.id);
      stream.message(on.at(nanos), text, rgb);
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
      stream.onThread(on.id);
      stream.plot(on.at(nanos), names.text(name), value);
    }
  }

  @Override
  public void memoryAllocated(
      HostThread thread, long nanos, String pool, long address, long bytes) {
    int by = of(thread).id;
    if (isTold(nanos)) {
      order.add(nanos, at -> allocate(at, by, pool, address, bytes));
    }
  }

  /** Even while others are dropped: what the peer was told of must end. */
  @Override
  public void memoryFreed(HostThread thread, long nanos, String pool, long address) {
    int by = of(thread).id;
    order.add(nanos, at -> free(at, by, pool, address));
  }

  /** An address that is allocated again was freed: the journal may lack events. */
  private void allocate(long at, int by, String pool, long address, long bytes) {
    free(at, by, pool, address);
    allocated.computeIfAbsent(pool, _ -> new HashSet<>()).add(address);
    stream.allocated(at, by, names.text(pool), address, bytes);
  }

  private void free(long at, int by, String pool, long address) {
    Set<Long> addresses = allocated.get(pool);
    if (addresses != null && addresses.remove(address)) {
      stream.freed(at, by, names.text(pool), address);
    }
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
    track = new ThreadTrack(NOBODY);
  }

  @Override
  public void drained(long nanos) {
    drainedNanos = nanos;
    order.sendUpTo(nanos);
  }

  /** Nothing follows. */
  void finish() {
    drop(false);
    order.sendUpTo(Long.MAX_VALUE);
    if (lostThreads > 0) {
      stream.appInfo(
          "%,d threads are not here: Tracy has room for %,d".formatted(lostThreads, MOST_THREADS));
    }
  }
}
