/**
 * From the profiler's logs, ours or a board's, to a table of operations, and to the report of a
 * run: {@link dev.tilescope.internal.logs.ProfiledRun}.
 *
 * <p>In: {@code profile_log_device.csv} (markers of every core and RISC), {@code
 * tracy_ops_data.csv} (messages of the host) and {@code tracy_ops_times.csv} (its zones). Out:
 * {@code ops_perf_results_<timestamp>.csv}, one row for each run of an operation on a device, in
 * the columns ttnn-visualizer and tt-perf-report read.
 *
 * <p>Start at {@link dev.tilescope.internal.logs.LogProcessing}. The device log is hundreds of
 * megabytes: {@link dev.tilescope.internal.logs.DeviceLogScanner} reads it once, as bytes, and
 * {@link dev.tilescope.internal.logs.DeviceRuns} keeps sums for each run and core, never the
 * markers. The host logs are small: {@link dev.tilescope.internal.logs.HostLog} holds them. {@link
 * dev.tilescope.internal.logs.OpsPerfRows} joins both. {@link
 * dev.tilescope.internal.logs.RecordedTraces} tells which operations are part of a metal trace,
 * {@link dev.tilescope.internal.logs.WholeTraces} is for logs that have nothing but replays.
 *
 * <p>From the markers on, a row is an {@link dev.tilescope.profile.internal.table.OpsRow} of typed
 * cells; {@code OpsPerfColumns} chooses and orders its columns, and {@code OpsPerfCsv} alone makes
 * text of it.
 *
 * <p>Performance counters are the only part that keeps numbers for each run and core, in {@link
 * dev.tilescope.internal.logs.CoreCounters}; {@link dev.tilescope.internal.logs.PerfMetrics} is the
 * table of what is made of them. {@link dev.tilescope.internal.logs.DispatchStream} follows a RISC
 * of a dispatch core, and {@link dev.tilescope.internal.logs.CoreGaps} makes the second file of a
 * report without host logs.
 *
 * <p>A run of ours has a journal of its host in place of two of these files, which are made of it
 * first: see {@code journal}.
 *
 * <p>What is wrong with a log goes to {@link dev.tilescope.internal.logs.InputProblems}, which
 * stops at the first, or counts and carries on; {@link dev.tilescope.internal.logs.LogEnd} looks
 * for rows that are not there. What TT-NN gets wrong is done right, and copied where {@link
 * dev.tilescope.internal.logs.LogOptions} ask for it.
 */
@NullMarked
package dev.tilescope.internal.logs;

import org.jspecify.annotations.NullMarked;
