/**
 * The performance report of an {@code ops_perf_results} CSV, as tt-perf-report makes it.
 *
 * <p>{@link dev.tilescope.profile.perf.PerfTable} holds the rows of one or more files, which {@code
 * PerfTableReader} reads and checks. {@link dev.tilescope.profile.perf.PerfReport} turns them into
 * {@link dev.tilescope.profile.perf.PerfOperation}s, purely: {@code SignpostWindow} picks the rows
 * between signposts, {@code DeviceMerge} makes one row of the devices' rows, {@code RowAnalysis}
 * finds what a row says about DRAM and FLOPs on its {@link dev.tilescope.profile.perf.PerfArch},
 * {@link dev.tilescope.profile.perf.Bound} what limited it. {@link
 * dev.tilescope.profile.perf.MatmulAdvice} and {@link dev.tilescope.profile.perf.Fidelity} say what
 * to try, {@link dev.tilescope.profile.perf.StackedReport} sums up by operation, memory or {@link
 * dev.tilescope.profile.perf.OperationCategory}; {@link dev.tilescope.profile.perf.PerfCsv} writes
 * both.
 *
 * <p>A number that a file does not hold is NaN, and an empty cell in what is written.
 */
@NullMarked
package dev.tilescope.profile.perf;

import org.jspecify.annotations.NullMarked;
