package dev.tilescope.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/**
 * What the virtual machine did by itself, as zones of threads that do not exist. Compilers work
 * side by side, and zones of one thread must not overlap: where they do, the later one goes to
 * another such thread.
 */
final class JvmZones {
  /** More than a day of safepoints. */
  private static final int MOST_WAITING = 1 << 20;

  /**
   * @param thread e.g. {@code JVM GC}
   * @param beginNanos since the start of the run
   */
  record JvmZone(String thread, String name, String text, long beginNanos, long nanos) {}

  private static final class Lane {
    final int number;
    long endNanos = Long.MIN_VALUE;

    Lane(int number) {
      this.number = number;
    }
  }

  private final AtomicInteger count = new AtomicInteger();
  private final Queue<JvmZone> waiting = new ConcurrentLinkedQueue<>();
  private final Map<String, List<Lane>> lanes = new HashMap<>();

  /** From any thread; when far too many wait, the zone is not kept. */
  void add(JvmZone zone) {
    if (count.incrementAndGet() <= MOST_WAITING) {
      waiting.add(zone);
    } else {
      count.decrementAndGet();
    }
  }

  /**
   * @param newNumber the number of a new thread
   */
  void writeTo(JournalWriter journal, IntSupplier newNumber) {
    for (JvmZone zone = waiting.poll(); zone != null; zone = waiting.poll()) {
      Lane lane = lane(zone, journal, newNumber);
      count.decrementAndGet();
      lane.endNanos = zone.beginNanos + zone.nanos;
      journal.jvmZone(lane.number, zone);
    }
  }

  private Lane lane(JvmZone zone, JournalWriter journal, IntSupplier newNumber) {
    List<Lane> all = lanes.computeIfAbsent(zone.thread, _ -> new ArrayList<>());
    for (Lane lane : all) {
      if (lane.endNanos <= zone.beginNanos) {
        return lane;
      }
    }
    Lane added = new Lane(newNumber.getAsInt());
    all.add(added);
    String suffix = all.size() == 1 ? "" : " " + all.size();
    journal.thread(new HostThread(added.number, zone.thread + suffix, HostThread.Kind.JVM));
    return added;
  }
}
