/**
 * Where time went. So far the performance report of an {@code ops_perf_results} CSV, as
 * tt-perf-report makes it.
 *
 * <p>{@link dev.tilescope.profile.PerfTable} holds the rows of one or more files, which {@code
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
 * <p>Uses {@code model} and {@code csv}.
 */
@NullMarked
package dev.tilescope.profile;

import org.jspecify.annotations.NullMarked;
