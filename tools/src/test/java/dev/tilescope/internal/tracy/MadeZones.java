package dev.tilescope.internal.tracy;

import dev.tilescope.internal.tracy.TracyTrace.Zone;
import dev.tilescope.profile.HostThread;
import dev.tilescope.profile.MadeJournal;
import dev.tilescope.profile.SourceSite;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Zones of random places, depths, lengths and notes: written to a journal, and as they should be.
 */
final class MadeZones {
  private static final int PLACES = 50;
  private static final int MOST_DEPTH = 12;

  private static final class Open {
    final int index;
    final SourceSite site;
    final long begin;
    @Nullable String text;
    @Nullable String name;
    int rgb;

    Open(int index, SourceSite site, long begin) {
      this.index = index;
      this.site = site;
      this.begin = begin;
    }
  }

  private static final class OfThread {
    final List<Zone> zones = new ArrayList<>();
    final Deque<Open> open = new ArrayDeque<>();
    long nanos;
  }

  private final Random random = new Random(11);
  private final int count;
  private final List<OfThread> threads = new ArrayList<>();
  private final List<SourceSite> sites = new ArrayList<>();

  MadeZones(int count, int threads) {
    this.count = count;
    for (int i = 0; i < threads; i++) {
      this.threads.add(new OfThread());
    }
    for (int i = 0; i < PLACES; i++) {
      sites.add(new SourceSite(i, "zone " + i, "Made.zone" + i, "dev/Made.java", i + 1));
    }
  }

  List<Zone> zones(String thread) {
    return threads.get(Integer.parseInt(thread.substring("thread ".length())) - 1).zones;
  }

  void writeTo(MadeJournal journal) {
    for (int i = 1; i <= threads.size(); i++) {
      journal.thread(new HostThread(i, "thread " + i, kind(i)));
    }
    writeZonesTo(journal);
  }

  /** Every other thread is virtual. */
  static HostThread.Kind kind(int number) {
    return number % 2 == 0 ? HostThread.Kind.VIRTUAL : HostThread.Kind.PLATFORM;
  }

  /** To threads that the journal knows. */
  void writeZonesTo(MadeJournal journal) {
    int made = 0;
    while (made < count) {
      int number = random.nextInt(threads.size());
      OfThread thread = threads.get(number);
      for (int burst = random.nextInt(64); burst >= 0 && made < count; burst--) {
        if (thread.open.isEmpty() || thread.open.size() < MOST_DEPTH && random.nextBoolean()) {
          begin(journal, number + 1, thread);
          made++;
        } else {
          end(journal, number + 1, thread);
        }
      }
    }
    for (int i = 0; i < threads.size(); i++) {
      while (!threads.get(i).open.isEmpty()) {
        end(journal, i + 1, threads.get(i));
      }
    }
  }

  private void begin(MadeJournal journal, int number, OfThread thread) {
    thread.nanos += 1 + random.nextInt(2000);
    SourceSite site = sites.get(random.nextInt(PLACES));
    journal.begin(number, thread.nanos, site);
    Open open = new Open(thread.zones.size(), site, thread.nanos);
    thread.zones.add(null);
    thread.open.push(open);
    switch (random.nextInt(40)) {
      case 0 -> journal.text(open.text = "text " + random.nextInt(100_000));
      case 1 -> journal.name(open.name = "name " + random.nextInt(100));
      case 2 -> journal.colour(open.rgb = 1 + random.nextInt(0xFFFFFF));
      default -> {}
    }
  }

  private void end(MadeJournal journal, int number, OfThread thread) {
    thread.nanos += 1 + random.nextInt(2000);
    journal.end(number, thread.nanos);
    Open open = thread.open.pop();
    SourceSite site = open.site;
    int bgr = (open.rgb & 0xFF) << 16 | open.rgb & 0xFF00 | open.rgb >>> 16;
    thread.zones.set(
        open.index,
        new Zone(
            thread.open.size(),
            site.name(),
            site.function(),
            site.file(),
            site.line(),
            open.begin,
            thread.nanos,
            open.text,
            open.name,
            bgr));
  }
}
