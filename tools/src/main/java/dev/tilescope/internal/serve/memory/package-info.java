/**
 * Answers for memory, over the whole run and around one operation.
 *
 * <p>{@code Spans} are all buffers of a rank as columns: where they lie, from which operation to
 * which, when they were needed last. {@code AllocationReading} fills them from the table that has
 * one row a buffer; {@code SnapshotReading} from the viewer's table {@code buffers}, which has one
 * row for every buffer after every operation, if the other is missing. {@code MemoryEndpoints} is
 * the table of requests; {@code PeakAnswer} explains the peak in the sentences of the command line,
 * {@code BufferAnswer} tells of one buffer. Curves and peaks are rows of the account, read by
 * {@code serve.data.MemoryLevels}. {@code ProgramBand} is what circular buffers take of L1. {@code
 * OperationMemory} and {@code OperationCores} are about one operation.
 */
@NullMarked
package dev.tilescope.internal.serve.memory;

import org.jspecify.annotations.NullMarked;
