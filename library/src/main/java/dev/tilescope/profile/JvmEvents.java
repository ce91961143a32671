package dev.tilescope.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The virtual machine's own events, for as long as a session lasts. Flight Recorder takes a while
 * to start, which happens beside the program; where there is no Flight Recorder there are no such
 * events, and nothing else changes.
 */
final class JvmEvents implements AutoCloseable {
  /** More than it takes to start, even on a busy machine. */
  private static final Duration MOST_WAIT = Duration.ofSeconds(2);

  private final Thread starter;
  private @Nullable JvmRecording recording;
  private boolean isClosed;

  private JvmEvents(JvmZones zones, long startNanos, Path file) {
    starter =
        Thread.ofPlatform()
            .daemon()
            .name("tilescope-jvm-events")
            .unstarted(() -> open(zones, startNanos, file));
  }

  /**
   * @param startNanos of the run
   * @param file for the time of the session
   */
  static JvmEvents start(JvmZones zones, long startNanos, Path file) {
    JvmEvents events = new JvmEvents(zones, startNanos, file);
    events.starter.start();
    return events;
  }

  /** Returns when the start is over, whether or not it worked. */
  void await() throws InterruptedException {
    starter.join();
  }

  private void open(JvmZones zones, long startNanos, Path file) {
    if (isClosed()) {
      return;
    }
    try {
      JvmRecording opened = new JvmRecording(zones, startNanos, file);
      opened.start();
      if (!keep(opened)) {
        opened.close();
      }
    } catch (IOException | RuntimeException | LinkageError e) {
      // No Flight Recorder in this runtime, or it is switched off.
    }
  }

  private synchronized boolean isClosed() {
    return isClosed;
  }

  private synchronized boolean keep(JvmRecording opened) {
    recording = isClosed ? null : opened;
    return !isClosed;
  }

  /**
   * Waits until all events of the past are there. A start that is under way is waited for too: a
   * Flight Recorder that starts while the virtual machine ends complains on standard output.
   */
  @Override
  public void close() {
    JvmRecording closing;
    synchronized (this) {
      isClosed = true;
      closing = recording;
      recording = null;
    }
    if (closing != null) {
      closing.close();
    } else {
      awaitStart();
    }
  }

  private void awaitStart() {
    try {
      starter.join(MOST_WAIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
