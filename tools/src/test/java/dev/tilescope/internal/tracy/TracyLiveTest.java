package dev.tilescope.internal.tracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tilescope.internal.tracy.TracyTrace.Allocation;
import dev.tilescope.internal.tracy.TracyTrace.Message;
import dev.tilescope.internal.tracy.TracyTrace.Row;
import dev.tilescope.internal.tracy.TracyTrace.Zone;
import dev.tilescope.profile.HostThread;
import dev.tilescope.profile.SourceSite;
import dev.tilescope.tracy.live.LiveOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Made up runs reach a strict peer that knows nothing of the sender. */
class TracyLiveTest {
  private static final SourceSite SITE =
      new SourceSite(3, "my zone", "Model.forward", "com/acme/Model.java", 42);
  private static final SourceSite PLOT = new SourceSite(4, "loss", "", "", 0);
  private static final int DRAM = 0;

  @TempDir private Path folder = Path.of("");

  private LiveFixture fixture(LiveOptions options) throws IOException {
    return new LiveFixture(folder, options);
  }

  private LiveFixture fixture() throws IOException {
    return fixture(LiveFixture.UNHURRIED);
  }

  private static Zone zone(int depth, long begin, long end) {
    return new Zone(
        depth, SITE.name(), SITE.function(), SITE.file(), SITE.line(), begin, end, null, null, 0);
  }

  private static Row row(TracyTrace trace, String name) {
    return trace.threads().stream()
        .filter(row -> row.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aMillionZonesOfEightThreadsArriveWithEveryField() throws IOException {
    MadeZones made = new MadeZones(1_000_000, 8);
    try (LiveFixture run = fixture()) {
      TracyPeer peer = run.connect();
      made.writeTo(run.journal);
      TracyTrace trace = run.endAndCapture(peer);
      assertThat(trace.threads().stream().filter(row -> !row.zones().isEmpty())).hasSize(8);
      for (int i = 1; i <= 8; i++) {
        String name = "thread " + i;
        assertThat(row(trace, name).zones().equals(made.zones(name))).as(name).isTrue();
        assertThat(row(trace, name).isFiber())
            .isEqualTo(MadeZones.kind(i) == HostThread.Kind.VIRTUAL);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyKindOfEventArrives(WireTable protocol) throws IOException {
    try (LiveFixture run = fixture().threads("main", "worker")) {
      TracyPeer peer = TracyPeer.connect(run.port(), protocol);
      run.journal.begin(1, 10, SITE);
      run.journal.text("first");
      run.journal.text("x".repeat(300));
      run.journal.value(-5);
      run.journal.name("renamed");
      run.journal.colour(0x112233);
      run.journal.begin(1, 70_000, SITE);
      run.journal.end(1, 5_000_000_000L);
      run.journal.end(1, 20_000_000_000L);
      run.journal.message(2, 30, "hello\0ä" + "y".repeat(300), 0xFF0000);
      run.journal.message(2, 40, "", 0x00FF00);
      run.journal.plot(2, 50, PLOT, 1.5);
      run.journal.plot(2, 60, PLOT, Double.NaN);
      run.journal.frame(1, 20_000_000_001L, "step");
      run.journal.allocate(2, 500, DRAM, 4096, 1L << 40);
      run.journal.free(1, 20_000_000_002L, DRAM, 4096);
      run.journal.free(2, 501, DRAM, 77);
      run.journal.allocate(2, 502, DRAM, 8192, 10);
      run.journal.frame(2, 800, "step");
      run.journal.frame(2, 900, "");
      run.journal.drained(20_000_000_003L);
      run.journal.lost(2, 1234);
      TracyTrace trace = run.endAndCapture(peer);
      Row main = row(trace, "main");
      assertThat(main.zones())
          .containsExactly(
              new Zone(
                  0,
                  SITE.name(),
                  SITE.function(),
                  SITE.file(),
                  SITE.line(),
                  10,
                  20_000_000_000L,
                  "first\n" + "x".repeat(300) + "\n18446744073709551611 [0xfffffffffffffffb]",
                  "renamed",
                  0x332211),
              zone(1, 70_000, 5_000_000_000L));
      assertThat(row(trace, "worker").messages())
          .containsExactly(
              new Message(30, "hello ä" + "y".repeat(300), 0x0000FF),
              new Message(40, "", 0x00FF00),
              new Message(502, "1,234 events of this thread were lost so far", 0x0080FF));
      assertThat(trace.frames().get("Frame")).containsExactly(900L);
      assertThat(trace.frames().get("step")).containsExactly(800L, 20_000_000_001L);
      assertThat(trace.plots().get("loss")).containsExactly(new TracyTrace.Point(50, 1.5));
      assertThat(trace.pools().get("Device 0 DRAM").allocations())
          .containsExactly(
              new Allocation(4096, 1L << 40, 500, 20_000_000_002L, 2, 1),
              new Allocation(8192, 10, 502, -1, 2, 0));
      assertThat(trace.pid()).isEqualTo(77);
      assertThat(trace.seconds()).isEqualTo(1_700_000_000);
      assertThat(trace.hostInfo()).contains("Java: ").contains("modelled");
    }
  }

  @Test
  void zonesOfTheVirtualMachineArriveAlthoughTheyAreLate() throws IOException {
    try (LiveFixture run = fixture().threads("main")) {
      run.journal.thread(new HostThread(2, "JVM GC", HostThread.Kind.JVM));
      run.journal.jvmZone(2, "young", "cause", -5, 3);
      run.journal.jvmZone(2, "young", "cause", 50, 0);
      TracyTrace trace = run.endAndCapture(run.connect());
      assertThat(row(trace, "JVM GC").zones())
          .extracting(Zone::begin, Zone::end, Zone::text)
          .containsExactly(tuple(0L, 1L, "cause"), tuple(50L, 51L, "cause"));
    }
  }

  @Test
  void whoConnectsLateStillSeesTheRunFromItsStart() throws IOException {
    try (LiveFixture run = fixture().threads("main")) {
      run.journal.begin(1, 10, SITE);
      run.journal.end(1, 20);
      run.flush();
      TracyPeer peer = run.connect();
      run.journal.begin(1, 30, SITE);
      run.journal.end(1, 40);
      TracyTrace trace = run.endAndCapture(peer);
      assertThat(row(trace, "main").zones()).containsExactly(zone(0, 10, 20), zone(0, 30, 40));
    }
  }

  @Test
  void onDemandACaptureBeginsWithTheConnection() throws IOException {
    try (LiveFixture run =
        fixture(LiveFixture.UNHURRIED.withOnDemand(true)).threads("main", "worker")) {
      run.journal.begin(1, 10, SITE);
      run.journal.begin(2, 10, SITE);
      run.journal.end(2, 20);
      run.flush();
      TracyPeer peer = run.connect();
      long late = System.nanoTime() - run.run.nanoTime() + 1_000_000_000;
      run.journal.message(1, 30, "too early", 0);
      run.journal.text("of a zone nobody was told of");
      run.journal.begin(1, late, SITE);
      run.journal.end(1, late + 10);
      run.journal.end(1, late + 20);
      TracyTrace trace = run.endAndCapture(peer);
      assertThat(row(trace, "main").zones()).containsExactly(zone(0, late, late + 10));
      assertThat(trace.threads()).extracting(Row::name).doesNotContain("worker");
      assertThat(trace.messages()).isEmpty();
    }
  }

  @Test
  void thereMayBeSeveralCapturesOneAfterTheOther() throws IOException {
    try (LiveFixture run = fixture().threads("main")) {
      for (int i = 0; i < 3; i++) {
        run.journal.begin(1, 10 + 100 * i, SITE);
        run.journal.end(1, 20 + 100 * i);
        run.flush();
        int count = i + 1;
        try (TracyPeer peer = run.connect()) {
          TracyTrace trace = peer.captureUntil(heard -> heard.isComplete(count));
          assertThat(trace.threads().getFirst().zones()).hasSize(count);
        }
        awaitFree(run);
      }
      assertThat(row(run.endAndCapture(run.connect()), "main").zones()).hasSize(3);
    }
  }

  /** The place is free a moment after a peer has left. */
  static void awaitFree(LiveFixture run) {
    while (run.live.isCaptured()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void placesThatAreTooManyShareOneAndKeepTheirNames() throws IOException {
    try (LiveFixture run = fixture().threads("main")) {
      TracyPeer peer = run.connect();
      int count = 32_800;
      for (int i = 0; i < count; i++) {
        run.journal.begin(1, 10 * i, new SourceSite(i, "name " + i, "f", "F.java", i));
        run.journal.end(1, 10 * i + 5);
      }
      List<Zone> zones = row(run.endAndCapture(peer), "main").zones();
      assertThat(zones).hasSize(count);
      assertThat(zones.getFirst().name()).isEqualTo("name 0");
      assertThat(zones.getLast().name()).isEqualTo("(other places)");
      assertThat(zones.getLast().ownName()).isEqualTo("name 32799");
    }
  }

  @Test
  void sourceTextIsForFilesOfTheProgramOnly() throws IOException {
    Path sources =
        Files.createDirectories(folder.resolve("sources/com/acme")).resolve("Model.java");
    Files.writeString(sources, "class Model {}");
    Files.writeString(folder.resolve("secret"), "secret");
    LiveOptions options = LiveFixture.UNHURRIED.withSources(List.of(folder.resolve("sources")));
    try (LiveFixture run = new LiveFixture(folder.resolve("logs"), options).threads("main")) {
      TracyPeer peer = run.connect();
      run.journal.begin(1, 10, SITE);
      run.journal.end(1, 20);
      run.flush();
      while (peer.heard().zones == 0) {
        peer.frame();
      }
      askForSource(peer, 1, "com/acme/Model.java");
      askForSource(peer, 2, "../secret");
      run.endAndCapture(peer);
      assertThat(peer.heard().sources).containsEntry(1L, "class Model {}").containsEntry(2L, "");
    }
  }

  private static void askForSource(TracyPeer peer, long request, String file) {
    byte[] path =
        Arrays.copyOf(file.getBytes(StandardCharsets.UTF_8), (file.length() / 12 + 1) * 12);
    peer.ask(14, file.length() + 1, 0);
    ByteBuffer parts = ByteBuffer.wrap(path).order(ByteOrder.LITTLE_ENDIAN);
    while (parts.hasRemaining()) {
      peer.ask(15, parts.getLong(), parts.getInt());
    }
    peer.ask(13, request, 0);
  }
}
