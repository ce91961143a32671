/**
 * Answers for memory, over the whole run and around one operation.
 *
 * <p>{@code Spans} are all buffers of a rank as columns: where they lie, from which operation to
 * which, when they were needed last. {@code AllocationReading} fills them from the table that has
 * one row a buffer; {@code SnapshotReading} from the viewer's table {@code buffers}, which has one
 * row for every buffer after every operation, if the other is missing. {@code RegionUse} walks the
 * spans of one region in the order of time: curve, peak, and the peak had buffers been freed in
 * time. {@code MemoryEndpoints} is the table of requests; {@code PeakAnswer} and {@code
 * BufferAnswer} are the two long ones. {@code ProgramBand} is what circular buffers take of L1.
 * {@code OperationMemory} and {@code OperationCores} are about one operation.
 */
@NullMarked
package dev.tilescope.serve.memory;

import org.jspecify.annotations.NullMarked;
