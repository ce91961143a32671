/**
 * What became slower or faster from some profiled runs of a program to others, and why.
 *
 * <p>{@link dev.tilescope.internal.times.RunTimes} are the calls of one performance CSV with their
 * device times, {@link dev.tilescope.internal.times.SideTimes} those of several runs of one
 * program, with {@link dev.tilescope.internal.times.Samples} of each call. {@link
 * dev.tilescope.internal.times.TimeDiff} holds two sides against each other: calls are aligned by
 * {@link dev.tilescope.internal.links.Links}, as everywhere. {@code Causes} says in what two calls
 * differ beside their time, {@link dev.tilescope.internal.times.TimesJson} all of it as JSON.
 */
@NullMarked
package dev.tilescope.internal.times;

import org.jspecify.annotations.NullMarked;
