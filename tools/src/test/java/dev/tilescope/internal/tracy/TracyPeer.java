package dev.tilescope.internal.tracy;

import dev.tilescope.internal.tracy.WireTable.Kind;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What Tracy does when it captures a program, and stricter: it fails where a build of Tracy with
 * assertions fails, and where a build without would show something wrong. It knows nothing of the
 * code that it tests. {@link PeerTrace} keeps what it hears.
 */
final class TracyPeer implements AutoCloseable {
  private static final int MOST_BYTES = 1 << 18;
  private static final int CREDIT = 64;

  /** A question that Tracy wants a name for: acknowledged without one, it never ends. */
  private static final int FIBER_NAME = 7;

  private static final Set<Kind> REPLIES =
      EnumSet.of(
          Kind.FRAME_SIZE,
          Kind.SYMBOL,
          Kind.PLACE,
          Kind.STACK_FRAME,
          Kind.ACK,
          Kind.NO_SOURCE,
          Kind.NO_SYMBOL,
          Kind.SINGLE,
          Kind.SECOND,
          Kind.SINGLE_8,
          Kind.SECOND_8,
          Kind.STRING_DATA,
          Kind.THREAD_NAME,
          Kind.PLOT_NAME,
          Kind.FRAME_NAME,
          Kind.FIBER_NAME,
          Kind.SOURCE);

  record Query(int type, long key, int extra) {}

  private final WireTable table;
  private final Socket socket;
  private final DataInputStream in;
  private final OutputStream out;
  private final PeerTrace trace = new PeerTrace(this::ask);
  private final byte[] packed = new byte[263_188];
  private final byte[] unpacked = new byte[MOST_BYTES];
  private final Queue<Query> waiting = new ArrayDeque<>();
  private final Queue<Query> asked = new ArrayDeque<>();
  private final Set<Query> ever = new HashSet<>();
  private boolean isTerminated;
  private long threadTime;
  private long serialTime;
  private long gpuTime;
  private long sampleTime;

  private TracyPeer(Socket socket, WireTable table) throws IOException {
    this.table = table;
    this.socket = socket;
    this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16));
    this.out = socket.getOutputStream();
  }

  static Socket open(int port) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(20_000);
    return socket;
  }

  static byte[] greeting(int version) {
    return ByteBuffer.allocate(12)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put("TracyPrf".getBytes(StandardCharsets.US_ASCII))
        .putInt(version)
        .array();
  }

  /** Welcomed, and ready to hear. */
  static TracyPeer connect(int port, WireTable table) throws IOException {
    TracyPeer peer = new TracyPeer(open(port), table);
    peer.out.write(greeting(table.version));
    int status = peer.in.read();
    if (status != 1) {
      throw new AssertionError("status " + status);
    }
    peer.trace.welcome(little(peer.in.readNBytes(1170)));
    if (peer.trace.isOnDemand()) {
      peer.in.readNBytes(16);
    }
    return peer;
  }

  private static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Hears everything up to the orderly end. */
  TracyTrace capture() throws IOException {
    while (!isTerminated || !asked.isEmpty() || !waiting.isEmpty()) {
      frame();
    }
    trace.requireComplete();
    send(new Query(0, 0, 0));
    if (in.read() >= 0) {
      throw new AssertionError("something follows the end");
    }
    close();
    return trace.trace();
  }

  /** Hears frames until something is true, and leaves without a word. */
  TracyTrace captureUntil(Predicate<PeerTrace> isEnough) throws IOException {
    while (!isEnough.test(trace)) {
      frame();
    }
    close();
    return trace.trace();
  }

  /** Asks what the capture itself has no question for. */
  void ask(int type, long key, int extra) {
    Query query = new Query(type, key, extra);
    if (type <= 11 && !ever.add(query)) {
      return;
    }
    waiting.add(query);
    try {
      sendWaiting();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void sendWaiting() throws IOException {
    while (asked.size() < CREDIT && !waiting.isEmpty()) {
      Query next = waiting.remove();
      asked.add(next);
      send(next);
    }
  }

  private void send(Query query) throws IOException {
    out.write(
        ByteBuffer.allocate(13)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put((byte) query.type)
            .putLong(query.key)
            .putInt(query.extra)
            .array());
  }

  private Query answered(int type) {
    Query query = asked.stream().filter(one -> one.type == type).findFirst().orElse(null);
    if (query == null) {
      throw new AssertionError("an answer to no question of type " + type);
    }
    asked.remove(query);
    return query;
  }

  /** Hears one. */
  void frame() throws IOException {
    int length = Integer.reverseBytes(in.readInt());
    if (length <= 0 || length > packed.length) {
      throw new AssertionError("a frame of " + length + " bytes");
    }
    in.readFully(packed, 0, length);
    int size = Lz4Reader.unpack(packed, length, unpacked);
    ByteBuffer events = ByteBuffer.wrap(unpacked, 0, size).order(ByteOrder.LITTLE_ENDIAN);
    while (events.hasRemaining()) {
      event(events);
    }
    sendWaiting();
  }

  private void event(ByteBuffer in) {
    int start = in.position();
    int number = in.get() & 0xFF;
    Kind kind = table.kind(number);
    if (isTerminated && !REPLIES.contains(kind)) {
      throw new AssertionError(kind + " after the end");
    }
    handle(kind, in);
    int bytes = table.bytes(number);
    if (bytes > 0 && in.position() != start + bytes) {
      throw new AssertionError(kind + " has " + (in.position() - start) + " bytes, not " + bytes);
    }
  }

  private void handle(Kind kind, ByteBuffer in) {
    switch (kind) {
      case THREAD -> {
        trace.thread(in.getInt());
        threadTime = 0;
      }
      case FIBER_ENTER ->
          trace.fiberEnter(threadAt(in.getLong()), in.getLong(), in.getInt(), in.getInt());
      case FIBER_LEAVE -> trace.fiberLeave(threadAt(in.getLong()), in.getInt());
      case ZONE_BEGIN -> trace.zoneBegin(threadAt(wide(in.getLong())), in.getLong());
      case ZONE_BEGIN_32 ->
          trace.zoneBegin(threadAt(65_536 + Integer.toUnsignedLong(in.getInt())), in.getLong());
      case ZONE_BEGIN_16 -> trace.zoneBegin(threadAt(in.getShort() & 0xFFFF), in.getLong());
      case ZONE_END -> trace.zoneEnd(threadAt(wide(in.getLong())));
      case ZONE_END_32 -> trace.zoneEnd(threadAt(65_536 + Integer.toUnsignedLong(in.getInt())));
      case ZONE_END_16 -> trace.zoneEnd(threadAt(in.getShort() & 0xFFFF));
      case ZONE_TEXT -> trace.zoneText(trace.takeSingle());
      case ZONE_NAME -> trace.zoneName(trace.takeSingle());
      case ZONE_COLOUR -> trace.zoneColour(colour(in));
      case ZONE_VALUE -> {
        long value = in.getLong();
        trace.zoneText(Long.toUnsignedString(value) + " [0x" + Long.toHexString(value) + "]");
      }
      case MESSAGE_COLOUR -> {
        trace.message(in.getLong(), trace.takeSingle(), colour(in));
        if (table == WireTable.V82 && in.get() != 0x20) {
          throw new AssertionError("a message that is not the user's");
        }
      }
      case APP_INFO -> trace.info(in.getLong(), trace.takeSingle());
      case FRAME -> trace.frame(in.getLong(), in.getLong());
      case PLOT -> {
        long name = in.getLong();
        trace.plot(name, threadAt(in.getLong()), in.getDouble());
      }
      case PLOT_CONFIG -> {
        trace.plotConfig(in.getLong());
        in.position(in.position() + 7);
      }
      case POOL -> trace.pool(in.getLong());
      case ALLOC -> {
        long at = serialAt(in.getLong());
        int by = in.getInt();
        long address = in.getLong();
        trace.allocated(
            at, by, address, Integer.toUnsignedLong(in.getInt()) | (in.getShort() & 0xFFFFL) << 32);
      }
      case FREE -> trace.freed(serialAt(in.getLong()), in.getInt(), in.getLong());
      case GPU_CONTEXT -> trace.gpuContext(in);
      case GPU_NAME -> trace.gpuName(in.get() & 0xFF, trace.takeSingle());
      case GPU_BEGIN ->
          trace.gpuBegin(
              serialAt(in.getLong()),
              in.getInt(),
              in.getShort() & 0xFFFF,
              in.get() & 0xFF,
              in.getLong());
      case GPU_END ->
          trace.gpuEnd(
              serialAt(in.getLong()), in.getInt(), in.getShort() & 0xFFFF, in.get() & 0xFF);
      case GPU_TIME -> {
        gpuTime += in.getLong();
        trace.gpuTime(gpuTime, in.getShort() & 0xFFFF, in.get() & 0xFF);
      }
      case GPU_CALIBRATION ->
          trace.gpuCalibration(in.getLong(), in.getLong(), in.getLong(), in.get() & 0xFF);
      case STACK -> {
        in.getLong();
        long[] addresses = new long[(in.getShort() & 0xFFFF) / Long.BYTES];
        Arrays.setAll(addresses, _ -> in.getLong());
        trace.stack(addresses);
      }
      case SAMPLE -> {
        if (table == WireTable.V76) {
          sampleTime += in.getLong();
          trace.sample(in.getInt(), sampleTime);
        } else {
          int of = in.getInt();
          sampleTime += wide(in.getLong());
          trace.sample(of, sampleTime);
        }
      }
      case SAMPLE_32 -> {
        int of = in.getInt();
        sampleTime += 65_536 + Integer.toUnsignedLong(in.getInt());
        trace.sample(of, sampleTime);
      }
      case SAMPLE_16 -> {
        int of = in.getInt();
        sampleTime += in.getShort() & 0xFFFF;
        trace.sample(of, sampleTime);
      }
      case SINGLE -> trace.single(text(in, longText(in)));
      case SECOND -> trace.second(text(in, longText(in)));
      case SINGLE_8 -> trace.single(text(in, in.get() & 0xFF));
      case SECOND_8 -> trace.second(text(in, in.get() & 0xFF));
      case TERMINATE -> isTerminated = true;
      case PLACE ->
          trace.place(
              answered(3).key, in.getLong(), in.getLong(), in.getLong(), in.getInt(), colour(in));
      case STRING_DATA -> trace.string(keyOf(1, in), text(in, in.getShort() & 0xFFFF));
      case THREAD_NAME -> trace.threadName(keyOf(2, in), text(in, in.getShort() & 0xFFFF));
      case PLOT_NAME -> trace.string(keyOf(4, in), text(in, in.getShort() & 0xFFFF));
      case FRAME_NAME -> trace.string(keyOf(5, in), text(in, in.getShort() & 0xFFFF));
      case FIBER_NAME -> trace.fiberName(keyOf(FIBER_NAME, in), text(in, in.getShort() & 0xFFFF));
      case FRAME_SIZE -> {
        trace.takeSingle();
        if (in.getLong() != answered(10).key || in.get() != 1) {
          throw new AssertionError("another stack frame than was asked for");
        }
      }
      case STACK_FRAME -> {
        trace.stackFrame(trace.takeSingle(), trace.takeSecond(), in.getInt());
        long symbol = in.getLong();
        in.getInt();
        ask(11, symbol, 0);
      }
      case SYMBOL -> {
        trace.takeSingle();
        in.getInt();
        if (in.getLong() != answered(11).key) {
          throw new AssertionError("another symbol than was asked for");
        }
      }
      case ACK -> {
        Query first = asked.peek();
        if (first == null || first.type >= 1 && first.type <= 5 || first.type == FIBER_NAME) {
          throw new AssertionError("nothing to acknowledge: " + first);
        }
        asked.remove();
        trace.acknowledged++;
      }
      case NO_SOURCE -> {
        trace.sources.put(Integer.toUnsignedLong(in.getInt()), "");
        answered(13);
      }
      case NO_SYMBOL -> answered(12);
      case SOURCE -> {
        long key = in.getLong();
        if (answered(13).key != key) {
          throw new AssertionError("another source than was asked for");
        }
        trace.sources.put(key, text(in, in.getInt()));
      }
    }
  }

  private long keyOf(int type, ByteBuffer in) {
    long key = in.getLong();
    Query query = answered(type);
    if (query.key != key) {
      throw new AssertionError("asked for " + query.key + ", got " + key);
    }
    return key;
  }

  private int longText(ByteBuffer in) {
    return (in.getShort() & 0xFFFF) + (table == WireTable.V82 ? 256 : 0);
  }

  private static String text(ByteBuffer in, int length) {
    byte[] bytes = new byte[length];
    in.get(bytes);
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (text.indexOf('\0') >= 0) {
      throw new AssertionError("a zero in a text");
    }
    return text;
  }

  private static int colour(ByteBuffer in) {
    return (in.get() & 0xFF) << 16 | (in.get() & 0xFF) << 8 | in.get() & 0xFF;
  }

  private long wide(long elapsed) {
    return table == WireTable.V76 || elapsed < 0 ? elapsed : elapsed + 65_536 + (1L << 32);
  }

  private long threadAt(long elapsed) {
    threadTime += elapsed;
    return threadTime;
  }

  private long serialAt(long elapsed) {
    serialTime += elapsed;
    return serialTime;
  }

  PeerTrace heard() {
    return trace;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
