/**
 * Answers for the timeline and the performance report of a profiled run.
 *
 * <p>{@code Runs} knows which sources have logs and which a CSV, and keeps what was read of them.
 *
 * <p>The timeline is kept as {@link dev.tilescope.internal.timeline.columns.TimelineColumns};
 * {@code ReportTimeline} lays out the operations of a report that no profiled run belongs to.
 * {@code LanesAnswer} tells what there is on an axis, {@code TimelineRange} what is between two
 * moments, with zones narrower than a pixel merged, {@code SumsAnswer} the same added up, {@code
 * ZoneFacts} what is known of one zone.
 *
 * <p>The performance report: {@code PerformanceRows} is a {@link
 * dev.tilescope.internal.perf.PerfReport} filtered and sorted, {@code PerformanceJson} its form.
 *
 * <p>{@link dev.tilescope.internal.runs.StoredOperations} says which operation of the report a row
 * or program is, {@code ZoneLinks} which a zone is.
 */
@NullMarked
package dev.tilescope.internal.serve.time;

import org.jspecify.annotations.NullMarked;
