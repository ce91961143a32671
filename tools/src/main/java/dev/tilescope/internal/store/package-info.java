/**
 * Reports in SQLite, in the schema that ttnn-visualizer reads.
 *
 * <p>In: report files of any size, read through {@code report.internal}. Out: one database, written
 * to a temporary file and renamed when whole. Start at {@link
 * dev.tilescope.internal.store.ReportImport}. {@link dev.tilescope.internal.store.Table} is the
 * schema as data, {@link dev.tilescope.internal.store.DatabaseWriter} the thread that inserts,
 * {@link dev.tilescope.internal.store.GraphImporter} the walk over a trace that makes rows of it,
 * {@link dev.tilescope.internal.store.TraceHistory} the walk behind it, in the order of time, that
 * makes the rows of ours alone.
 *
 * <p>That walk tells {@link dev.tilescope.memory}, the account of memory, what happens; {@code
 * Allocations}, {@code ProgramMemories}, {@code FactRows} and {@code PeakRows} write down what it
 * says. {@link dev.tilescope.internal.store.StoredPeaks} and {@link
 * dev.tilescope.internal.store.StoredMoments} read those rows, and count nothing themselves.
 *
 * <p>What cannot be used of a report goes to {@link dev.tilescope.internal.store.Losses}: it ends
 * the import, or is counted and left out, as the caller wishes.
 *
 * <p>{@link dev.tilescope.internal.store.DatabaseReport} is the way back, to a report that analyses
 * take.
 *
 * <p>{@link dev.tilescope.internal.store.Query} asks such a database and can change nothing in it.
 *
 * <p>Two ways to make rows share that walk: upstream's, quirks included, and the one that shows a
 * report best. They differ in the small named questions of {@link
 * dev.tilescope.internal.store.RowRules}.
 */
@NullMarked
package dev.tilescope.internal.store;

import org.jspecify.annotations.NullMarked;
