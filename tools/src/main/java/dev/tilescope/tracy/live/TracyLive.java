package dev.tilescope.tracy.live;

import dev.tilescope.model.Notice;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.profile.HostRun;
import dev.tilescope.profile.JournalFollower;
import dev.tilescope.profile.internal.markers.DeviceRead;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Serves a program to the Tracy profiler while it runs:
 *
 * <pre>{@code
 * try (TracyLive tracy = TracyLive.listen(LiveOptions.DEFAULT)) {
 *   Profiler.start(ProfilerOptions.DEFAULT, tracy);
 *   ...
 *   Profiler.stop(); // returns when a connected Tracy has everything, or its time is over
 * }
 * }</pre>
 *
 * <p>Tracy connects to {@link #port()}: the program is what Tracy calls the client. There may be
 * several captures one after the other, each with the whole run, or, on demand, with what happens
 * from then on.
 */
public final class TracyLive implements JournalFollower, AutoCloseable {
  /** Those who said who they are and wait for a run. */
  private static final int MOST_WAITING = 16;

  private final LiveOptions options;
  private final ServerSocketChannel server;
  private final int port;
  private final Consumer<String> log;
  private final Complaints complaints;
  private final UnidentifiedPeers unidentified = new UnidentifiedPeers();
  private final Object lock = new Object();

  /** All guarded by the lock. */
  private @Nullable LiveRun run;

  private @Nullable LiveCapture capture;
  private int captures;
  private int waiting;

  private TracyLive(LiveOptions options, ServerSocketChannel server, Consumer<String> log)
      throws IOException {
    this.options = options;
    this.server = server;
    this.port = ((InetSocketAddress) server.getLocalAddress()).getPort();
    this.log = log;
    this.complaints = new Complaints(log);
  }

  /** Complaints go to standard error. */
  public static TracyLive listen(LiveOptions options) {
    return listen(options, Notice::print);
  }

  /**
   * @param log takes a line for the user
   * @throws TilescopeException if no port is free
   */
  public static TracyLive listen(LiveOptions options, Consumer<String> log) {
    try {
      TracyLive live = new TracyLive(options, ListeningPort.open(options), log);
      daemon("tilescope-tracy", live::accept);
      if (options.isBroadcast()) {
        daemon("tilescope-tracy-broadcast", live::broadcast);
      }
      return live;
    } catch (IOException e) {
      throw new TilescopeException(
          "Tracy cannot connect: %s on %s: %s; name another with TRACY_PORT"
              .formatted(
                  ListeningPort.name(options), options.bind().getHostAddress(), e.getMessage()),
          e);
    }
  }

  private static void daemon(String name, Runnable body) {
    Thread.ofPlatform().daemon().name(name).start(body);
  }

  /** Where Tracy can connect. */
  public int port() {
    return port;
  }

  /** Whether Tracy is connected. */
  public boolean isCaptured() {
    synchronized (lock) {
      return capture != null;
    }
  }

  private void accept() {
    while (server.isOpen()) {
      try {
        take(server.accept());
      } catch (IOException e) {
        // Closed, or one that was gone before it was here.
      }
    }
  }

  private void take(SocketChannel channel) throws IOException {
    if (!isWelcome(channel)) {
      channel.close();
      return;
    }
    Peer peer = new Peer(channel, options.patience());
    unidentified.enter(peer);
    daemon("tilescope-tracy-capture", () -> serve(peer));
  }

  private boolean isWelcome(SocketChannel channel) throws IOException {
    return !options.bind().isLoopbackAddress()
        || channel.getRemoteAddress() instanceof InetSocketAddress remote
            && remote.getAddress().isLoopbackAddress();
  }

  private void serve(Peer peer) {
    try (peer) {
      Dialect dialect = dialect(peer);
      LiveCapture own = dialect == null ? null : begin(peer, dialect);
      if (own != null) {
        try {
          own.serve();
        } finally {
          end(own);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      // The peer is gone, or was none: the next one is as welcome.
    } catch (TilescopeException e) {
      complaints.say("Tracy gets no more of this run: " + e.getMessage());
    }
  }

  /** Null for a peer of another version, who is told so. */
  private @Nullable Dialect dialect(Peer peer) throws IOException {
    int version = greeted(peer);
    Dialect dialect = Dialect.of(version).orElse(null);
    if (dialect == null) {
      complaints.say(
          "Tracy of protocol %d connected: 82 (Tracy 0.14) and 76 (Tracy 0.13) work; for others, open the .tracy file of 'tilescope tracy convert'"
              .formatted(Integer.toUnsignedLong(version)));
      Handshake.refuse(peer, Handshake.OTHER_VERSION);
    }
    return dialect;
  }

  /** The version of a peer that is a stranger until it has said it. */
  private int greeted(Peer peer) throws IOException {
    try {
      return Handshake.version(peer);
    } finally {
      unidentified.leave(peer);
    }
  }

  /** Null if somebody else is there, or there is nothing to see, and the peer is told so. */
  private @Nullable LiveCapture begin(Peer peer, Dialect dialect) throws IOException {
    synchronized (lock) {
      LiveRun current = awaitRun();
      if (current != null && capture == null && (!current.hasEnded() || awaitsFirst())) {
        LiveCapture own = new LiveCapture(peer, dialect, current, options);
        own.addAll(current.reads());
        capture = own;
        captures++;
        return own;
      }
    }
    Handshake.refuse(peer, Handshake.NOT_AVAILABLE);
    return null;
  }

  /**
   * One may be about to begin: a program listens before it records. Null if not. The lock is held.
   */
  private @Nullable LiveRun awaitRun() {
    if (run != null || waiting >= MOST_WAITING) {
      return run;
    }
    waiting++;
    long deadline = System.nanoTime() + options.patience().toNanos();
    try {
      for (long left = 1; run == null && server.isOpen() && left > 0; ) {
        left = (deadline - System.nanoTime()) / 1_000_000;
        lock.wait(Math.max(1, left));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      waiting--;
    }
    return run;
  }

  /**
   * One that was left behind may end while the next one is there. One whose own time is over just
   * before that of the run is as late as one that is left.
   */
  private void end(LiveCapture own) {
    synchronized (lock) {
      if (capture == own) {
        capture = null;
        if (own.isLate() && run != null && run.hasEnded()) {
          sayLate();
        }
        lock.notifyAll();
      }
    }
  }

  private void broadcast() {
    Broadcast broadcast = new Broadcast(options, port);
    while (server.isOpen()) {
      if (!isCaptured()) {
        broadcast.send();
      }
      LockSupport.parkNanos(Broadcast.PERIOD.toNanos());
    }
  }

  @Override
  public void started(HostRun started, Path journal) {
    synchronized (lock) {
      run = new LiveRun(started, journal, !options.isOnDemand());
      captures = 0;
      lock.notifyAll();
    }
  }

  @Override
  public void written(long bytes) {
    synchronized (lock) {
      if (run != null) {
        run.written(bytes);
      }
      if (capture != null) {
        capture.wake();
      }
    }
  }

  @Override
  public void read(DeviceRead read) {
    synchronized (lock) {
      if (run != null) {
        run.keep(read);
      }
      if (capture != null) {
        capture.add(read);
      }
    }
  }

  @Override
  public boolean isWaitedFor() {
    return options.backlog() == Backlog.WAIT && isCaptured();
  }

  @Override
  public boolean holdsBack() {
    synchronized (lock) {
      return capture != null && capture.holdsBack();
    }
  }

  /**
   * Whoever is connected gets the rest, if it takes it in time; if that was asked for, somebody is
   * waited for.
   */
  @Override
  public void ended() {
    synchronized (lock) {
      if (run != null) {
        run.end();
      }
      if (capture != null) {
        capture.wake();
      }
      if (awaitsFirst()) {
        log.accept("the program waits for Tracy to connect to port " + port);
      }
      try {
        awaitFarewell();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      run = null;
    }
    complaints.sum();
  }

  private boolean awaitsFirst() {
    return options.awaitsPeer() && captures == 0 && server.isOpen();
  }

  /**
   * The end of a program is its own: however many peers there are and whatever they do, they have
   * one farewell between them, unless the user wants the program to wait. The lock is held.
   */
  private void awaitFarewell() throws InterruptedException {
    long deadline = System.nanoTime() + options.farewell().toNanos();
    for (LiveCapture last = capture; last != null || awaitsFirst(); last = capture) {
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (last == null || options.holdsForPeers()) {
        lock.wait();
      } else if (left > 0) {
        lock.wait(left);
      } else {
        leave(last);
      }
    }
  }

  /** The capture's own thread may be anywhere, so it is not waited for. */
  private void leave(LiveCapture late) {
    capture = null;
    late.hangUp();
    sayLate();
  }

  private void sayLate() {
    log.accept(
        "Tracy was not done %.1f s after the end of the run, so its capture may lack the last of it; 'tilescope tracy convert' makes a file with all of it, and TILESCOPE_TRACY_FAREWELL=SECONDS gives Tracy longer"
            .formatted(options.farewell().toMillis() / 1e3));
  }

  /** Nobody can connect any more. A capture that goes on is not disturbed. */
  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      // Then it is closed all the more.
    }
    synchronized (lock) {
      lock.notifyAll();
    }
  }
}
