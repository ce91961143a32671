package dev.tilescope.internal.watch;

import dev.tilescope.internal.io.FileKind;
import dev.tilescope.internal.io.PrivateFolder;
import dev.tilescope.internal.monitor.AllocationMessage;
import dev.tilescope.internal.monitor.AllocationMessage.Allocated;
import dev.tilescope.internal.monitor.AllocationMessage.Device;
import dev.tilescope.internal.monitor.AllocationSocket;
import dev.tilescope.internal.monitor.MonitorFolder;
import dev.tilescope.internal.monitor.Processes;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A server of TT-Metal's allocation protocol: programs tell it of buffers, monitors ask it for
 * totals. Only this user can connect.
 *
 * <p>Each client has a thread of its own, so one that sends half a message, or never reads its
 * answers, keeps nobody waiting but itself. Bytes that begin with no type of the protocol end the
 * connection: there is no way to find the next message after them.
 */
public final class AllocationServer implements AutoCloseable {
  private static final int BACKLOG = 128;
  private static final int MAX_CLIENTS = 1024;
  private static final Duration REAP_PERIOD = Duration.ofSeconds(3);
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMillis(100);

  private final Path socket;
  private final ServerSocketChannel listener;
  private final AllocationTable table;
  private final Consumer<String> log;
  private final Set<SocketChannel> clients = ConcurrentHashMap.newKeySet();
  private final CountDownLatch closed = new CountDownLatch(1);

  private AllocationServer(
      Path socket, ServerSocketChannel listener, AllocationTable table, Consumer<String> log) {
    this.socket = socket;
    this.listener = listener;
    this.table = table;
    this.log = log;
  }

  /**
   * Starts to serve.
   *
   * @param log takes a line for each event, from several threads
   */
  public static AllocationServer open(Map<String, String> environment, Consumer<String> log) {
    AllocationServer server =
        open(AllocationSocket.ofEnvironment(environment), Processes.ofSystem(), log);
    Thread.ofVirtual().start(server::reapForEver);
    return server;
  }

  /** Without a thread that looks for processes that have ended. */
  public static AllocationServer open(Path socket, Processes processes, Consumer<String> log) {
    try {
      requireNoServer(socket);
      AllocationServer server =
          new AllocationServer(socket, listen(socket), new AllocationTable(processes), log);
      Thread.ofVirtual().start(server::acceptForEver);
      return server;
    } catch (IOException e) {
      throw new TilescopeException(
          socket
              + ": no server can listen here: "
              + e
              + "; name another socket with "
              + AllocationSocket.VARIABLE,
          e);
    }
  }

  private static void requireNoServer(Path socket) throws IOException {
    if (!Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    String fault = PrivateFolder.fault(socket, FileKind.SOCKET, MonitorFolder.userId(), 0777);
    if (fault != null) {
      throw new IOException("it " + fault);
    }
    try (SocketChannel _ = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      throw new TilescopeException(
          socket
              + ": a server listens here already; stop it, or name another socket with "
              + AllocationSocket.VARIABLE);
    } catch (IOException _) {
      // A leftover of a server that was killed: it is replaced.
    }
  }

  /** The socket appears under its name only when nobody else can connect. */
  private static ServerSocketChannel listen(Path socket) throws IOException {
    Path folder =
        Files.createTempDirectory(
            socket.toAbsolutePath().getParent(), ".ts", PrivateFolder.folderAttributes(socket));
    Path made = folder.resolve("s");
    ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      listener.bind(UnixDomainSocketAddress.of(made), BACKLOG);
      Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-------"));
      Files.move(made, socket, StandardCopyOption.ATOMIC_MOVE);
      return listener;
    } catch (IOException | RuntimeException e) {
      listener.close();
      throw e;
    } finally {
      Files.deleteIfExists(made);
      Files.delete(folder);
    }
  }

  public Path socket() {
    return socket;
  }

  private void acceptForEver() {
    while (listener.isOpen()) {
      try {
        SocketChannel client = listener.accept();
        if (clients.size() >= MAX_CLIENTS) {
          log.accept("⚠ A client was refused: there are %d already".formatted(MAX_CLIENTS));
          client.close();
        } else {
          clients.add(client);
          Thread.ofVirtual().start(() -> serve(client));
        }
      } catch (IOException e) {
        pauseAfter(e);
      }
    }
  }

  /** Out of file descriptors, say: that passes. */
  private void pauseAfter(IOException failure) {
    if (listener.isOpen()) {
      log.accept("⚠ A client could not be accepted: " + failure.getMessage());
      await(PAUSE_AFTER_FAILURE);
    }
  }

  private void reapForEver() {
    while (!await(REAP_PERIOD)) {
      reap();
    }
  }

  private boolean await(Duration duration) {
    try {
      return closed.await(duration.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      return true;
    }
  }

  /** Forgets what processes held that have ended. */
  public void reap() {
    table.reap().forEach(log);
  }

  private void serve(SocketChannel client) {
    ByteBuffer bytes = ByteBuffer.allocate(64 * AllocationMessage.BYTES);
    try (client) {
      while (client.read(bytes) >= 0) {
        bytes.flip();
        while (bytes.remaining() >= AllocationMessage.BYTES) {
          AllocationMessage message = AllocationMessage.takeFrom(bytes);
          if (message == null) {
            log.accept("⚠ A client sent what is no message of version 3, and was disconnected");
            return;
          }
          handle(message, client);
        }
        bytes.compact();
      }
    } catch (IOException _) {
      // It has gone; what it told stays until its process ends.
    } finally {
      clients.remove(client);
    }
  }

  private void handle(AllocationMessage message, SocketChannel client) throws IOException {
    switch (message.type()) {
      case ALLOC, CB_ALLOC, KERNEL_LOAD -> log.accept(table.allocate(message));
      case FREE, CB_FREE, KERNEL_UNLOAD -> log.accept(table.free(message));
      case QUERY ->
          answer(
              client,
              AllocationMessage.Type.RESPONSE,
              message.deviceId(),
              table.allocated(message.deviceId()),
              Device.UNKNOWN);
      case DEVICE_INFO_QUERY ->
          answer(
              client,
              AllocationMessage.Type.DEVICE_INFO_RESPONSE,
              message.deviceId(),
              Allocated.NONE,
              table.device(message.deviceId()));
      case DUMP_REMAINING -> table.remaining().forEach(log);
      case DUMP_KERNELS -> table.kernels().forEach(log);
      case RESPONSE, DEVICE_INFO_RESPONSE -> {}
    }
  }

  private static void answer(
      SocketChannel client,
      AllocationMessage.Type type,
      int deviceId,
      Allocated allocated,
      Device device)
      throws IOException {
    long epochNanos = TimeUnit.MILLISECONDS.toNanos(InstantSource.system().millis());
    ByteBuffer bytes = ByteBuffer.allocate(AllocationMessage.BYTES);
    AllocationMessage.answer(type, deviceId, allocated, device, epochNanos).putTo(bytes);
    bytes.flip();
    while (bytes.hasRemaining()) {
      client.write(bytes);
    }
  }

  /** Returns when the server has been closed. */
  public void awaitClose() throws InterruptedException {
    closed.await();
  }

  /** Logs what is still held, and removes the socket. */
  @Override
  public void close() {
    if (closed.getCount() == 0) {
      return;
    }
    closed.countDown();
    try {
      Files.deleteIfExists(socket);
      listener.close();
      for (SocketChannel client : clients) {
        client.close();
      }
    } catch (IOException e) {
      log.accept("⚠ " + socket + ": " + e.getMessage());
    }
    table.remaining().forEach(log);
    if (table.refused() > 0) {
      log.accept("⚠ %d messages were refused".formatted(table.refused()));
    }
  }
}
