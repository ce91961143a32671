package dev.tilescope.journal;

import dev.tilescope.profile.HostRun;
import dev.tilescope.profile.HostThread;
import dev.tilescope.profile.ProfilerCost;
import dev.tilescope.profile.SourceSite;

/**
 * Hears the events of a journal, in its order: the events of one thread are in order of time, those
 * of different threads only roughly. Times are nanoseconds since the start of the run.
 *
 * <p>Zones of a thread nest, and each beginning has its end: zones that a killed program left open
 * end with its last event. What is said of a zone is said of the innermost one of the thread.
 */
public interface HostEvents {
  /** Comes first. */
  default void run(HostRun run) {}

  /** Comes before the first event of the thread. */
  default void threadStarted(HostThread thread) {}

  default void zoneBegin(HostThread thread, long nanos, SourceSite site) {}

  default void zoneText(HostThread thread, String text) {}

  /** Another name than that of its site. */
  default void zoneName(HostThread thread, String name) {}

  default void zoneColour(HostThread thread, int rgb) {}

  default void zoneValue(HostThread thread, long value) {}

  default void zoneEnd(HostThread thread, long nanos) {}

  default void message(HostThread thread, long nanos, String text, int rgb) {}

  /**
   * @param name empty for the program's main frame
   */
  default void frameMark(HostThread thread, long nanos, String name) {}

  default void plot(HostThread thread, long nanos, String name, double value) {}

  /**
   * @param pool e.g. {@code Device 0 DRAM}
   */
  default void memoryAllocated(
      HostThread thread, long nanos, String pool, long address, long bytes) {}

  default void memoryFreed(HostThread thread, long nanos, String pool, long address) {}

  /**
   * The thread's buffers were full.
   *
   * @param events how many were dropped so far: a zone counts as one
   */
  default void lost(HostThread thread, long events) {}

  /** Nothing of this thread follows. */
  default void threadEnded(HostThread thread) {}

  /** All events up to this time have been heard, but for some that were just being written. */
  default void drained(long nanos) {}

  /** What being profiled cost the run; comes before its end. */
  default void cost(ProfilerCost cost) {}

  /** The run ended as it should, and nothing follows. */
  default void ended(long nanos) {}
}
