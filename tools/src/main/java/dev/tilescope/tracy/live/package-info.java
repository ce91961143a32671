/**
 * A running program in the Tracy profiler, with no native code: Tracy connects to the program and
 * shows what happens while it happens.
 *
 * <p>In: the journal of a session, as far as it is written, and what is read from devices. Out:
 * Tracy's wire protocol. Start at {@link dev.tilescope.tracy.live.TracyLive}, which listens. Each
 * connection is a {@link dev.tilescope.tracy.live.LiveCapture} with a thread of its own: it reads
 * the journal from its beginning, at the pace of the peer, so that nothing has to be kept in memory
 * for one that is slow, and a program that nobody looks at pays nothing. {@link
 * dev.tilescope.tracy.live.HostEncoder} and {@link dev.tilescope.tracy.live.DeviceEncoder} turn
 * events into those of the protocol; {@link dev.tilescope.tracy.live.EventStream} writes them in
 * the {@link dev.tilescope.tracy.live.Dialect} of the peer, in frames that {@link
 * dev.tilescope.tracy.live.Peer} sends; {@link dev.tilescope.tracy.live.Answers} says what the peer
 * asks.
 *
 * <p>Virtual threads are fibers on one {@link dev.tilescope.tracy.live.Carrier}; the clock of a
 * device is a {@link dev.tilescope.tracy.live.DeviceClock}, calibrated with each read.
 *
 * <p>Nothing a peer does reaches the program: all that a connection has is its own, and what is
 * wrong with it ends it.
 *
 * <pre>{@code
 * try (TracyLive tracy = TracyLive.listen(LiveOptions.DEFAULT)) {
 *   Profiler.start(ProfilerOptions.DEFAULT, tracy);
 *   // ... the program ...
 *   Profiler.stop();
 * }
 * }</pre>
 */
@NullMarked
package dev.tilescope.tracy.live;

import org.jspecify.annotations.NullMarked;
