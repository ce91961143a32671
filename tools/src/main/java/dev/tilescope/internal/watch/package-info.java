/**
 * Looks at the live memory of every traced process of a user, which {@code monitor} publishes.
 *
 * <p>{@link dev.tilescope.internal.watch.MonitorReader} makes a {@link
 * dev.tilescope.internal.watch.MonitorSnapshot} of all files, by a {@code MemoryFileReader} for
 * each, and removes those of processes that have ended; {@link
 * dev.tilescope.internal.watch.MonitorRecording} keeps snapshots, {@link
 * dev.tilescope.internal.watch.MonitorPlayback} shows them again, and {@link
 * dev.tilescope.internal.watch.SnapshotJson} is their form. {@link
 * dev.tilescope.internal.watch.PublishedTraces} are the metal traces beside them.
 *
 * <p>{@link dev.tilescope.internal.watch.AllocationServer} is a server of TT-Metal's allocation
 * protocol, which programs tell of every buffer; an {@code AllocationTable} is what it knows.
 *
 * <p>May use {@code monitor} for what both sides know of the files and messages, {@code model},
 * {@code json}, {@code memory} for the peaks, {@code report} for the files of traces, and {@code
 * io}.
 */
@NullMarked
package dev.tilescope.internal.watch;

import org.jspecify.annotations.NullMarked;
