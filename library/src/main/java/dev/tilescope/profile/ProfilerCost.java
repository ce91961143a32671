package dev.tilescope.profile;

import java.util.Locale;

/**
 * What a run paid for being profiled.
 *
 * <p>Events are too short to be timed one by one, as the clock takes as long as they do: what all
 * of them took is an estimate, their number times what one took in a loop at the end of the same
 * run. The rest is measured.
 *
 * @param events that the program's threads recorded; a zone is two
 * @param nanosPerEvent what one took, the median of several loops
 * @param deviceNanos that the program's threads spent on markers of devices: writing them, for
 *     programs of the library, and reading them into logs
 * @param writerNanos of processor time, which the profiler's own threads took beside the program to
 *     write down what was recorded; {@link #UNKNOWN} where the system does not tell
 * @param journalBytes what the journal of the host takes
 */
public record ProfilerCost(
    long events, double nanosPerEvent, long deviceNanos, long writerNanos, long journalBytes) {
  public static final long UNKNOWN = -1;

  private static final double NANOS_PER_MILLI = 1e6;

  /** Of the program's own time; an estimate. */
  public long programNanos() {
    return Math.round(events * nanosPerEvent) + deviceNanos;
  }

  /** In a line. */
  String text() {
    String beside =
        writerNanos == UNKNOWN
            ? ""
            : String.format(
                Locale.ROOT,
                "; beside it %.1f ms of processor time of the profiler's own threads",
                writerNanos / NANOS_PER_MILLI);
    return String.format(
        Locale.ROOT,
        "being profiled took about %.1f ms of the program's time (an estimate: %,d events of %.0f ns%s)%s; %,d KiB of host events",
        programNanos() / NANOS_PER_MILLI,
        events,
        nanosPerEvent,
        deviceNanos == 0
            ? ""
            : String.format(
                Locale.ROOT, ", and %.1f ms for device markers", deviceNanos / NANOS_PER_MILLI),
        beside,
        journalBytes / 1024);
  }
}
