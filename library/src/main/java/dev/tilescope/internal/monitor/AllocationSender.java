package dev.tilescope.internal.monitor;

import dev.tilescope.internal.monitor.AllocationMessage.Allocated;
import dev.tilescope.internal.monitor.AllocationMessage.Device;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells an allocation server of every buffer, from a thread of its own: a server that is slow or
 * stuck costs messages, which are counted, and never time. A mesh's buffer is one message for each
 * chip. The connection is made with the first buffer, and once; without a server, or after it has
 * gone, nothing is sent.
 */
final class AllocationSender {
  private static final int QUEUE_EVENTS = 8192;
  private static final int BATCH_BYTES = 2 * MemoryFileLayout.CHIPS * AllocationMessage.BYTES;
  private static final int SEND_BUFFER_BYTES = 1 << 20;
  private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long PATIENCE_AT_END_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Path socket;
  private final long ownerId;
  private final int processId;
  private final @Nullable Consumer<String> warning;
  private final AllocationQueue queue = new AllocationQueue(QUEUE_EVENTS);
  private final ByteBuffer batch = ByteBuffer.allocate(BATCH_BYTES);
  private final Thread thread;
  private volatile boolean ended;
  private volatile boolean connected = true;

  /**
   * @param warning hears, once, that there is no server; null if nobody expects one
   */
  AllocationSender(Path socket, long ownerId, long processId, @Nullable Consumer<String> warning) {
    this.socket = socket;
    this.ownerId = ownerId;
    this.processId = (int) processId;
    this.warning = warning;
    this.thread = Thread.ofPlatform().daemon().name("tilescope-allocations").unstarted(this::run);
  }

  AllocationSender start() {
    thread.start();
    return this;
  }

  /** False if it was dropped; one producer at a time. */
  boolean offer(
      boolean isAllocation,
      DeviceFacts device,
      int region,
      long bytes,
      long address,
      long epochMillis) {
    return !connected || queue.offer(isAllocation, device, region, bytes, address, epochMillis);
  }

  long dropped() {
    return queue.dropped();
  }

  private void run() {
    awaitFirst();
    if (queue.isEmpty()) {
      return;
    }
    try (SocketChannel channel = connect()) {
      while (!ended || !queue.isEmpty()) {
        sendAll(channel);
        pauseUntilNext();
      }
    } catch (IOException _) {
      // It has gone, or was never there: the file still says everything.
    } finally {
      connected = false;
    }
  }

  private void awaitFirst() {
    while (queue.isEmpty() && !ended) {
      LockSupport.parkNanos(LONGEST_PAUSE_NANOS);
    }
  }

  private SocketChannel connect() throws IOException {
    String distrust = distrust();
    if (distrust != null) {
      warn(distrust);
      throw new IOException(distrust);
    }
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.setOption(StandardSocketOptions.SO_SNDBUF, SEND_BUFFER_BYTES);
      channel.connect(UnixDomainSocketAddress.of(socket));
      return channel;
    } catch (IOException e) {
      channel.close();
      warn(absent());
      throw e;
    }
  }

  /** Anybody can make such a file in /tmp: only this user's own server, or root's, is told. */
  private @Nullable String distrust() {
    try {
      Object uid = Files.getAttribute(socket, "unix:uid", LinkOption.NOFOLLOW_LINKS);
      return uid.equals(0) || uid.equals((int) ownerId)
          ? null
          : "the server at " + socket + " belongs to user " + uid + ", so it is not told";
    } catch (IOException | UnsupportedOperationException _) {
      return absent();
    }
  }

  private String absent() {
    return "server not available at " + socket;
  }

  private void warn(String what) {
    if (warning != null) {
      warning.accept("[TT-Metal] Warning: Allocation tracking enabled but " + what);
    }
  }

  private void sendAll(SocketChannel channel) throws IOException {
    while (queue.poll(this::putMessages) || batch.position() > 0) {
      if (queue.isEmpty() || batch.position() >= BATCH_BYTES / 2) {
        batch.flip();
        while (batch.hasRemaining()) {
          channel.write(batch);
        }
        batch.clear();
      }
    }
  }

  private void putMessages(
      boolean isAllocation,
      DeviceFacts device,
      int region,
      long bytes,
      long address,
      long epochMillis) {
    long millis = isAllocation ? epochMillis : System.currentTimeMillis();
    for (int chip : device.chipIds()) {
      new AllocationMessage(
              isAllocation ? AllocationMessage.Type.ALLOC : AllocationMessage.Type.FREE,
              chip,
              bytes,
              MemoryFileLayout.REGIONS.get(region).code(),
              processId,
              address,
              TimeUnit.MILLISECONDS.toNanos(millis),
              Allocated.NONE,
              Device.of(device))
          .putTo(batch);
    }
  }

  private void pauseUntilNext() {
    long pauseNanos = SHORTEST_PAUSE_NANOS;
    while (queue.isEmpty() && !ended) {
      LockSupport.parkNanos(pauseNanos);
      pauseNanos = Math.min(LONGEST_PAUSE_NANOS, pauseNanos * 2);
    }
  }

  /** Waits for what is still to be sent, as long as the server takes it. */
  void end() {
    ended = true;
    LockSupport.unpark(thread);
    long taken = -1;
    while (thread.isAlive() && queue.taken() != taken) {
      taken = queue.taken();
      try {
        thread.join(Duration.ofNanos(PATIENCE_AT_END_NANOS));
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
