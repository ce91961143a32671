package dev.tilescope.internal.tracy;

import dev.tilescope.profile.HostRun;
import dev.tilescope.profile.HostThread;
import dev.tilescope.profile.JournalFormat;
import dev.tilescope.profile.MadeJournal;
import dev.tilescope.tracy.live.LiveOptions;
import dev.tilescope.tracy.live.TracyLive;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A run that a test makes up, served to whoever connects. */
final class LiveFixture implements AutoCloseable {
  /** For tests of something else than the end of a run, on machines that are slow. */
  static final LiveOptions UNHURRIED = LiveOptions.DEFAULT.withFarewell(Duration.ofMinutes(1));

  final TracyLive live;
  final List<String> log = Collections.synchronizedList(new ArrayList<>());
  final HostRun run =
      new HostRun("run-1", 1_700_000_000_123_456_789L, System.nanoTime(), 77, false);
  final MadeJournal journal;
  private final Path file;

  LiveFixture(Path folder, LiveOptions options) throws IOException {
    live = TracyLive.listen(options, log::add);
    journal = MadeJournal.in(folder, run);
    file = JournalFormat.in(folder);
    live.started(run, file);
  }

  LiveFixture threads(String... names) {
    for (int i = 0; i < names.length; i++) {
      journal.thread(new HostThread(i + 1, names[i], HostThread.Kind.PLATFORM));
    }
    return this;
  }

  int port() {
    return live.port();
  }

  /** What was made up so far is there to be read. */
  void flush() throws IOException {
    journal.flush();
    live.written(Files.size(file));
  }

  /** The run ends, which takes as long as somebody listens. */
  CompletableFuture<Void> end() {
    return CompletableFuture.runAsync(() -> {
      try {
        journal.close();
        live.written(Files.size(file));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      live.ended();
    });
  }

  TracyPeer connect() throws IOException {
    return TracyPeer.connect(port(), WireTable.V82);
  }

  /** Somebody captures the run to its end. */
  TracyTrace endAndCapture(TracyPeer peer) throws IOException {
    CompletableFuture<Void> end = end();
    TracyTrace trace = peer.capture();
    end.join();
    return trace;
  }

  @Override
  public void close() {
    live.close();
  }
}
