package dev.tilescope.profile;

import org.jspecify.annotations.Nullable;

/**
 * The virtual machine's own events, for as long as a session lasts. Flight Recorder takes a while
 * to start, which happens beside the program; where there is no Flight Recorder there are no such
 * events, and nothing else changes.
 */
final class JvmEvents implements AutoCloseable {
  private final Thread starter;
  private @Nullable JvmStream stream;
  private boolean isClosed;

  private JvmEvents(JvmZones zones, long startNanos) {
    starter =
        Thread.ofPlatform()
            .daemon()
            .name("tilescope-jvm-events")
            .unstarted(() -> open(zones, startNanos));
  }

  /**
   * @param startNanos of the run
   */
  static JvmEvents start(JvmZones zones, long startNanos) {
    JvmEvents events = new JvmEvents(zones, startNanos);
    events.starter.start();
    return events;
  }

  /** Returns when the start is over, whether or not it worked. */
  void await() throws InterruptedException {
    starter.join();
  }

  private void open(JvmZones zones, long startNanos) {
    try {
      JvmStream opened = new JvmStream(zones, startNanos);
      opened.start();
      if (!keep(opened)) {
        opened.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | LinkageError e) {
      // No Flight Recorder in this runtime, or it is switched off.
    }
  }

  private synchronized boolean keep(JvmStream opened) {
    stream = isClosed ? null : opened;
    return !isClosed;
  }

  /** Waits until all events of the past are there; not for a start that is still under way. */
  @Override
  public void close() {
    JvmStream closing;
    synchronized (this) {
      isClosed = true;
      closing = stream;
      stream = null;
    }
    if (closing != null) {
      closing.close();
    }
  }
}
