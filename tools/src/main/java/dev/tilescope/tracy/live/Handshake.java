package dev.tilescope.tracy.live;

import dev.tilescope.profile.HostRun;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * How a connection begins. The peer speaks first.
 *
 * <pre>
 * peer   "TracyPrf", protocol version u32
 * we     status u8: 1 welcome, 2 another version, 3 not available
 * we     after 1 the welcome: nanoseconds in a tick f64, begin i64, end of begin i64, resolution u64,
 *        begin in Unix seconds u64, time of the program file u64, pid u64, sampling period i64,
 *        flags u8, architecture u8, manufacturer 12 bytes, CPU id u32, name 64 bytes, host 1024 bytes
 * we     if the flags say on demand: frames so far u64, time u64
 * </pre>
 */
final class Handshake {
  private static final int WELCOME = 1;
  static final int OTHER_VERSION = 2;
  static final int NOT_AVAILABLE = 3;

  private static final byte[] MAGIC = "TracyPrf".getBytes(StandardCharsets.US_ASCII);
  private static final int WELCOME_BYTES = 1170;
  private static final int NAME_BYTES = 64;
  private static final int HOST_BYTES = 1024;
  private static final int ON_DEMAND = 1;
  private static final int IGNORES_MEMORY_FAULTS = 2;
  private static final int TRANSFERS_CODE = 4;
  private static final long RESOLUTION_NANOS = 30;

  private Handshake() {}

  /** The version of the protocol that the peer speaks. */
  static int version(Peer peer) throws IOException {
    ByteBuffer greeting = peer.greeting(MAGIC.length + Integer.BYTES);
    byte[] magic = new byte[MAGIC.length];
    greeting.get(magic);
    if (!Arrays.equals(magic, MAGIC)) {
      throw new IOException("the peer is not Tracy: it said " + Arrays.toString(magic));
    }
    return greeting.getInt();
  }

  static void refuse(Peer peer, int status) throws IOException {
    peer.send(ByteBuffer.wrap(new byte[] {(byte) status}));
  }

  /**
   * @param fromNanos for a capture on demand: when it begins
   */
  static void welcome(Peer peer, HostRun run, LiveOptions options, long fromNanos)
      throws IOException {
    ByteBuffer out =
        ByteBuffer.allocate(1 + WELCOME_BYTES + 16)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put((byte) WELCOME);
    long seconds = run.wallClockNanos() / 1_000_000_000;
    boolean hasSources = !options.sources().isEmpty();
    out.putDouble(1).putLong(EventStream.START).putLong(EventStream.START);
    out.putLong(RESOLUTION_NANOS).putLong(seconds).putLong(hasSources ? seconds : 0);
    out.putLong(run.pid()).putLong(options.samplingNanos());
    out.put(flags(options.isOnDemand(), hasSources)).put(architecture());
    out.position(out.position() + 12 + Integer.BYTES);
    putText(out, options.program(), NAME_BYTES);
    putText(out, host(run), HOST_BYTES);
    if (options.isOnDemand()) {
      out.putLong(0).putLong(EventStream.START + fromNanos);
    }
    peer.send(out.flip());
  }

  private static byte flags(boolean isOnDemand, boolean hasSources) {
    int onDemand = isOnDemand ? ON_DEMAND : 0;
    int code = hasSources ? TRANSFERS_CODE : 0;
    return (byte) (IGNORES_MEMORY_FAULTS | onDemand | code);
  }

  private static byte architecture() {
    return switch (System.getProperty("os.arch")) {
      case "amd64", "x86_64" -> 2;
      case "aarch64" -> 4;
      default -> 0;
    };
  }

  private static String host(HostRun run) {
    return "OS: %s %s\nJava: %s\nProcessors: %d\nRun: %s\nDevice times are modelled"
        .formatted(
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            Runtime.version(),
            Runtime.getRuntime().availableProcessors(),
            run.id());
  }

  /** With at least one zero at its end. */
  private static void putText(ByteBuffer out, String text, int length) {
    int end = out.position() + length;
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.put(bytes, 0, Math.min(bytes.length, length - 1)).position(end);
  }
}
