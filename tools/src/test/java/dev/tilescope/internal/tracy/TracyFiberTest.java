package dev.tilescope.internal.tracy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.logs.InputProblems;
import dev.tilescope.internal.tracy.TracyTrace.Allocation;
import dev.tilescope.internal.tracy.TracyTrace.Message;
import dev.tilescope.internal.tracy.TracyTrace.Ran;
import dev.tilescope.internal.tracy.TracyTrace.Row;
import dev.tilescope.internal.tracy.TracyTrace.Zone;
import dev.tilescope.profile.HostThread;
import dev.tilescope.profile.HostThread.Kind;
import dev.tilescope.profile.SourceSite;
import dev.tilescope.tracy.live.LiveOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Virtual threads are fibers to Tracy, live and in files. */
class TracyFiberTest {
  private static final String CARRIERS = "Virtual threads (carriers are not recorded)";
  private static final SourceSite SITE =
      new SourceSite(3, "my zone", "Model.forward", "com/acme/Model.java", 42);
  private static final SourceSite PLOT = new SourceSite(4, "loss", "", "", 0);
  private static final int DRAM = 0;

  @TempDir private Path folder = Path.of("");

  private LiveFixture fixture(LiveOptions options) throws IOException {
    LiveFixture run = new LiveFixture(folder, options);
    run.journal.thread(new HostThread(1, "main", Kind.PLATFORM));
    run.journal.thread(new HostThread(2, "first", Kind.VIRTUAL));
    run.journal.thread(new HostThread(3, "second", Kind.VIRTUAL));
    return run;
  }

  private TracyTrace file() throws IOException {
    Path file = folder.resolve("x.tracy");
    TracyFile.write(folder, file, new InputProblems(false));
    return TracyReader.read(file);
  }

  private static Row row(TracyTrace trace, String name) {
    return trace.threads().stream()
        .filter(row -> row.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Zone zone(int depth, long begin, long end, String text, String name, int bgr) {
    return new Zone(
        depth, SITE.name(), SITE.function(), SITE.file(), SITE.line(), begin, end, text, name, bgr);
  }

  /** Of all kinds, from three threads by turns, with zones that are open meanwhile. */
  private static void events(LiveFixture run) {
    run.journal.begin(2, 100, SITE);
    run.journal.begin(3, 50, SITE);
    run.journal.begin(1, 60, SITE);
    run.journal.begin(2, 110, SITE);
    run.journal.text("of the inner");
    run.journal.name("renamed");
    run.journal.message(3, 70, "hello", 0xFF0000);
    run.journal.allocate(2, 115, DRAM, 4096, 64);
    run.journal.end(2, 120);
    run.journal.colour(0x112233);
    run.journal.value(5);
    run.journal.drained(130);
    run.journal.allocate(1, 131, DRAM, 8192, 32);
    run.journal.plot(3, 140, PLOT, 1.5);
    run.journal.free(3, 150, DRAM, 4096);
    run.journal.end(3, 5_000_000_000L);
    run.journal.end(1, 160);
    run.journal.end(2, 20_000_000_000L);
    run.journal.free(2, 20_000_000_001L, DRAM, 8192);
    run.journal.lost(2, 7);
    run.journal.threadEnd(2);
    run.journal.drained(20_000_000_002L);
  }

  private static void requireEvents(TracyTrace trace) {
    Row first = row(trace, "first");
    Row second = row(trace, "second");
    assertThat(first.isFiber()).isTrue();
    assertThat(second.isFiber()).isTrue();
    assertThat(row(trace, "main").isFiber()).isFalse();
    assertThat(row(trace, CARRIERS).isFiber()).isFalse();
    assertThat(row(trace, CARRIERS).zones()).isEmpty();
    assertThat(first.zones())
        .containsExactly(
            zone(0, 100, 20_000_000_000L, "5 [0x5]", null, 0x332211),
            zone(1, 110, 120, "of the inner", "renamed", 0));
    assertThat(second.zones()).containsExactly(zone(0, 50, 5_000_000_000L, null, null, 0));
    assertThat(row(trace, "main").zones()).containsExactly(zone(0, 60, 160, null, null, 0));
    assertThat(first.ran()).isEqualTo(new Ran(100, 20_000_000_001L, CARRIERS));
    assertThat(second.ran()).isEqualTo(new Ran(50, 5_000_000_000L, CARRIERS));
    assertThat(second.messages()).containsExactly(new Message(70, "hello", 0x0000FF));
    assertThat(first.messages())
        .containsExactly(
            new Message(20_000_000_001L, "7 events of this thread were lost so far", 0x0080FF));
    long main = row(trace, "main").id();
    assertThat(trace.pools().get("Device 0 DRAM").allocations())
        .containsExactly(
            new Allocation(4096, 64, 115, 150, first.id(), second.id()),
            new Allocation(8192, 32, 131, 20_000_000_001L, main, first.id()));
    assertThat(trace.plots().get("loss")).containsExactly(new TracyTrace.Point(140, 1.5));
  }

  @ParameterizedTest
  @EnumSource
  void everyEventIsOfItsFiberLiveAndInTheFile(WireTable protocol) throws IOException {
    try (LiveFixture run = fixture(LiveFixture.UNHURRIED)) {
      TracyPeer peer = TracyPeer.connect(run.port(), protocol);
      events(run);
      requireEvents(run.endAndCapture(peer));
      requireEvents(file());
    }
  }

  @Test
  void virtualThreadsOfOneNameAreDifferentFibers() throws IOException {
    try (LiveFixture run = fixture(LiveFixture.UNHURRIED)) {
      for (int i = 4; i < 104; i++) {
        run.journal.thread(new HostThread(i, "same", Kind.VIRTUAL));
        run.journal.begin(i, i, SITE);
      }
      for (int i = 103; i >= 4; i--) {
        run.journal.end(i, 1000);
      }
      TracyTrace trace = run.endAndCapture(run.connect());
      for (TracyTrace one : List.of(trace, file())) {
        assertThat(one.threads().stream().filter(row -> row.name().equals("same")))
            .hasSize(100)
            .allMatch(row -> row.zones().size() == 1 && row.isFiber());
      }
    }
  }

  @Test
  void aCaptureOnDemandKnowsOnlyFibersThatDoSomething() throws IOException {
    try (LiveFixture run = fixture(LiveFixture.UNHURRIED.withOnDemand(true))) {
      run.journal.begin(2, 10, SITE);
      run.journal.begin(3, 10, SITE);
      run.flush();
      TracyPeer peer = run.connect();
      long late = System.nanoTime() - run.run.nanoTime() + 1_000_000_000;
      run.journal.end(3, late);
      run.journal.begin(2, late, SITE);
      run.journal.end(2, late + 10);
      run.journal.end(2, late + 20);
      TracyTrace trace = run.endAndCapture(peer);
      assertThat(trace.threads()).extracting(Row::name).contains("first").doesNotContain("second");
      assertThat(row(trace, "first").zones())
          .containsExactly(zone(0, late, late + 10, null, null, 0));
    }
  }

  @Test
  void aRunWithoutVirtualThreadsHasNoCarrier() throws IOException {
    try (LiveFixture run = fixture(LiveFixture.UNHURRIED)) {
      run.journal.begin(1, 10, SITE);
      run.journal.end(1, 20);
      TracyTrace trace = run.endAndCapture(run.connect());
      assertThat(trace.threads()).extracting(Row::name).doesNotContain(CARRIERS);
    }
  }
}
