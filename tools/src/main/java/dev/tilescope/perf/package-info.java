/**
 * The performance report of an {@code ops_perf_results} CSV, as tt-perf-report makes it.
 *
 * <p>{@link dev.tilescope.perf.PerfTable} holds the rows of one or more files, which {@code
 * PerfTableReader} reads and checks. {@link dev.tilescope.perf.PerfReport} turns them into {@link
 * dev.tilescope.perf.PerfOperation}s, purely: {@code SignpostWindow} picks the rows between
 * signposts, {@code DeviceMerge} makes one row of the devices' rows, {@code RowAnalysis} finds what
 * a row says about DRAM and FLOPs on its {@link dev.tilescope.perf.PerfArch}, {@link
 * dev.tilescope.perf.Bound} what limited it. {@link dev.tilescope.perf.MatmulAdvice} and {@link
 * dev.tilescope.perf.Fidelity} say what to try, {@link dev.tilescope.perf.StackedReport} sums up by
 * operation, memory or {@link dev.tilescope.perf.OperationCategory}; {@link
 * dev.tilescope.perf.PerfCsv} writes both.
 *
 * <p>A number that a file does not hold is NaN, and an empty cell in what is written.
 */
@NullMarked
package dev.tilescope.perf;

import org.jspecify.annotations.NullMarked;
