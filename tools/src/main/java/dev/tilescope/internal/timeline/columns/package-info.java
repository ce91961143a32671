/**
 * A timeline as columns, in which a zone takes 24 bytes, and what is computed of them.
 *
 * <p>{@code TimelineBuilder} hears {@link dev.tilescope.internal.timeline.Timeline} once and leaves
 * {@code TimelineColumns}, a {@code Track} for each lane and depth. {@code TimelineSums} adds up
 * what ran between two moments, by name and by who called it; {@code ZoneSearch} finds a name;
 * {@code Flow} leads from an operation of the host to a program of a device.
 */
@NullMarked
package dev.tilescope.internal.timeline.columns;

import org.jspecify.annotations.NullMarked;
