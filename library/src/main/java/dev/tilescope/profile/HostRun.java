package dev.tilescope.profile;

/**
 * A profiled run. Every time of its events counts from its start.
 *
 * @param id different for each run
 * @param wallClockNanos when it started, since 1970
 * @param nanoTime what {@link System#nanoTime} was at that moment
 * @param pid of the program
 * @param fullOperationInfo whether every operation is described in full, and not only the first
 *     call of a program
 */
public record HostRun(
    String id, long wallClockNanos, long nanoTime, long pid, boolean fullOperationInfo) {}
