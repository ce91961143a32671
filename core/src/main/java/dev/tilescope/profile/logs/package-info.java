/**
 * From the profiler's logs to a table of operations.
 *
 * <p>In: {@code profile_log_device.csv} (markers of every core and RISC), {@code
 * tracy_ops_data.csv} (messages of the host) and {@code tracy_ops_times.csv} (its zones). Out:
 * {@code ops_perf_results_<timestamp>.csv}, one row for each run of an operation on a device, in
 * the columns ttnn-visualizer and tt-perf-report read.
 *
 * <p>Start at {@link dev.tilescope.profile.logs.LogProcessing}. The device log is hundreds of
 * megabytes: {@link dev.tilescope.profile.logs.DeviceLogScanner} reads it once, as bytes, and
 * {@link dev.tilescope.profile.logs.DeviceRuns} keeps sums for each run and core, never the
 * markers. The host logs are small: {@link dev.tilescope.profile.logs.HostLog} holds them. {@link
 * dev.tilescope.profile.logs.OpsPerfRows} joins both. {@link
 * dev.tilescope.profile.logs.RecordedTraces} tells which operations are part of a metal trace,
 * {@link dev.tilescope.profile.logs.WholeTraces} is for logs that have nothing but replays.
 *
 * <p>Performance counters are the only part that keeps numbers for each run and core, in {@link
 * dev.tilescope.profile.logs.CoreCounters}; {@link dev.tilescope.profile.logs.PerfMetrics} is the
 * table of what is made of them. {@link dev.tilescope.profile.logs.DispatchStream} follows a RISC
 * of a dispatch core, and {@link dev.tilescope.profile.logs.CoreGaps} makes the second file of a
 * report without host logs.
 *
 * <p>What is wrong with a log goes to {@link dev.tilescope.profile.logs.InputProblems}, which stops
 * at the first, or counts and carries on; {@link dev.tilescope.profile.logs.LogEnd} looks for rows
 * that are not there. What TT-NN gets wrong is done right, and copied where {@link
 * dev.tilescope.profile.logs.LogOptions} ask for it.
 */
@NullMarked
package dev.tilescope.profile.logs;

import org.jspecify.annotations.NullMarked;
