/**
 * Readers of the journal that a profiled program leaves, whose format {@code
 * dev.tilescope.profile.JournalWriter} specifies.
 *
 * <p>{@link dev.tilescope.logs.journal.HostJournal} reads one that is complete, {@link
 * dev.tilescope.logs.journal.JournalTail} one that is still being written; both tell {@link
 * dev.tilescope.logs.journal.HostEvents}. Between file and listener: {@code JournalBlocks} verifies
 * checksums, {@code ByteSource} takes numbers and texts from a block, {@code JournalRecords} makes
 * events of them, with {@code DescriptionSource} and {@code OperationText} for what programs say of
 * their operations. {@link dev.tilescope.logs.journal.TracyOpsCsv} makes the CSVs of the host of
 * it, and {@link dev.tilescope.logs.journal.KilledRun} knows whether the program lived to end it.
 */
@NullMarked
package dev.tilescope.logs.journal;

import org.jspecify.annotations.NullMarked;
