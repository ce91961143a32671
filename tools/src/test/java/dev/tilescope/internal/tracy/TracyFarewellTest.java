package dev.tilescope.internal.tracy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.profile.JournalFormat;
import dev.tilescope.profile.Profiler;
import dev.tilescope.profile.SourceSite;
import dev.tilescope.tracy.live.LiveOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A program ends when it ends: all peers together hold it up for two seconds at most. */
@Timeout(120)
class TracyFarewellTest {
  private static final SourceSite SITE = new SourceSite(3, "my zone", "f", "F.java", 42);

  /** Two seconds, and what a busy machine adds; it was minutes, or for ever. */
  private static final Duration MOST = Duration.ofSeconds(8);

  @TempDir private Path folder = Path.of("");

  /** What a peer does from its welcome on, until it fails or is told to stop. */
  private enum Manner {
    NEVER_ANSWERS {
      @Override
      void next(Socket socket) throws IOException {
        requireMore(socket.getInputStream().read(new byte[1 << 16]));
      }
    },
    READS_A_BYTE_A_SECOND {
      @Override
      void next(Socket socket) throws IOException {
        requireMore(socket.getInputStream().read());
        LockSupport.parkNanos(1_000_000_000);
      }
    },
    NEVER_READS {
      @Override
      void next(Socket socket) {
        LockSupport.parkNanos(100_000_000);
      }
    },
    ASKS_NOW_AND_THEN {
      @Override
      void next(Socket socket) throws IOException {
        drain(socket);
        ask(socket, 1);
        LockSupport.parkNanos(300_000_000);
      }
    },
    ASKS_WITHOUT_PAUSE {
      @Override
      void next(Socket socket) throws IOException {
        drain(socket);
        ask(socket, 50);
      }
    },
    ASKS_AND_NEVER_READS {
      @Override
      void next(Socket socket) throws IOException {
        ask(socket, 100);
      }
    };

    abstract void next(Socket socket) throws IOException;

    static void drain(Socket socket) throws IOException {
      while (socket.getInputStream().available() > 0) {
        requireMore(socket.getInputStream().read(new byte[1 << 16]));
      }
    }

    static void requireMore(int count) throws IOException {
      if (count < 0) {
        throw new IOException("hung up on");
      }
    }

    static void ask(Socket socket, int times) throws IOException {
      ByteBuffer questions = ByteBuffer.allocate(13 * times).order(ByteOrder.LITTLE_ENDIAN);
      while (questions.hasRemaining()) {
        questions.put((byte) 1).putLong(0xDEAD).putInt(0);
      }
      socket.getOutputStream().write(questions.array());
    }
  }

  private LiveFixture fixture() throws IOException {
    LiveFixture run = new LiveFixture(folder, LiveOptions.DEFAULT).threads("main");
    for (int i = 0; i < 100; i++) {
      run.journal.begin(1, 10 * i, SITE);
      run.journal.end(1, 10 * i + 5);
    }
    run.flush();
    return run;
  }

  private static Socket welcomed(int port) throws IOException {
    Socket socket = TracyPeer.open(port);
    socket.getOutputStream().write(TracyPeer.greeting(82));
    if (socket.getInputStream().read() != 1) {
      socket.close();
      throw new IOException("not welcome");
    }
    return socket;
  }

  private static void behave(Manner manner, Socket socket) {
    try (socket) {
      while (!socket.isClosed()) {
        manner.next(socket);
      }
    } catch (IOException e) {
      // Hung up on, as it should be.
    }
  }

  private static void requireQuick(CompletableFuture<?> end)
      throws InterruptedException, ExecutionException {
    long begin = System.nanoTime();
    try {
      end.get(MOST.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError(
          "not over after " + Duration.ofNanos(System.nanoTime() - begin).toMillis() + " ms", e);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aPeerHoldsUpTheEndOfARunForTwoSecondsWhateverItDoes(Manner manner) throws Exception {
    Thread peer;
    try (LiveFixture run = fixture();
        Socket socket = welcomed(run.port())) {
      peer = Thread.ofPlatform().daemon().start(() -> behave(manner, socket));
      if (manner == Manner.READS_A_BYTE_A_SECOND || manner == Manner.NEVER_READS) {
        TracyRobustnessTest.writeMany(run);
      }
      requireQuick(run.end());
      assertThat(run.live.isCaptured()).isFalse();
      if (manner != Manner.ASKS_WITHOUT_PAUSE && manner != Manner.ASKS_AND_NEVER_READS) {
        // Those two are hung up on earlier if they have too many questions open.
        assertThat(run.log)
            .singleElement()
            .asString()
            .contains("2.0 s", "tilescope tracy convert", "TILESCOPE_TRACY_FAREWELL");
      }
    }
    peer.join();
  }

  @Test
  void peersThatConnectLateAndOneAfterTheOtherShareOneFarewell() throws Exception {
    try (LiveFixture run = fixture()) {
      TracyRobustnessTest.writeMany(run);
      run.flush();
      Socket first = welcomed(run.port());
      CompletableFuture<Void> end = run.end();
      Thread others =
          Thread.ofPlatform()
              .daemon()
              .start(() -> {
                try (first) {
                  LockSupport.parkNanos(1_000_000_000);
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
                while (!end.isDone()) {
                  try (Socket next = welcomed(run.port())) {
                    Manner.NEVER_ANSWERS.next(next);
                    LockSupport.parkNanos(1_000_000_000);
                  } catch (IOException e) {
                    // Somebody else is there, or the run is over.
                  }
                }
              });
      requireQuick(end);
      others.join();
    }
  }

  @Test
  void aRunAfterOneThatAPeerHeldUpIsServed() throws Exception {
    try (LiveFixture run = fixture();
        Socket socket = welcomed(run.port())) {
      Thread peer = Thread.ofPlatform().daemon().start(() -> behave(Manner.NEVER_ANSWERS, socket));
      requireQuick(run.end());
      peer.join();
      run.live.started(run.run, JournalFormat.in(folder));
      try (Socket next = welcomed(run.port())) {
        assertThat(next.isConnected()).isTrue();
      }
    }
  }

  @Test
  void aPeerThatIsDoneHoldsUpNothing() throws Exception {
    try (LiveFixture run = fixture()) {
      assertThat(run.endAndCapture(run.connect()).threads().getFirst().zones()).hasSize(100);
      assertThat(run.log).isEmpty();
    }
  }

  @Test
  void aJvmEndsAlthoughAPeerAsksWithoutEnd() throws Exception {
    Process child = child();
    try (BufferedReader err = child.errorReader();
        BufferedReader out = child.inputReader()) {
      int port = Integer.parseInt(err.readLine().replaceAll(".*port (\\d+)$", "$1"));
      assertThat(out.readLine()).isEqualTo("recorded");
      try (Socket socket = welcomed(port)) {
        Thread.ofPlatform().daemon().start(() -> behave(Manner.ASKS_NOW_AND_THEN, socket));
        child.getOutputStream().close();
        assertThat(child.waitFor(MOST.toSeconds() * 2, TimeUnit.SECONDS)).isTrue();
        assertThat(child.exitValue()).isZero();
        assertThat(err.readLine()).contains("2.0 s after the end of the run");
      }
    } finally {
      child.destroyForcibly();
    }
  }

  private Process child() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Program.class.getName());
    builder.environment().put("TILESCOPE_PROFILE", "1");
    builder.environment().put("TILESCOPE_TRACY", "1");
    builder.environment().put("TILESCOPE_TRACY_VERBOSE", "1");
    builder.environment().put("TT_METAL_PROFILER_DIR", folder.toString());
    return builder.start();
  }

  /** Knows nothing of Tracy; ends when its input does. */
  static final class Program {
    private Program() {}

    public static void main(String[] arguments) throws IOException {
      Profiler.message("hello");
      System.out.println("recorded");
      while (System.in.read() >= 0) {
        // Nobody says anything.
      }
    }
  }

  @Test
  void manyHalfGreetingsKeepNobodyWaiting() throws Exception {
    List<Socket> half = new ArrayList<>();
    try (LiveFixture run = fixture()) {
      for (int i = 0; i < 60; i++) {
        Socket socket = TracyPeer.open(run.port());
        socket.getOutputStream().write(TracyPeer.greeting(82), 0, i % 12);
        half.add(socket);
      }
      long begin = System.nanoTime();
      try (TracyPeer peer = run.connect()) {
        assertThat(peer.heard()).isNotNull();
      }
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(3));
      for (Socket socket : half.subList(0, 40)) {
        assertThat(socket.getInputStream().read()).as("hung up on").isEqualTo(-1);
      }
    } finally {
      for (Socket socket : half) {
        socket.close();
      }
    }
  }

  @Test
  void whoDoesNotSayWhoItIsIsHungUpOnBeforeAPeersPatienceEnds() throws Exception {
    try (LiveFixture run = fixture();
        Socket silent = TracyPeer.open(run.port())) {
      long begin = System.nanoTime();
      assertThat(silent.getInputStream().read()).isEqualTo(-1);
      assertThat(Duration.ofNanos(System.nanoTime() - begin))
          .isGreaterThan(Duration.ofSeconds(1))
          .isLessThan(LiveOptions.DEFAULT.patience());
    }
  }

  @Test
  void strangersWriteAFewLinesAndThenACount() throws Exception {
    try (LiveFixture run = fixture()) {
      for (int i = 0; i < 40; i++) {
        try (Socket socket = TracyPeer.open(run.port())) {
          socket.getOutputStream().write(TracyPeer.greeting(1000 + i));
          assertThat(socket.getInputStream().readAllBytes()).containsExactly(2);
        }
      }
      assertThat(run.log).hasSize(3);
      assertThat(run.log.getLast()).contains("only counted");
      run.end().join();
      assertThat(run.log).hasSize(4);
      assertThat(run.log.getLast()).contains("37 more");
    }
  }
}
