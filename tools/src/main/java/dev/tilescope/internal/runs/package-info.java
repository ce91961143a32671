/**
 * Profiled runs in the database of the report that was made meanwhile: {@link
 * dev.tilescope.internal.runs.PerformanceTables}.
 */
@NullMarked
package dev.tilescope.internal.runs;

import org.jspecify.annotations.NullMarked;
