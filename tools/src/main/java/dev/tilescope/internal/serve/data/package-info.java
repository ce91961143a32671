/**
 * What the views look at.
 *
 * <p>{@link dev.tilescope.internal.serve.data.Sources} are the reports, profiled runs and traced
 * calls that the command was given or that {@link dev.tilescope.internal.serve.data.SourceSearch}
 * found; they are read where they lie. A report that is not a database yet becomes one in a folder
 * of the server's own, by {@code ImportProcess}, a process of its own: whatever the size of a
 * report, this one stays small.
 *
 * <p>{@link dev.tilescope.internal.serve.data.OpenReport} is a database being looked at: a few
 * read-only connections, and columns of what every view needs ({@link
 * dev.tilescope.internal.serve.data.OperationColumns}, {@link
 * dev.tilescope.internal.serve.data.TensorColumns}), each read when first asked for. {@link
 * dev.tilescope.internal.serve.data.MemoryLevels} reads the rows of the importer's account: whether
 * a program fits and how full memory was in each operation.
 */
@NullMarked
package dev.tilescope.internal.serve.data;

import org.jspecify.annotations.NullMarked;
