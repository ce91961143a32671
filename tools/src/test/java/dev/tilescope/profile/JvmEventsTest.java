package dev.tilescope.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.journal.HostEvents;
import dev.tilescope.journal.HostJournal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JvmEventsTest {
  @TempDir Path folder;

  private record Span(String thread, String name, long begin, long end) {
    boolean isIn(Span other) {
      return begin >= other.begin && end <= other.end;
    }
  }

  /** Zones of all threads, none of which has zones inside zones here. */
  private static final class Spans implements HostEvents {
    final List<Span> spans = new ArrayList<>();
    private SourceSite site;
    private long begin;

    @Override
    public void zoneBegin(HostThread thread, long nanos, SourceSite at) {
      site = at;
      begin = nanos;
    }

    @Override
    public void zoneEnd(HostThread thread, long nanos) {
      spans.add(new Span(thread.name(), site.name(), begin, nanos));
    }
  }

  @AfterEach
  void stop() {
    Profiler.stop();
  }

  @Test
  void collectionsAskedForInsideAZoneLieInsideIt() throws InterruptedException {
    Profiler.start(ProfilerOptions.DEFAULT.withFolder(folder));
    Session.current().awaitJvmEvents();
    for (int i = 0; i < 5; i++) {
      try (ProfilerZone _ = Profiler.zone("collecting")) {
        System.gc();
      }
    }
    Spans heard = new Spans();
    HostJournal.Summary summary = HostJournal.read(Profiler.stop().journal(), heard);
    assertThat(summary.damage()).isNull();
    List<Span> asked = heard.spans.stream().filter(span -> span.name.equals("collecting")).toList();
    List<Span> pauses =
        heard.spans.stream().filter(span -> span.thread.startsWith("JVM GC")).toList();
    List<Span> safepoints =
        heard.spans.stream().filter(span -> span.thread.startsWith("JVM safepoints")).toList();
    assertThat(asked)
        .hasSize(5)
        .allSatisfy(zone -> {
          assertThat(pauses).as("pauses in %s", zone).anyMatch(pause -> pause.isIn(zone));
          assertThat(safepoints).anyMatch(safepoint -> safepoint.isIn(zone));
        });
  }

  /** Ends by returning from main, with the session on. */
  static final class Returning {
    public static void main(String[] args) throws InterruptedException {
      Profiler.start(ProfilerOptions.DEFAULT.withFolder(Path.of(args[0])));
      Session.current().awaitJvmEvents();
    }
  }

  @Test
  void aProgramThatReturnsFromMainEnds() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process =
        new ProcessBuilder(
                java,
                "-cp",
                System.getProperty("java.class.path"),
                Returning.class.getName(),
                folder.toString())
            .inheritIO()
            .start();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void zonesThatOverlapGoToThreadsOfTheirOwn() throws Exception {
    JvmZones zones = new JvmZones();
    zones.add(new JvmZones.JvmZone("JVM compiler", "C2", "a", 0, 100));
    zones.add(new JvmZones.JvmZone("JVM compiler", "C1", "b", 50, 10));
    zones.add(new JvmZones.JvmZone("JVM compiler", "C1", "c", 60, 10));
    zones.add(new JvmZones.JvmZone("JVM compiler", "C2", "d", 100, 10));
    Path file = folder.resolve("journal");
    int[] threads = new int[1];
    try (JournalWriter journal = ThreadLogTest.journal(file)) {
      zones.writeTo(journal, () -> ++threads[0]);
      journal.flush();
    }
    Spans heard = new Spans();
    HostJournal.read(file, heard);
    assertThat(heard.spans)
        .containsExactly(
            new Span("JVM compiler", "C2", 0, 100),
            new Span("JVM compiler 2", "C1", 50, 60),
            new Span("JVM compiler 2", "C1", 60, 70),
            new Span("JVM compiler", "C2", 100, 110));
  }
}
