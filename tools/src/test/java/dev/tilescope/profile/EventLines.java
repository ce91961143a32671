package dev.tilescope.profile;

import dev.tilescope.journal.HostEvents;
import dev.tilescope.journal.HostJournal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The events of a journal as lines, without times, and what holds for all journals. */
final class EventLines implements HostEvents {
  final List<String> lines = new ArrayList<>();
  final Map<String, Long> zones = new HashMap<>();
  final List<SourceSite> sites = new ArrayList<>();
  long lost;
  long runs;
  HostRun run;
  private final Map<HostThread, Integer> depths = new HashMap<>();
  private final Map<HostThread, Long> times = new HashMap<>();

  static EventLines of(ProfilerSummary summary) {
    EventLines events = new EventLines();
    HostJournal.Summary read = HostJournal.read(Objects.requireNonNull(summary).journal(), events);
    if (read.damage() != null || !read.ended()) {
      throw new AssertionError(read.toString());
    }
    events.requireBalanced();
    return events;
  }

  void requireBalanced() {
    depths.forEach((thread, depth) -> {
      if (depth != 0) {
        throw new AssertionError(thread + " has " + depth + " zones open");
      }
    });
  }

  private void add(HostThread thread, long nanos, String line) {
    if (!depths.containsKey(thread)) {
      throw new AssertionError(thread + " was not started");
    }
    if (nanos < times.merge(thread, nanos, Math::max)) {
      throw new AssertionError("time goes back on " + thread + ": " + line);
    }
    lines.add(thread.name() + ": " + line);
  }

  @Override
  public void run(HostRun heard) {
    run = heard;
    runs++;
  }

  @Override
  public void threadStarted(HostThread thread) {
    depths.put(thread, 0);
  }

  @Override
  public void zoneBegin(HostThread thread, long nanos, SourceSite site) {
    add(thread, nanos, "begin " + site.name());
    depths.merge(thread, 1, Integer::sum);
    zones.merge(thread.name(), 1L, Long::sum);
    sites.add(site);
  }

  @Override
  public void zoneEnd(HostThread thread, long nanos) {
    add(thread, nanos, "end");
    depths.merge(thread, -1, Integer::sum);
  }

  @Override
  public void zoneText(HostThread thread, String text) {
    lines.add(thread.name() + ": text " + text);
  }

  @Override
  public void zoneName(HostThread thread, String name) {
    lines.add(thread.name() + ": name " + name);
  }

  @Override
  public void zoneColour(HostThread thread, int rgb) {
    lines.add(thread.name() + ": colour %06x".formatted(rgb));
  }

  @Override
  public void zoneValue(HostThread thread, long value) {
    lines.add(thread.name() + ": value " + value);
  }

  @Override
  public void message(HostThread thread, long nanos, String text, int rgb) {
    add(thread, nanos, "message %s %06x".formatted(text, rgb));
  }

  @Override
  public void frameMark(HostThread thread, long nanos, String name) {
    add(thread, nanos, "frame " + name);
  }

  @Override
  public void plot(HostThread thread, long nanos, String name, double value) {
    add(thread, nanos, "plot " + name + " " + value);
  }

  @Override
  public void memoryAllocated(
      HostThread thread, long nanos, String pool, long address, long bytes) {
    add(thread, nanos, "allocated %s %d %d".formatted(pool, address, bytes));
  }

  @Override
  public void memoryFreed(HostThread thread, long nanos, String pool, long address) {
    add(thread, nanos, "freed %s %d".formatted(pool, address));
  }

  @Override
  public void lost(HostThread thread, long events) {
    lost = events;
  }

  @Override
  public void threadEnded(HostThread thread) {
    if (depths.remove(thread) != 0) {
      throw new AssertionError(thread + " ended with zones open");
    }
  }
}
