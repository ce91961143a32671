/**
 * Profiled runs and the databases of reports that were made meanwhile: {@link
 * dev.tilescope.internal.runs.PerformanceTables} adds a run to one, {@link
 * dev.tilescope.internal.runs.StoredOperations} are those of one that rows are linked with.
 */
@NullMarked
package dev.tilescope.internal.runs;

import org.jspecify.annotations.NullMarked;
