/**
 * The performance report of an {@code ops_perf_results} CSV, as tt-perf-report makes it.
 *
 * <p>{@link dev.tilescope.internal.perf.PerfTable} holds the rows of one or more files, which
 * {@code PerfTableReader} reads and checks. {@link dev.tilescope.internal.perf.PerfReport} turns
 * them into {@link dev.tilescope.internal.perf.PerfOperation}s, purely: {@code SignpostWindow}
 * picks the rows between signposts, {@code DeviceMerge} makes one row of the devices' rows, {@code
 * RowAnalysis} finds what a row says about DRAM and FLOPs on its {@link
 * dev.tilescope.internal.perf.PerfArch}, {@link dev.tilescope.internal.perf.Bound} what limited it.
 * {@link dev.tilescope.internal.perf.MatmulAdvice} and {@link dev.tilescope.internal.perf.Fidelity}
 * say what to try, {@link dev.tilescope.internal.perf.StackedReport} sums up by operation, memory
 * or {@link dev.tilescope.internal.perf.OperationCategory}; {@link
 * dev.tilescope.internal.perf.PerfCsv} writes both.
 *
 * <p>A number that a file does not hold is NaN, and an empty cell in what is written.
 */
@NullMarked
package dev.tilescope.internal.perf;

import org.jspecify.annotations.NullMarked;
