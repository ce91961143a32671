/**
 * A finished run on one clock: what its host threads, its devices' cores and its memory did, in
 * nanoseconds since the run began.
 *
 * <p>{@link dev.tilescope.profile.timeline.Timeline} reads a folder of logs and tells {@link
 * dev.tilescope.profile.timeline.TimelineEvents} what is in it, {@link
 * dev.tilescope.profile.timeline.Lane} by lane; exporters listen. Memory holds what is open, and of
 * each program on a device when it began and ended.
 */
@NullMarked
package dev.tilescope.profile.timeline;

import org.jspecify.annotations.NullMarked;
