package dev.tilescope.internal.tracy;

import dev.tilescope.internal.timeline.OperationNames;
import dev.tilescope.journal.HostEvents;
import dev.tilescope.profile.HostRun;
import dev.tilescope.profile.HostThread;
import dev.tilescope.profile.SourceSite;
import java.util.IdentityHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Brings the events of the host to the contents of a trace. */
final class HostCollector implements HostEvents {
  private final Contents contents;
  private final OperationNames operations = new OperationNames();
  private final IdentityHashMap<HostThread, TraceThread> threads = new IdentityHashMap<>();
  private @Nullable HostThread current;
  private @Nullable TraceThread currentTrace;
  private long lostThreads;

  HostCollector(Contents contents) {
    this.contents = contents;
  }

  OperationNames operations() {
    return operations;
  }

  @Override
  public void run(HostRun run) {
    contents.run = run;
  }

  @Override
  public void threadStarted(HostThread thread) {
    TraceThread started =
        switch (thread.kind()) {
          case VIRTUAL -> contents.virtualThread(thread.name());
          case PLATFORM, JVM -> contents.thread(thread.name());
        };
    if (started == null) {
      lostThreads++;
    } else {
      threads.put(thread, started);
    }
  }

  /** Null for a thread that found no room. */
  private @Nullable TraceThread of(HostThread thread) {
    if (thread != current) {
      current = thread;
      currentTrace = threads.get(thread);
    }
    return currentTrace;
  }

  @Override
  public void zoneBegin(HostThread thread, long nanos, SourceSite site) {
    TraceThread on = of(thread);
    if (on == null) {
      return;
    }
    int location = contents.locations.of(site);
    on.zones.begin(nanos, location);
    if (location == SourceLocations.OTHERS) {
      on.zones.name(site.name());
    }
  }

  @Override
  public void zoneEnd(HostThread thread, long nanos) {
    TraceThread on = of(thread);
    if (on != null) {
      on.zones.end(nanos);
    }
  }

  @Override
  public void zoneText(HostThread thread, String text) {
    TraceThread on = of(thread);
    if (on != null) {
      on.zones.text(text);
    }
  }

  @Override
  public void zoneName(HostThread thread, String name) {
    TraceThread on = of(thread);
    if (on != null) {
      on.zones.name(name);
    }
  }

  @Override
  public void zoneColour(HostThread thread, int rgb) {
    TraceThread on = of(thread);
    if (on != null) {
      on.zones.colour(rgb);
    }
  }

  /** As Tracy shows values. */
  @Override
  public void zoneValue(HostThread thread, long value) {
    zoneText(thread, value + " [0x" + Long.toHexString(value) + "]");
  }

  @Override
  public void message(HostThread thread, long nanos, String text, int rgb) {
    operations.hear(text);
    TraceThread on = of(thread);
    if (on != null) {
      contents.message(on, nanos, text, rgb);
    }
  }

  @Override
  public void frameMark(HostThread thread, long nanos, String name) {
    Series.Named frame = contents.frames.named(name);
    if (frame != null) {
      contents.frames.add(frame, contents.within(nanos), 0, 0, 0);
    }
  }

  /** Tracy has no room for what is no number. */
  @Override
  public void plot(HostThread thread, long nanos, String name, double value) {
    Series.Named plot = Double.isFinite(value) ? contents.plots.named(name) : null;
    if (plot != null) {
      plot.least = Math.min(plot.least, value);
      plot.most = Math.max(plot.most, value);
      plot.sum += value;
      long bits = Double.doubleToRawLongBits(value);
      contents.plots.add(plot, acted(of(thread), nanos), bits, 0, 0);
    }
  }

  /** Returns when, as near to the time as the file takes. */
  private long acted(@Nullable TraceThread thread, long nanos) {
    long taken = contents.within(nanos);
    if (thread != null) {
      thread.acted(taken);
    }
    return taken;
  }

  @Override
  public void memoryAllocated(
      HostThread thread, long nanos, String pool, long address, long bytes) {
    memory(thread, nanos, pool, address, bytes, MemoryPool.ALLOCATED);
  }

  @Override
  public void memoryFreed(HostThread thread, long nanos, String pool, long address) {
    memory(thread, nanos, pool, address, 0, MemoryPool.FREED);
  }

  private void memory(
      HostThread thread, long nanos, String name, long address, long bytes, int kind) {
    TraceThread on = of(thread);
    Series.Named pool = contents.memory.named(name);
    if (pool != null) {
      long at = acted(on, nanos);
      long kindAndThread = MemoryPool.kindAndThread(kind, on == null ? 0 : on.number);
      contents.memory.add(pool, at, address, bytes, kindAndThread);
    }
  }

  @Override
  public void lost(HostThread thread, long events) {
    TraceThread on = of(thread);
    if (on != null) {
      String text = "%,d events of this thread were lost so far".formatted(events);
      contents.message(on, on.lastNanos(), text, Contents.WARNING);
    }
  }

  @Override
  public void threadEnded(HostThread thread) {
    TraceThread on = of(thread);
    if (on != null) {
      on.zones.seal();
    }
    threads.remove(thread);
    current = null;
  }

  @Override
  public void ended(long nanos) {
    contents.within(nanos);
  }

  void complain(Consumer<String> problems) {
    if (lostThreads > 0) {
      problems.accept(
          "%,d threads are not in the Tracy file, which takes %,d"
              .formatted(lostThreads, Contents.MOST_HOST_THREADS));
    }
  }
}
