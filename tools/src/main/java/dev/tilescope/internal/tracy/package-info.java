/**
 * Files for the Tracy profiler.
 *
 * <p>In: the logs of a profiled run, or a graph report. Out: a {@code .tracy} file. Start at {@link
 * dev.tilescope.internal.tracy.TracyFile}. Programs that run are served by {@code live}.
 *
 * <p>The file wants counts before contents, strings before the zones that use them, and each
 * thread's zones in one piece, while a journal tells of all threads as things happened. So a run is
 * read once: {@link dev.tilescope.internal.tracy.HostCollector} and {@link
 * dev.tilescope.internal.tracy.TimelineCollector}, or {@link
 * dev.tilescope.internal.tracy.ReportCollector}, bring every event in its final bytes to {@link
 * dev.tilescope.internal.tracy.SpilledBytes}, which live in one temporary file; what must be in
 * order of time over all threads goes to {@link dev.tilescope.internal.tracy.SortedRecords}. Then
 * {@link dev.tilescope.internal.tracy.Payload} puts the parts in order, and {@link
 * dev.tilescope.internal.tracy.BlockOutput} packs them. The heap holds names, threads and live
 * allocations, not events.
 *
 * <p>May use {@code profile}, {@code model} and, for files that appear whole, {@code io}.
 */
@NullMarked
package dev.tilescope.internal.tracy;

import org.jspecify.annotations.NullMarked;
