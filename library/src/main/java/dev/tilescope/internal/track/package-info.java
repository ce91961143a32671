/**
 * The one hook point. Operations, buffers and programs announce what they do to {@link
 * dev.tilescope.internal.track.Tracker}; captures, parameter tracing, the profiler and the monitor
 * hear it as {@link dev.tilescope.internal.track.TraceListener}s.
 *
 * <p>With nobody listening a call site pays one boolean check, {@link
 * dev.tilescope.internal.track.Tracker#on()}, and allocates nothing. Dispatch can be blocked here
 * too: that is what NO_DISPATCH means.
 *
 * <p>May use {@code model}.
 */
@NullMarked
package dev.tilescope.internal.track;

import org.jspecify.annotations.NullMarked;
