/**
 * Publishes the live memory of a traced program: who holds how much of which memory, now. {@code
 * watch} looks at it; the two meet in files, and never wait for each other.
 *
 * <p>{@link dev.tilescope.internal.monitor.MonitorFromEnvironment} starts a {@code
 * MemoryPublisher}: a listener that keeps one mapped file up to date, a {@code MemoryFile} in a
 * {@link dev.tilescope.internal.monitor.MonitorFolder}, with the peaks that {@code LivePeaks}
 * counts, and tells an allocation server if there is one, by {@code AllocationSender}. {@code
 * LiveTraces} leaves the metal traces of a program beside its memory.
 *
 * <p>What both sides know: {@link dev.tilescope.internal.monitor.MemoryFileLayout} of the file,
 * {@link dev.tilescope.internal.monitor.ProcessIdentity} of its name among the {@link
 * dev.tilescope.internal.monitor.Processes}, {@link dev.tilescope.internal.monitor.LiveTraceFiles}
 * of traces, {@link dev.tilescope.internal.monitor.AllocationSocket} and {@link
 * dev.tilescope.internal.monitor.AllocationMessage}, the one message of TT-Metal's allocation
 * protocol.
 *
 * <p>May use {@code track}, {@code model}, {@code memory} for the peaks, {@code report} for the
 * files of traces, and {@code io}.
 */
@NullMarked
package dev.tilescope.internal.monitor;

import org.jspecify.annotations.NullMarked;
