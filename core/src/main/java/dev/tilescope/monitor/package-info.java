/**
 * Live memory of every traced process of a user: who holds how much of which memory, now.
 *
 * <p>Two halves that meet in files, and never wait for each other:
 *
 * <ul>
 *   <li>in a traced program, {@link dev.tilescope.monitor.MonitorFromEnvironment} starts a {@code
 *       MemoryPublisher}: a listener that keeps one mapped file up to date, a {@code MemoryFile} in
 *       a {@link dev.tilescope.monitor.MonitorFolder}, and tells an allocation server if there is
 *       one, by {@code AllocationSender};
 *   <li>anywhere else, {@link dev.tilescope.monitor.MonitorReader} makes a {@link
 *       dev.tilescope.monitor.MonitorSnapshot} of all those files and removes those of processes
 *       that have ended; {@link dev.tilescope.monitor.MonitorRecording} keeps snapshots, and {@link
 *       dev.tilescope.monitor.SnapshotJson} is their form.
 * </ul>
 *
 * <p>{@link dev.tilescope.monitor.AllocationServer} is a server of TT-Metal's allocation protocol,
 * whose one message is {@link dev.tilescope.monitor.AllocationMessage}.
 *
 * <p>{@link dev.tilescope.monitor.LiveTraces} leaves the metal traces of a program beside its
 * memory.
 *
 * <p>May use {@code track}, {@code model}, {@code json}, {@code memory} for the peaks, and {@code
 * report} for the files of traces.
 */
@NullMarked
package dev.tilescope.monitor;

import org.jspecify.annotations.NullMarked;
