package dev.tilescope.tracy.live;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The other end of a connection, which may do what it likes: whatever is sent is taken within a
 * time, or it counts as gone. Used by one thread, but for {@link #wake} and {@link #hangUp}.
 */
final class Peer implements Frame.Sink, AutoCloseable {
  /** Tracy has at most 8,192 questions open. */
  private static final int MOST_QUERIES = 1 << 16;

  /** To say who it is; Tracy's own client waits as long. */
  private static final long GREETING_NANOS = 2_000_000_000L;

  private final SocketChannel channel;
  private final Selector selector;
  private final SelectionKey key;
  private final long patienceNanos;
  private final ByteBuffer in =
      ByteBuffer.allocate(Query.BYTES * 512).order(ByteOrder.LITTLE_ENDIAN);
  private final Deque<Query> queries = new ArrayDeque<>();
  private boolean hasEnded;
  private boolean isLeaving;
  private long leaveNanos;

  /**
   * @param patience how long a frame may take to be taken
   */
  Peer(SocketChannel channel, Duration patience) throws IOException {
    this.channel = channel;
    this.patienceNanos = patience.toNanos();
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    this.selector = Selector.open();
    this.key = channel.register(selector, SelectionKey.OP_READ);
  }

  /** The first bytes that the peer says. */
  ByteBuffer greeting(int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    long deadline = System.nanoTime() + Math.min(patienceNanos, GREETING_NANOS);
    while (bytes.hasRemaining()) {
      int count = channel.read(bytes);
      if (count < 0) {
        throw new EOFException("the peer left before it said who it is");
      }
      if (count == 0) {
        awaitUntil(SelectionKey.OP_READ, deadline);
      }
    }
    return bytes.flip();
  }

  @Override
  public void send(ByteBuffer bytes) throws IOException {
    long patient = System.nanoTime() + patienceNanos;
    long deadline = isLeaving && leaveNanos - patient < 0 ? leaveNanos : patient;
    while (bytes.hasRemaining()) {
      channel.write(bytes);
      if (bytes.hasRemaining()) {
        awaitUntil(SelectionKey.OP_READ | SelectionKey.OP_WRITE, deadline);
        receive();
        if (hasEnded) {
          throw new EOFException("the peer left");
        }
      }
    }
  }

  private void awaitUntil(int operations, long deadline) throws IOException {
    long left = deadline - System.nanoTime();
    if (left <= 0) {
      throw new IOException("the peer did too little in its time");
    }
    select(operations, left);
  }

  private void select(int operations, long nanos) throws IOException {
    key.interestOps(operations);
    selector.select(Math.max(1, nanos / 1_000_000));
    selector.selectedKeys().clear();
  }

  /** Returns when the peer says something, somebody wakes us, or the time is over. */
  void await(long nanos) throws IOException {
    select(SelectionKey.OP_READ, nanos);
    receive();
  }

  /** Ends {@link #await}; from any thread. */
  void wake() {
    selector.wakeup();
  }

  /** From here on the peer has so long for all that it is still to take and to say. */
  void leaveWithin(Duration farewell) {
    isLeaving = true;
    leaveNanos = System.nanoTime() + farewell.toNanos();
  }

  /** Whether it has stayed too long. */
  boolean isOverdue() {
    return isLeaving && System.nanoTime() - leaveNanos >= 0;
  }

  /** Ends the connection, and whatever waits for the peer; from any thread. */
  void hangUp() {
    try {
      channel.close();
    } catch (IOException e) {
      // Then it is closed all the more.
    }
    wake(); // or the selector would keep it half open
  }

  /** Takes what the peer has said so far. */
  void receive() throws IOException {
    while (!hasEnded) {
      int count = channel.read(in);
      if (count <= 0) {
        hasEnded = count < 0;
        return;
      }
      in.flip();
      while (in.remaining() >= Query.BYTES) {
        queries.add(new Query(in.get() & 0xFF, in.getLong(), in.getInt()));
      }
      in.compact();
      if (queries.size() > MOST_QUERIES) {
        throw new IOException("the peer has more than %,d questions".formatted(MOST_QUERIES));
      }
    }
  }

  /** How many questions are open. */
  int queries() {
    return queries.size();
  }

  @Nullable Query nextQuery() {
    return queries.poll();
  }

  /** Whether it will say nothing more. */
  boolean hasEnded() {
    return hasEnded && queries.isEmpty();
  }

  @Override
  public void close() throws IOException {
    selector.close();
    channel.close();
  }
}
