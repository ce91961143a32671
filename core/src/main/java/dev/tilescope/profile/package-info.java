/**
 * Where time went: from the profiler's logs to a table of operations, and from that to a report.
 *
 * <p><b>The logs.</b> In: {@code profile_log_device.csv} (markers of every core and RISC), {@code
 * tracy_ops_data.csv} (messages of the host) and {@code tracy_ops_times.csv} (its zones). Out:
 * {@code ops_perf_results_<timestamp>.csv}, one row for each run of an operation on a device, in
 * the columns ttnn-visualizer and tt-perf-report read.
 *
 * <p>Start at {@link dev.tilescope.profile.LogProcessing}. The device log is hundreds of megabytes:
 * {@link dev.tilescope.profile.DeviceLogScanner} reads it once, as bytes, and {@link
 * dev.tilescope.profile.DeviceRuns} keeps sums for each run and core, never the markers. The host
 * logs are small: {@link dev.tilescope.profile.HostLog} holds them. {@link
 * dev.tilescope.profile.OpsPerfRows} joins both.
 *
 * <p>What is wrong with a log goes to {@link dev.tilescope.profile.InputProblems}, which stops at
 * the first, or counts and carries on.
 *
 * <p><b>The performance report</b> of an {@code ops_perf_results} CSV, as tt-perf-report makes it.
 * {@link dev.tilescope.profile.PerfTable} holds the rows of one or more files, which {@code
 * PerfTableReader} reads and checks. {@link dev.tilescope.profile.PerfReport} turns them into
 * {@link dev.tilescope.profile.PerfOperation}s, purely: {@code SignpostWindow} picks the rows
 * between signposts, {@code DeviceMerge} makes one row of the devices' rows, {@code RowAnalysis}
 * finds what a row says about DRAM and FLOPs on its {@link dev.tilescope.profile.PerfArch}, {@link
 * dev.tilescope.profile.Bound} what limited it. {@link dev.tilescope.profile.MatmulAdvice} and
 * {@link dev.tilescope.profile.Fidelity} say what to try, {@link
 * dev.tilescope.profile.StackedReport} sums up by operation, memory or {@link
 * dev.tilescope.profile.OperationCategory}; {@link dev.tilescope.profile.PerfCsv} writes both.
 *
 * <p>A number that a file does not hold is NaN, and an empty cell in what is written.
 *
 * <p>May use {@code track}, {@code device}, {@code model}, {@code csv}, {@code json} and {@code
 * report}.
 */
@NullMarked
package dev.tilescope.profile;

import org.jspecify.annotations.NullMarked;
