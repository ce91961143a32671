package dev.tilescope.internal.timeline.columns;

/**
 * That a program of a device was started by an operation of the host.
 *
 * @param fromLane of the operation
 * @param fromNanos a moment in it
 * @param toLane of the program
 * @param toNanos when that begins
 */
public record Flow(int fromLane, long fromNanos, int toLane, long toNanos) {}
