package dev.tilescope.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.sun.management.ThreadMXBean;
import dev.tilescope.internal.track.CallerFrames;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.journal.HostEvents;
import dev.tilescope.journal.HostJournal;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfilerTest {
  @TempDir Path folder;
  private String before = "";

  private ProfilerOptions options() {
    return ProfilerOptions.DEFAULT.withFolder(folder).withJvmEvents(false);
  }

  @BeforeEach
  void nameThread() {
    before = Thread.currentThread().getName();
    Thread.currentThread().setName("t");
  }

  @AfterEach
  void stop() {
    Profiler.stop();
    Thread.currentThread().setName(before);
  }

  @Test
  void aZoneOfALineThatCannotBeLosesNothing() {
    Profiler.start(options());
    Profiler.startZone("a.py", "before the file", -1);
    Profiler.stopZone();
    Profiler.startZone("a.py", "long before", Integer.MIN_VALUE, -1);
    Profiler.stopZone();
    Profiler.message("after");
    assertThat(EventLines.of(Profiler.stop()).lines)
        .contains("t: begin before the file", "t: begin long before")
        .endsWith("t: message after f0f8ff");
  }

  @Test
  void aRunKnowsWhatBeingProfiledCostIt() {
    Profiler.start(options());
    for (int i = 0; i < 1000; i++) {
      Profiler.zone("counted").close();
    }
    ProfilerSummary summary = Objects.requireNonNull(Profiler.stop());
    ProfilerCost cost = Objects.requireNonNull(summary.cost());
    assertThat(cost.events()).isEqualTo(2000);
    assertThat(cost.nanosPerEvent()).isBetween(1.0, 100_000.0);
    assertThat(cost.deviceNanos()).isZero();
    assertThat(cost.programNanos()).isEqualTo(Math.round(2000 * cost.nanosPerEvent()));
    assertThat(cost.journalBytes()).isPositive().isLessThan(summary.journal().toFile().length());
    assertThat(cost.writerNanos() > 0 || cost.writerNanos() == ProfilerCost.UNKNOWN).isTrue();
    List<ProfilerCost> told = new ArrayList<>();
    HostJournal.read(
        summary.journal(),
        new HostEvents() {
          @Override
          public void cost(ProfilerCost read) {
            told.add(read);
          }
        });
    assertThat(told).containsExactly(cost);
  }

  @Test
  void everythingAProgramMarksIsInTheJournalInItsOrder() {
    Profiler.start(options());
    try (ProfilerZone _ = Profiler.zone("outer").colour(0xFF00FF)) {
      try (ProfilerZone inner = Profiler.zone("inner")) {
        inner.text("hello").value(-7);
      }
      Profiler.message("plain");
      Profiler.message("red", 0xFF0000);
      Signpost.mark("warm-up");
      Signpost.mark("run", "of `ten`");
      Profiler.frameMark();
      Profiler.frameMark("main");
      Profiler.plot("rate", 2.5);
    }
    assertThat(EventLines.of(Profiler.stop()).lines)
        .containsExactly(
            "t: begin outer",
            "t: colour ff00ff",
            "t: begin inner",
            "t: text hello",
            "t: value -7",
            "t: end",
            "t: message plain f0f8ff",
            "t: message red ff0000",
            "t: message `TT_SIGNPOST: warm-up` f0f8ff",
            "t: message `TT_SIGNPOST: run\nof 'ten'` f0f8ff",
            "t: frame ",
            "t: frame main",
            "t: plot rate 2.5",
            "t: end");
  }

  @Test
  void aZoneKnowsWhereItsNameWasUsedFirst() {
    Profiler.start(options());
    Profiler.zone("somewhere").close();
    SourceSite site = EventLines.of(Profiler.stop()).sites.getFirst();
    assertThat(site.file()).isEqualTo("dev/tilescope/profile/ProfilerTest.java");
    assertThat(site.function()).isEqualTo("ProfilerTest.aZoneKnowsWhereItsNameWasUsedFirst");
    assertThat(site.line()).isPositive();
  }

  @Test
  void whatIsSaidOfAnOuterZoneStaysWithIt() {
    Profiler.start(options());
    try (ProfilerZone outer = Profiler.zone("outer")) {
      try (ProfilerZone inner = Profiler.zone("inner")) {
        outer.text("late");
        inner.text("own");
      }
    }
    assertThat(EventLines.of(Profiler.stop()).lines)
        .containsExactly(
            "t: begin outer", "t: begin inner", "t: text own", "t: end", "t: text late", "t: end");
  }

  @Test
  void zonesThatWereNotClosedEndWithTheOneAroundThem() {
    Profiler.start(options());
    try (ProfilerZone _ = Profiler.zone("outer")) {
      Profiler.enter(Profiler.site("method", "File.java", 1));
      Profiler.zone("forgotten");
      Profiler.exit();
      Profiler.zone("forgotten too");
    }
    Profiler.zone("never closed");
    EventLines events = EventLines.of(Profiler.stop());
    assertThat(events.lines)
        .containsExactly(
            "t: begin outer",
            "t: begin method",
            "t: begin forgotten",
            "t: end",
            "t: end",
            "t: begin forgotten too",
            "t: end",
            "t: end",
            "t: begin never closed",
            "t: end");
  }

  @Test
  void closingTwiceOrFromAnotherThreadDoesNothing() throws InterruptedException {
    Profiler.start(options());
    ProfilerZone zone = Profiler.zone("zone");
    Thread other = Thread.ofPlatform().start(zone::close);
    other.join();
    assertThat(Profiler.zone("inside")).isNotSameAs(zone);
    zone.close();
    zone.close();
    zone.text("too late");
    Profiler.exit();
    assertThat(EventLines.of(Profiler.stop()).lines)
        .containsExactly("t: begin zone", "t: begin inside", "t: end", "t: end");
  }

  @Test
  void aFunctionThatAnotherLanguageCalledIsAtTheLineOfTheCall() {
    Profiler.start(options());
    CallerFrames.within(
        new CallerFrames.Call(List.of("  File \"/a/b.py\", line 7, in f\n    add(x)\n"), null, 1),
        () -> {
          Tracker.functionStart(Signature.of("ttnn::add"));
          Tracker.functionStart(Signature.of("ttnn::prim::add"));
          Tracker.functionEnd(Signature.of("ttnn::prim::add"), List.of(), 0);
          Tracker.functionEnd(Signature.of("ttnn::add"), List.of(), 0);
          return true;
        });
    assertThat(EventLines.of(Profiler.stop()).sites)
        .extracting(SourceSite::name, SourceSite::file, SourceSite::line)
        .containsExactly(tuple("ttnn::add", "/a/b.py", 7), tuple("ttnn::prim::add", "", 0));
  }

  @Test
  void zonesOfUpstreamsShapeAreAStack() {
    Profiler.start(options());
    Profiler.startZone("a.py", "first", 3);
    Profiler.startZone("a.py", "second", 4, 0x00FF00);
    assertThat(Profiler.stopZone("renamed", 0x0000FF)).isFalse();
    assertThat(Profiler.stopZone()).isFalse();
    assertThat(Profiler.stopZone()).isTrue();
    EventLines events = EventLines.of(Profiler.stop());
    assertThat(events.lines)
        .containsExactly(
            "t: begin first",
            "t: begin second",
            "t: colour 00ff00",
            "t: name renamed",
            "t: colour 0000ff",
            "t: end",
            "t: end");
    assertThat(events.sites.getFirst())
        .extracting(SourceSite::file, SourceSite::line)
        .containsExactly("a.py", 3);
  }

  @Test
  void withoutASessionNothingIsRecordedAndNothingAllocated() {
    assertThat(Profiler.isRecording()).isFalse();
    assertThat(Profiler.stop()).isNull();
    assertThat(Profiler.zone("off")).isSameAs(Profiler.zone("also off"));
    assertThat(leastAllocatedBytes(ProfilerTest::markOften)).isZero();
  }

  @Test
  void aThreadThatMarksZonesAllocatesNothing() {
    Profiler.start(options());
    // Until chunks go round between this thread and the drainer.
    for (int i = 0; i < 200; i++) {
      markOften();
    }
    assertThat(leastAllocatedBytes(ProfilerTest::markOften)).isZero();
  }

  private static void markOften() {
    for (int i = 0; i < 1000; i++) {
      try (ProfilerZone zone = Profiler.zone("steady")) {
        zone.value(i);
        Profiler.plot("steady plot", i);
        Profiler.frameMark("steady frame");
      }
    }
  }

  /** Of some runs: the first one loads classes, and the compiler makes an odd object. */
  private static long leastAllocatedBytes(Runnable body) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 20; i++) {
      least = Math.min(least, allocatedBytes(body));
    }
    return least;
  }

  private static long allocatedBytes(Runnable body) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    threads.getCurrentThreadAllocatedBytes();
    long before = threads.getCurrentThreadAllocatedBytes();
    body.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  @Test
  void aMillionZonesOfEightThreadsAreAllFound() throws InterruptedException {
    Profiler.start(options());
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 8; t++) {
      threads.add(Thread.ofPlatform().name("worker-" + t).start(() -> nested(62_500)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    ProfilerSummary summary = Profiler.stop();
    assertThat(summary.lost()).isZero();
    assertThat(summary.zones()).isEqualTo(1_000_000);
    EventLines events = EventLines.of(summary);
    assertThat(events.zones)
        .hasSize(8)
        .allSatisfy((name, zones) -> assertThat(zones).as(name).isEqualTo(125_000));
  }

  private static void nested(int pairs) {
    for (int i = 0; i < pairs; i++) {
      try (ProfilerZone _ = Profiler.zone("outer");
          ProfilerZone inner = Profiler.zone("inner")) {
        if (i % 1000 == 0) {
          inner.text("at " + i);
        }
      }
    }
  }

  @Test
  void virtualThreadsHaveLogsAndNamesOfTheirOwn() throws InterruptedException {
    Profiler.start(options());
    List<Thread> threads =
        IntStream.range(0, 10_000)
            .mapToObj(i ->
                i % 2 == 0
                    ? Thread.startVirtualThread(ProfilerTest::yieldInAZone)
                    : Thread.ofVirtual().name("named-" + i).start(ProfilerTest::yieldInAZone))
            .toList();
    for (Thread thread : threads) {
      thread.join();
    }
    EventLines events = EventLines.of(Profiler.stop());
    assertThat(events.zones).hasSize(10_000).containsKey("named-9999");
    assertThat(events.zones).containsKey("virtual #" + threads.getFirst().threadId());
    assertThat(events.zones.values()).allMatch(zones -> zones == 2);
  }

  private static void yieldInAZone() {
    try (ProfilerZone _ = Profiler.zone("outer")) {
      Thread.yield();
      try (ProfilerZone _ = Profiler.zone("inner")) {
        Thread.yield();
      }
    }
  }

  @Test
  void aSessionAfterAnotherBeginsAnew() {
    Profiler.start(options());
    ProfilerZone left = Profiler.zone("left open");
    Profiler.start(options());
    left.text("of the first");
    left.close();
    Profiler.zone("second").close();
    assertThat(EventLines.of(Profiler.stop()).lines).containsExactly("t: begin second", "t: end");
  }

  @Test
  void methodsAreZonesAlwaysOrBetweenEnableAndDisable() {
    Profiler.start(options());
    assertThat(Profiler.methodZones()).isTrue();
    Profiler.start(options().withPartial(true));
    assertThat(Profiler.methodZones()).isFalse();
    List<String> order = new ArrayList<>();
    Profiler.onFirstEnable(() -> order.add("first"));
    Profiler.enable();
    assertThat(order).as("run before enable returned").containsExactly("first");
    assertThat(Profiler.methodZones()).isTrue();
    Profiler.disable();
    assertThat(Profiler.methodZones()).isFalse();
    Profiler.enable();
    assertThat(order).hasSize(1);
    Profiler.onFirstEnable(() -> order.add("late"));
    assertThat(order).containsExactly("first", "late");
    Profiler.stop();
    assertThat(Profiler.methodZones()).isFalse();
    Profiler.disable();
  }

  @Test
  void aFolderThatCannotBeIsRefusedWithWhatToDo() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "no folder");
    assertThatThrownBy(() -> Profiler.start(options().withFolder(file)))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("TT_METAL_PROFILER_DIR");
    assertThat(Profiler.isRecording()).isFalse();
  }

  @Test
  void aJournalThatCannotBeWrittenEndsTheSessionAndNotTheProgram() throws InterruptedException {
    Profiler.start(options());
    // A channel is closed under a thread that is interrupted.
    Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("tilescope-profiler"))
        .forEach(Thread::interrupt);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (Profiler.isRecording() && System.nanoTime() < deadline) {
      Profiler.zone("still marking").close();
    }
    assertThat(Profiler.isRecording()).isFalse();
    assertThat(Profiler.stop()).isNull();
    assertThat(Tracker.on()).as("nobody listens any more").isFalse();
    Profiler.start(options());
    Profiler.zone("recorded again").close();
    assertThat(EventLines.of(Profiler.stop()).lines).contains("t: begin recorded again");
  }

  @Test
  void aMessageIsCutWhereTracyWouldCutIt() {
    Profiler.start(options());
    Profiler.message("ä".repeat(40_000));
    Signpost.mark("x".repeat(70_000));
    List<String> lines = EventLines.of(Profiler.stop()).lines;
    assertThat(lines.get(0)).hasSize("t: message  f0f8ff".length() + BoundedText.MOST_BYTES / 2);
    assertThat(lines.get(1))
        .hasSize("t: message  f0f8ff".length() + BoundedText.MOST_BYTES)
        .endsWith("x` f0f8ff");
  }
}
