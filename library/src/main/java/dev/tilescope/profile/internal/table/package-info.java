/**
 * Tables with a row for each run of an operation: {@code ops_perf_results}, which {@code logs}
 * makes and {@code perf} reads, and {@code cpp_device_perf_report.csv}, which {@code markers} adds
 * up while the program runs.
 *
 * <p>{@link dev.tilescope.profile.internal.table.OpsColumn} is the only place that knows the names
 * of their columns; {@link dev.tilescope.profile.internal.table.Column} are those too whose names
 * depend on the run. A row is an {@link dev.tilescope.profile.internal.table.OpsRow} of typed
 * {@link dev.tilescope.profile.internal.table.Cell}s until it is written; text is for files.
 */
@NullMarked
package dev.tilescope.profile.internal.table;

import org.jspecify.annotations.NullMarked;
