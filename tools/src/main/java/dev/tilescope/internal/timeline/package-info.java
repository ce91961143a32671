/**
 * A finished run on one clock: what its host threads, its devices' cores and its memory did, in
 * nanoseconds since the run began.
 *
 * <p>{@link dev.tilescope.internal.timeline.Timeline} reads a folder of logs and tells {@link
 * dev.tilescope.internal.timeline.TimelineEvents} what is in it, {@link
 * dev.tilescope.internal.timeline.Lane} by lane; exporters listen. Memory holds what is open, and
 * of each program on a device when it began and ended.
 *
 * <p>Clocks: {@link dev.tilescope.internal.timeline.DeviceClocks} are those of a run of ours,
 * {@link dev.tilescope.internal.timeline.BoardClocks} those of a board.
 */
@NullMarked
package dev.tilescope.internal.timeline;

import org.jspecify.annotations.NullMarked;
