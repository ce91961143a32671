/**
 * The one hook point. Operations, buffers and programs announce what they do to {@link
 * dev.tilescope.track.Tracker}; captures, parameter tracing, the profiler and the monitor hear it
 * as {@link dev.tilescope.track.TraceListener}s.
 *
 * <p>With nobody listening a call site pays one boolean check, {@link
 * dev.tilescope.track.Tracker#on()}, and allocates nothing. Dispatch can be blocked here too: that
 * is what NO_DISPATCH means.
 *
 * <p>May use {@code model}.
 */
@NullMarked
package dev.tilescope.track;

import org.jspecify.annotations.NullMarked;
