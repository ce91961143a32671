/**
 * Readers of the journal that a profiled program leaves, whose format {@code
 * dev.tilescope.profile.JournalWriter} specifies.
 *
 * <p>{@link dev.tilescope.journal.HostJournal} reads one that is complete, {@link
 * dev.tilescope.journal.JournalTail} one that is still being written; both tell {@link
 * dev.tilescope.journal.HostEvents}. Between file and listener: {@code JournalBlocks} verifies
 * checksums, {@code ByteSource} takes numbers and texts from a block, {@code JournalRecords} makes
 * events of them, with {@code DescriptionSource} and {@code OperationText} for what programs say of
 * their operations. {@link dev.tilescope.journal.TracyOpsCsv} makes the CSVs of the host of it, and
 * {@link dev.tilescope.journal.KilledRun} knows whether the program lived to end it.
 *
 * <pre>{@code
 * HostJournal.read(
 *     JournalFormat.in(Path.of("generated/profiler/.logs")),
 *     new HostEvents() {
 *       @Override
 *       public void zoneBegin(HostThread thread, long nanos, SourceSite site) {
 *         System.out.println(thread.name() + " " + nanos + " " + site.name());
 *       }
 *     });
 * }</pre>
 */
@NullMarked
package dev.tilescope.journal;

import org.jspecify.annotations.NullMarked;
