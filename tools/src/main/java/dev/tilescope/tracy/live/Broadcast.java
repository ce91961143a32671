package dev.tilescope.tracy.live;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Makes the program known in the local network, for the list that Tracy shows.
 *
 * <pre>
 * Datagram --> 3 u16, port u16, protocol version u32, pid u64, seconds since the start i32 or -1, name
 * </pre>
 */
final class Broadcast {
  static final Duration PERIOD = Duration.ofSeconds(3);
  private static final int PORT = 8086;
  private static final int VERSION = 3;
  private static final int NAME_BYTES = 63;

  private final LiveOptions options;
  private final int port;
  private final long startNanos = System.nanoTime();

  Broadcast(LiveOptions options, int port) {
    this.options = options;
    this.port = port;
  }

  /** Nobody has to hear it, so what fails does not matter. */
  void send() {
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.setBroadcast(true);
      byte[] bytes = datagram((int) ((System.nanoTime() - startNanos) / 1_000_000_000));
      String all = options.bind().isLoopbackAddress() ? "127.255.255.255" : "255.255.255.255";
      socket.send(new DatagramPacket(bytes, bytes.length, InetAddress.getByName(all), PORT));
    } catch (IOException | RuntimeException e) {
      // Without a network there is nobody to be known to.
    }
  }

  byte[] datagram(int seconds) {
    byte[] name = options.program().getBytes(StandardCharsets.UTF_8);
    int length = Math.min(NAME_BYTES, name.length);
    return ByteBuffer.allocate(20 + length + 1)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putShort((short) VERSION)
        .putShort((short) port)
        .putInt(Dialect.V82.version())
        .putLong(ProcessHandle.current().pid())
        .putInt(seconds)
        .put(name, 0, length)
        .array();
  }
}
