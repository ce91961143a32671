package dev.tilescope.internal.tracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.profile.Profiler;
import dev.tilescope.profile.ProfilerOptions;
import dev.tilescope.profile.ProfilerSummary;
import dev.tilescope.profile.ProfilerZone;
import dev.tilescope.profile.SourceSite;
import dev.tilescope.tracy.live.Backlog;
import dev.tilescope.tracy.live.LiveOptions;
import dev.tilescope.tracy.live.TracyLive;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Peers may do what they like: the program goes on, and the next peer is served. */
@Timeout(120)
class TracyRobustnessTest {
  private static final SourceSite SITE = new SourceSite(3, "my zone", "f", "F.java", 42);
  private static final LiveOptions IMPATIENT =
      LiveFixture.UNHURRIED.withPatience(Duration.ofMillis(300));

  @TempDir private Path folder = Path.of("");

  private LiveFixture fixture(LiveOptions options) throws IOException {
    LiveFixture run = new LiveFixture(folder, options).threads("main");
    for (int i = 0; i < 100; i++) {
      run.journal.begin(1, 10 * i, SITE);
      run.journal.text("text " + i);
      run.journal.end(1, 10 * i + 5);
    }
    run.flush();
    return run;
  }

  /** More than fits the buffers between us and a peer, and does not get smaller when packed. */
  static void writeMany(LiveFixture run) {
    Iterator<String> texts = texts(60_000).iterator();
    for (int i = 0; i < 60_000; i++) {
      run.journal.begin(1, 10_000 + 997L * i, SITE);
      run.journal.text(texts.next());
      run.journal.end(1, 10_500 + 997L * i);
    }
  }

  private static Stream<String> texts(int count) {
    Random random = new Random(7);
    return Stream.generate(() ->
            random
                .ints(300, '!', '~')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString())
        .limit(count);
  }

  private static void requireServes(LiveFixture run) throws IOException {
    TracyLiveTest.awaitFree(run);
    TracyTrace trace = run.endAndCapture(run.connect());
    assertThat(trace.threads().getFirst().zones()).hasSizeGreaterThanOrEqualTo(100);
  }

  @Test
  void garbageInPlaceOfAGreetingIsHungUpOn() throws IOException {
    try (LiveFixture run = fixture(LiveFixture.UNHURRIED)) {
      Random random = new Random(5);
      for (int i = 0; i < 50; i++) {
        byte[] garbage = new byte[1 + random.nextInt(5000)];
        random.nextBytes(garbage);
        try (Socket socket = TracyPeer.open(run.port())) {
          socket.getOutputStream().write(garbage);
          socket.shutdownOutput();
          assertThat(readOrReset(socket)).isEqualTo(-1);
        }
      }
      requireServes(run);
    }
  }

  /** What was not read is thrown away when a socket closes, and the other end is told so. */
  private static int readOrReset(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read();
    } catch (SocketException e) {
      return -1;
    }
  }

  @Test
  void garbageInPlaceOfQuestionsEndsNothingButTheConnection() throws IOException {
    try (LiveFixture run = fixture(LiveFixture.UNHURRIED)) {
      Random random = new Random(6);
      for (int i = 0; i < 20; i++) {
        byte[] garbage = new byte[1 + random.nextInt(20_000)];
        random.nextBytes(garbage);
        try (Socket socket = greeted(run)) {
          socket.getOutputStream().write(garbage);
          socket.getInputStream().readNBytes(1171);
        } catch (SocketException e) {
          // It did not want to hear all of it.
        }
        TracyLiveTest.awaitFree(run);
      }
      requireServes(run);
    }
  }

  private static Socket greeted(LiveFixture run) throws IOException {
    Socket socket = TracyPeer.open(run.port());
    socket.getOutputStream().write(TracyPeer.greeting(82));
    return socket;
  }

  @Test
  void anUnknownVersionIsRefusedAndTheUserToldWhichWork() throws IOException {
    try (LiveFixture run = fixture(LiveFixture.UNHURRIED)) {
      try (Socket socket = TracyPeer.open(run.port())) {
        socket.getOutputStream().write(TracyPeer.greeting(83));
        assertThat(socket.getInputStream().readAllBytes()).containsExactly(2);
      }
      assertThat(run.log).singleElement().asString().contains("83", "82", "76", "0.14", "0.13");
      requireServes(run);
    }
  }

  @Test
  void thoseWhoSayOnlyHalfAGreetingKeepNobodyElseWaiting() throws IOException {
    try (LiveFixture run = fixture(LiveFixture.UNHURRIED);
        Socket silent = TracyPeer.open(run.port());
        Socket half = TracyPeer.open(run.port())) {
      half.getOutputStream().write(TracyPeer.greeting(82), 0, 9);
      assertThat(silent.isConnected()).isTrue();
      requireServes(run);
    }
  }

  @Test
  void thoseWhoSayOnlyHalfAGreetingAreHungUpOnInTheEnd() throws IOException {
    try (LiveFixture run = fixture(IMPATIENT);
        Socket half = TracyPeer.open(run.port())) {
      half.getOutputStream().write(TracyPeer.greeting(82), 0, 9);
      assertThat(readOrReset(half)).isEqualTo(-1);
    }
  }

  @Test
  void aSecondPeerIsToldThatSomebodyIsThere() throws IOException {
    try (LiveFixture run = fixture(LiveFixture.UNHURRIED)) {
      TracyPeer first = run.connect();
      try (Socket second = greeted(run)) {
        assertThat(second.getInputStream().readAllBytes()).containsExactly(3);
      }
      assertThat(run.endAndCapture(first).threads().getFirst().zones()).hasSize(100);
    }
  }

  @Test
  void withoutARunAPeerIsToldToComeLater() throws IOException {
    try (TracyLive live = TracyLive.listen(IMPATIENT, _ -> {});
        Socket socket = TracyPeer.open(live.port())) {
      socket.getOutputStream().write(TracyPeer.greeting(82));
      assertThat(socket.getInputStream().readAllBytes()).containsExactly(3);
    }
  }

  @Test
  void disconnectsAtEveryPointOfTheConversationAreSurvived() throws IOException {
    try (LiveFixture run = fixture(LiveFixture.UNHURRIED)) {
      for (int said = 0; said < 12; said++) {
        try (Socket socket = TracyPeer.open(run.port())) {
          socket.getOutputStream().write(TracyPeer.greeting(82), 0, said);
          socket.setSoLinger(true, 0);
        }
      }
      for (int heard = 0; heard < 2400; heard += heard % 1171 < 8 ? 1 : 61) {
        try (Socket socket = greeted(run)) {
          socket.getInputStream().readNBytes(Math.min(heard, 1171 + 300));
          socket.setSoLinger(true, heard % 2 == 0 ? 0 : 1);
        }
        TracyLiveTest.awaitFree(run);
      }
      requireServes(run);
    }
  }

  @Test
  void disconnectsAfterEachFrameAreSurvived() throws IOException {
    try (LiveFixture run = fixture(LiveFixture.UNHURRIED)) {
      for (int frames = 0; frames < 6; frames++) {
        try (TracyPeer peer = run.connect()) {
          for (int i = 0; i < frames; i++) {
            peer.frame();
          }
        }
        TracyLiveTest.awaitFree(run);
      }
      requireServes(run);
    }
  }

  @Test
  void unknownQuestionsAreAcknowledged() throws IOException {
    try (LiveFixture run = fixture(LiveFixture.UNHURRIED)) {
      TracyPeer peer = run.connect();
      for (int type : new int[] {6, 16, 99, 255}) {
        peer.ask(type, Long.MIN_VALUE, -1);
      }
      peer.ask(1, 0xDEAD, 0);
      peer.ask(2, -1, 0);
      peer.ask(3, Long.MAX_VALUE, 0);
      peer.ask(10, 12345, 0);
      run.endAndCapture(peer);
      assertThat(peer.heard().acknowledged).isEqualTo(4);
    }
  }

  @Test
  void aPeerThatNeverReadsIsGivenUpAndTheRunEnds() throws IOException {
    try (LiveFixture run = fixture(IMPATIENT)) {
      writeMany(run);
      run.flush();
      try (Socket socket = greeted(run)) {
        assertThat(socket.getInputStream().read()).isEqualTo(1);
        run.end().join();
      }
    }
  }

  @Test
  void aPeerThatReadsAByteNowAndThenIsGivenUp() throws IOException {
    try (LiveFixture run = fixture(IMPATIENT)) {
      writeMany(run);
      run.flush();
      try (Socket socket = greeted(run)) {
        int bytes = 0;
        while (run.live.isCaptured() || bytes == 0) {
          bytes += socket.getInputStream().read() >= 0 ? 1 : 0;
          LockSupport.parkNanos(20_000_000);
        }
      }
      requireServes(run);
    }
  }

  @Test
  void aPeerThatAsksWithoutEndAndNeverReadsIsGivenUp() throws IOException {
    try (LiveFixture run = fixture(IMPATIENT)) {
      try (Socket socket = greeted(run)) {
        byte[] questions = new byte[13 * 4096];
        assertThatThrownBy(
                () -> {
                  while (true) {
                    socket.getOutputStream().write(questions.clone());
                  }
                })
            .isInstanceOf(IOException.class);
      }
      requireServes(run);
    }
  }

  @Test
  void theProgramRunsOnWhileAPeerNeverReads() throws IOException {
    try (TracyLive live = TracyLive.listen(IMPATIENT, _ -> {})) {
      Profiler.start(options(), live);
      try (Socket socket = TracyPeer.open(live.port())) {
        socket.getOutputStream().write(TracyPeer.greeting(82));
        assertThat(socket.getInputStream().read()).isEqualTo(1);
        String[] texts = texts(5_000).toArray(String[]::new);
        long begin = System.nanoTime();
        for (int i = 0; i < 50_000; i++) {
          Profiler.message(texts[i % texts.length]);
        }
        zones(100_000);
        assertThat((System.nanoTime() - begin) / 150_000).isLessThan(1_000_000);
        assertThat(Profiler.stop()).isNotNull().extracting(ProfilerSummary::lost).isEqualTo(0L);
      }
    }
  }

  private ProfilerOptions options() {
    return ProfilerOptions.DEFAULT.withFolder(folder).withJvmEvents(false);
  }

  private static void zones(int count) {
    for (int i = 0; i < count; i++) {
      try (ProfilerZone zone = Profiler.zone("zone")) {
        assertThat(zone).isNotNull();
      }
    }
  }

  @Test
  void whatAPeerIsTooSlowForIsDroppedCountedAndSaid() throws IOException {
    LiveOptions dropping = LiveFixture.UNHURRIED.withBacklog(Backlog.DROP, 100_000);
    try (LiveFixture run = fixture(dropping)) {
      TracyPeer peer = run.connect();
      writeMany(run);
      run.flush();
      while (!peer.heard().hasMessage("are not here")) {
        peer.frame();
      }
      run.journal.begin(1, 1L << 40, SITE);
      run.journal.end(1, (1L << 40) + 1);
      run.flush();
      TracyTrace trace = run.endAndCapture(peer);
      assertThat(peer.heard().zones).isLessThan(60_101);
      assertThat(trace.threads().getFirst().zones().getLast().begin()).isEqualTo(1L << 40);
    }
  }

  @Test
  void theProgramWaitsForASlowPeerIfThatIsAskedFor() throws IOException {
    LiveOptions waiting =
        LiveFixture.UNHURRIED
            .withBacklog(Backlog.WAIT, 20_000)
            .withPatience(Duration.ofSeconds(60));
    try (TracyLive live = TracyLive.listen(waiting, _ -> {})) {
      Profiler.start(options().withBufferBytes(1 << 18), live);
      TracyPeer peer = TracyPeer.connect(live.port(), WireTable.V82);
      CompletableFuture<ProfilerSummary> summary =
          CompletableFuture.supplyAsync(() -> {
            zones(300_000);
            return Profiler.stop();
          });
      peer.capture();
      assertThat(summary.join().lost()).isZero();
      assertThat(peer.heard().zones).isEqualTo(300_000);
    }
  }

  @Test
  void otherHostsCannotConnectToTheLoopbackAddress() throws IOException {
    try (TracyLive live = TracyLive.listen(LiveFixture.UNHURRIED, _ -> {})) {
      NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
          .forEach(address ->
              assertThatThrownBy(
                      () -> {
                        try (Socket socket = new Socket()) {
                          socket.connect(new InetSocketAddress(address, live.port()), 500);
                        }
                      })
                  .isInstanceOf(IOException.class));
    }
  }

  @Test
  void aPortThatIsTakenIsSaid() {
    try (TracyLive live = TracyLive.listen(LiveFixture.UNHURRIED, _ -> {})) {
      assertThatThrownBy(() -> TracyLive.listen(LiveFixture.UNHURRIED.withPort(live.port())))
          .isInstanceOf(TilescopeException.class)
          .hasMessageContaining("port " + live.port())
          .hasMessageContaining("TRACY_PORT");
    }
  }
}
