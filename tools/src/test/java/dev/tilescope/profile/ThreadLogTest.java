package dev.tilescope.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.journal.HostEvents;
import dev.tilescope.journal.HostJournal;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs that nobody drains until the test does. */
class ThreadLogTest {
  private static final long LIMIT_BYTES = 1 << 16;

  @TempDir Path folder;
  private final ChunkPool pool = new ChunkPool(LIMIT_BYTES, () -> {}, () -> false);
  private final int site = SourceSites.of("zone", "", "", 0);
  private Session session;

  @BeforeEach
  void start() {
    session = Session.start(ProfilerOptions.DEFAULT.withFolder(folder).withJvmEvents(false), null);
  }

  @AfterEach
  void stop() {
    Session.stop();
  }

  private ThreadLog log(Duration age) {
    return new ThreadLog(session, Thread.currentThread(), pool, System.nanoTime() - age.toNanos());
  }

  static JournalWriter journal(Path file) throws IOException {
    return new JournalWriter(
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
  }

  private EventLines drained(ThreadLog log) throws IOException {
    Path file = folder.resolve("journal");
    try (JournalWriter journal = journal(file)) {
      journal.thread(new HostThread(1, "t", HostThread.Kind.PLATFORM));
      LogCursor cursor = new LogCursor(log, 1, pool, log.firstBaseNanos);
      while (!cursor.drain(journal)) {
        journal.flush();
      }
      cursor.finish(journal, null);
      journal.flush();
    }
    EventLines events = new EventLines();
    assertThat(HostJournal.read(file, events).damage()).isNull();
    events.requireBalanced();
    return events;
  }

  @Test
  void whatFindsNoRoomIsCountedAndZonesStayWhole() throws IOException {
    ThreadLog log = log(Duration.ZERO);
    try (ProfilerZone _ = log.open(site)) {
      for (int i = 0; i < 20_000; i++) {
        try (ProfilerZone zone = log.open(site);
            ProfilerZone _ = log.open(site).text("text")) {
          zone.value(i);
        }
      }
    }
    assertThat(pool.heldBytes()).isLessThanOrEqualTo(LIMIT_BYTES);
    EventLines events = drained(log);
    long texts = events.lines.stream().filter(line -> line.endsWith("text text")).count();
    long values = events.lines.stream().filter(line -> line.contains("value")).count();
    assertThat(events.lost).isEqualTo(log.lost()).isPositive();
    assertThat(events.zones.get("t")).isBetween(1000L, 39_000L);
    assertThat(events.zones.get("t") + texts + values + events.lost)
        .as("what is there and what is not, without what was said of zones that are not")
        .isGreaterThan(40_001L);
    assertThat(pool.heldBytes()).as("everything was given back").isLessThan(LIMIT_BYTES);
  }

  @Test
  void deepZonesThatAreOpenWhenMemoryEndsCanAllEnd() throws IOException {
    ThreadLog log = log(Duration.ZERO);
    int depth = 100_000;
    for (int i = 0; i < depth; i++) {
      log.begin(site);
    }
    for (int i = 0; i < depth; i++) {
      log.exit();
    }
    EventLines events = drained(log);
    assertThat(events.zones.get("t") + events.lost).isEqualTo(depth);
    assertThat(events.lost).isPositive();
  }

  @Test
  void recordingGoesOnWhenThereIsRoomAgain() throws IOException {
    ThreadLog log = log(Duration.ZERO);
    assertThat(pool.charge(LIMIT_BYTES - pool.heldBytes())).isTrue();
    for (int i = 0; i < 50; i++) {
      log.open(site).close();
    }
    long lost = log.lost();
    assertThat(lost).isPositive();
    pool.refund(LIMIT_BYTES / 2);
    log.open(SourceSites.of("after", "", "", 0)).close();
    EventLines events = drained(log);
    assertThat(events.lines).endsWith("t: begin after", "t: end");
    assertThat(events.lost).isEqualTo(lost);
  }

  @Test
  void timesBeyondTheBitsOfAnEventAreRight() throws IOException {
    ThreadLog log = log(Duration.ofHours(5));
    log.open(site).close();
    long[] began = new long[1];
    drained(log);
    HostJournal.read(
        folder.resolve("journal"),
        new HostEvents() {
          @Override
          public void zoneBegin(HostThread thread, long nanos, SourceSite at) {
            began[0] = nanos;
          }
        });
    assertThat(Duration.ofNanos(began[0]))
        .isBetween(Duration.ofHours(5), Duration.ofHours(5).plusMinutes(1));
  }
}
