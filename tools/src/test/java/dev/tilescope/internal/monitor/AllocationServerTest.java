package dev.tilescope.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.device.Buffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.watch.AllocationServer;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server against a client that knows nothing but the protocol's offsets. */
@Timeout(60)
class AllocationServerTest {
  private static final int ALLOC = 1;
  private static final int FREE = 2;
  private static final int QUERY = 3;
  private static final int RESPONSE = 4;
  private static final int DUMP_REMAINING = 5;
  private static final int DEVICE_INFO_QUERY = 6;
  private static final int DEVICE_INFO_RESPONSE = 7;
  private static final int CB_ALLOC = 8;
  private static final int KERNEL_LOAD = 10;

  @TempDir private Path parent;
  private Path socket;
  private AllocationServer server;
  private final Publishing.MadeProcesses processes = new Publishing.MadeProcesses();
  private final BlockingQueue<String> log = new LinkedBlockingQueue<>();

  @BeforeEach
  void open() {
    socket = parent.resolve("server.sock");
    processes.starts.put(100L, 1L);
    processes.starts.put(200L, 1L);
    server = AllocationServer.open(socket, processes, log::add);
  }

  @AfterEach
  void close() {
    server.close();
  }

  private SocketChannel connect() throws IOException {
    return SocketChannel.open(UnixDomainSocketAddress.of(socket));
  }

  private static ByteBuffer message(int type, int device, long size, int kind, int pid, long id) {
    return ByteBuffer.allocate(144)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(0, (byte) type)
        .putInt(4, device)
        .putLong(8, size)
        .put(16, (byte) kind)
        .putInt(20, pid)
        .putLong(24, id)
        .putLong(32, 1_700_000_000_000_000_000L);
  }

  private static void send(SocketChannel client, ByteBuffer message) throws IOException {
    while (message.hasRemaining()) {
      client.write(message);
    }
  }

  private static ByteBuffer receive(SocketChannel client) throws IOException {
    ByteBuffer answer = ByteBuffer.allocate(144).order(ByteOrder.LITTLE_ENDIAN);
    while (answer.hasRemaining()) {
      assertThat(client.read(answer)).isNotNegative();
    }
    return answer;
  }

  /** Allocated bytes of a device: DRAM, L1, L1_SMALL, TRACE, circular buffers, kernels. */
  private List<Long> query(int device) throws IOException {
    try (SocketChannel client = connect()) {
      send(client, message(QUERY, device, 0, 0, 0, 0));
      ByteBuffer answer = receive(client);
      assertThat(answer.get(0)).isEqualTo((byte) RESPONSE);
      assertThat(answer.getInt(4)).isEqualTo(device);
      List<Long> bytes = new ArrayList<>();
      for (int at = 40; at < 88; at += 8) {
        bytes.add(answer.getLong(at));
      }
      return bytes;
    }
  }

  private String logged() throws InterruptedException {
    return log.poll(30, TimeUnit.SECONDS);
  }

  @Test
  void buffersAreCountedByDeviceAndTypeUntilTheyAreFreed() throws Exception {
    try (SocketChannel client = connect()) {
      send(client, message(ALLOC, 1, 1000, 0, 100, 0x40));
      assertThat(logged())
          .isEqualTo("✓ [PID 100] Allocated 1000 bytes of DRAM on device 1 (buffer_id=0x40)");
      send(client, message(ALLOC, 1, 20, 1, 100, 0x50));
      send(client, message(ALLOC, 1, 3, 2, 100, 0x60));
      send(client, message(ALLOC, 1, 4, 3, 100, 0x70));
      send(client, message(ALLOC, 1, 5, 4, 100, 0x80));
      send(client, message(CB_ALLOC, 1, 6, 0, 100, 0x40));
      send(client, message(KERNEL_LOAD, 1, 7, 0, 100, 0x40));
      for (int i = 0; i < 6; i++) {
        assertThat(logged()).startsWith("✓ [PID 100] Allocated ");
      }
      assertThat(query(1)).containsExactly(1000L, 20L, 7L, 5L, 6L, 7L);
      assertThat(query(0)).containsOnly(0L);
      send(client, message(FREE, 1, 0, 0, 100, 0x40));
      assertThat(logged())
          .isEqualTo("✗ [PID 100] Freed buffer 0x40 on device 1 (1000 bytes, FINAL)");
      assertThat(query(1)).containsExactly(0L, 20L, 7L, 5L, 6L, 7L);
      send(client, message(FREE, 1, 0, 0, 100, 0x40));
      assertThat(logged())
          .isEqualTo(
              "⚠ [PID 100] Deallocation for unknown buffer 0x40 on device 1 (allocated before"
                  + " tracking started)");
    }
  }

  @Test
  void aBufferThatIsToldTwiceIsFreedTwiceAndProcessesAreKeptApart() throws Exception {
    try (SocketChannel client = connect()) {
      send(client, message(ALLOC, 0, 1000, 0, 100, 0x40));
      send(client, message(ALLOC, 0, 1000, 0, 100, 0x40));
      send(client, message(ALLOC, 0, 500, 0, 200, 0x40));
      send(client, message(FREE, 0, 0, 0, 100, 0x40));
      assertThat(logged()).doesNotContain("ref_count");
      assertThat(logged()).endsWith(", ref_count=2");
      assertThat(logged()).startsWith("✓ [PID 200]");
      assertThat(logged()).contains("(1000 bytes, ref_count=1 remaining)");
      assertThat(query(0).getFirst()).isEqualTo(1500);
    }
  }

  @Test
  void whatProcessesHeldThatHaveEndedIsForgotten() throws Exception {
    try (SocketChannel client = connect()) {
      send(client, message(ALLOC, 0, 3 << 20, 0, 100, 1));
      send(client, message(ALLOC, 0, 1 << 20, 1, 100, 2));
      send(client, message(ALLOC, 0, 500, 0, 200, 3));
      send(client, message(ALLOC, 0, 77, 0, -5, 4));
      for (int i = 0; i < 4; i++) {
        assertThat(logged()).startsWith("✓");
      }
    }
    processes.starts.put(100L, 2L);
    server.reap();
    assertThat(query(0)).containsExactly(500L, 0L, 0L, 0L, 0L, 0L);
    assertThat(log)
        .contains(
            "   PID 100 is dead, removing its buffers...",
            "   ✓ Removed 2 buffers (4.00 MiB) from PID 100");
  }

  @Test
  void remainingBuffersAreListedByDeviceAndType() throws Exception {
    try (SocketChannel client = connect()) {
      send(client, message(DUMP_REMAINING, 0, 0, 0, 0, 0));
      assertThat(logged()).isEqualTo("✓ No buffers remaining - perfect cleanup!");
      send(client, message(ALLOC, 3, 1 << 20, 4, 100, 0xABC));
      assertThat(logged()).startsWith("✓");
      send(client, message(DUMP_REMAINING, 0, 0, 0, 0, 0));
      assertThat(logged()).isEqualTo("Device 3:");
      assertThat(logged()).isEqualTo("  TRACE: 1 buffers, 1.00 MiB");
      assertThat(logged()).isEqualTo("    0xabc: 1048576 bytes (PID 100)");
    }
  }

  @Test
  void numbersThatCannotBeAreRefused() throws Exception {
    try (SocketChannel client = connect()) {
      send(client, message(ALLOC, 0, 10, 5, 100, 1));
      assertThat(logged()).isEqualTo("⚠ [PID 100] Invalid buffer_type 5: 0 to 4 are");
      send(client, message(ALLOC, -1, 10, 0, 100, 1));
      assertThat(logged()).contains("Invalid device -1");
      send(client, message(ALLOC, 0, -1, 0, 100, 1));
      assertThat(logged()).contains("Invalid size 18446744073709551615");
      assertThat(query(0)).containsOnly(0L);
    }
  }

  @Test
  void garbageEndsOnlyTheConnectionItCameBy() throws Exception {
    Random random = new Random(5);
    try (SocketChannel honest = connect();
        SocketChannel halfMessage = connect()) {
      send(honest, message(ALLOC, 0, 10, 0, 100, 1));
      assertThat(logged()).startsWith("✓");
      send(halfMessage, ByteBuffer.allocate(143));
      for (int round = 0; round < 20; round++) {
        try (SocketChannel hostile = connect()) {
          byte[] noise = new byte[1000];
          random.nextBytes(noise);
          noise[0] = (byte) 0xFF;
          send(hostile, ByteBuffer.wrap(noise));
          assertThat(hostile.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        } catch (IOException e) {
          assertThat(e).hasMessageMatching("(?i).*(broken pipe|connection reset).*");
        }
        assertThat(logged()).contains("no message of version 3");
      }
      assertThat(query(0).getFirst()).isEqualTo(10);
    }
  }

  @Test
  void aClientThatNeverReadsKeepsNobodyWaiting() throws Exception {
    try (SocketChannel deaf = connect()) {
      deaf.configureBlocking(false);
      ByteBuffer question = message(QUERY, 0, 0, 0, 0, 0);
      int refusedInARow = 0;
      while (refusedInARow < 10_000) {
        refusedInARow = deaf.write(question.rewind()) == 0 ? refusedInARow + 1 : 0;
      }
      assertThat(query(0)).containsOnly(0L);
    }
  }

  @Test
  void theSocketIsForTheUserAloneAndGoneAfterwards() throws IOException {
    assertThat(Files.getPosixFilePermissions(socket))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(parent).isDirectoryNotContaining(file -> !file.equals(socket));
    server.close();
    assertThat(socket).doesNotExist();
  }

  @Test
  void aSecondServerIsRefusedAndALeftoverReplaced() throws IOException {
    assertThatThrownBy(() -> AllocationServer.open(socket, processes, log::add))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("a server listens here already");
    assertThat(query(0)).containsOnly(0L);

    Path leftover = parent.resolve("leftover");
    try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      dead.bind(UnixDomainSocketAddress.of(leftover));
    }
    AllocationServer.open(leftover, processes, log::add).close();

    Path precious = Files.writeString(parent.resolve("precious"), "text");
    assertThatThrownBy(() -> AllocationServer.open(precious, processes, log::add))
        .hasMessageContaining("is not a socket");
    assertThat(precious).hasContent("text");
  }

  private MemoryPublisher publisher(List<String> warnings, Path to) {
    MonitorFolder folder = Publishing.folder(parent);
    MemoryFile file = MemoryFile.create(folder, Publishing.identity(100), "Program", 0);
    return new MemoryPublisher(
        file, new AllocationSender(to, folder.ownerId(), 100, warnings::add).start());
  }

  @Test
  void aProgramTellsTheServerOfEachChipsBuffers() throws Exception {
    List<String> warnings = new ArrayList<>();
    MemoryPublisher publisher = publisher(warnings, socket);
    try (MeshDevice device = MeshDevice.open("n300")) {
      publisher.deviceOpened(device);
      Buffer kept = device.allocate(Publishing.interleaved(BufferType.DRAM, 12), "kept");
      Buffer freed = device.allocate(Publishing.interleaved(BufferType.L1, 64), "freed");
      publisher.bufferAllocated(kept);
      publisher.bufferAllocated(freed);
      publisher.bufferDeallocated(freed);
      for (int i = 0; i < 6; i++) {
        assertThat(logged()).startsWith(i < 4 ? "✓" : "✗").contains("[PID 100]");
      }
      for (int chip : device.chipIds()) {
        assertThat(query(chip)).containsExactly(kept.chipBytes(), 0L, 0L, 0L, 0L, 0L);
        assertDeviceIsKnown(device, chip);
      }
      publisher.deviceClosing(device);
    }
    publisher.end();
    assertThat(logged()).startsWith("✗");
    assertThat(logged()).startsWith("✗");
    assertThat(query(0)).containsOnly(0L);
    assertThat(warnings).isEmpty();
  }

  private void assertDeviceIsKnown(MeshDevice device, int chip) throws IOException {
    try (SocketChannel client = connect()) {
      send(client, message(DEVICE_INFO_QUERY, chip, 0, 0, 0, 0));
      ByteBuffer answer = receive(client);
      assertThat(answer.get(0)).isEqualTo((byte) DEVICE_INFO_RESPONSE);
      assertThat(answer.getLong(88)).isEqualTo(device.capacityBytes(BufferType.DRAM));
      assertThat(answer.getLong(96)).isEqualTo(device.capacityBytes(BufferType.L1));
      assertThat(answer.getInt(104)).as("Wormhole").isEqualTo(2);
      assertThat(answer.getInt(108)).isEqualTo(12);
      assertThat(answer.getInt(116)).isEqualTo((int) device.info().workerL1Bytes());
      assertThat(answer.getInt(120)).isEqualTo(1);
      assertThat(answer.getInt(124)).isEqualTo(2);
      send(client, message(DEVICE_INFO_QUERY, -1, 0, 0, 0, 0));
      assertThat(receive(client).getInt(124)).isEqualTo(2);
    }
  }

  @Test
  void withoutAServerTheProgramIsWarnedOnceAndGoesOn() throws Exception {
    BlockingQueue<String> warnings = new LinkedBlockingQueue<>();
    MonitorFolder folder = Publishing.folder(parent);
    Path nowhere = parent.resolve("nowhere.sock");
    AllocationSender sender =
        new AllocationSender(nowhere, folder.ownerId(), 100, warnings::add).start();
    MemoryPublisher publisher =
        new MemoryPublisher(
            MemoryFile.create(folder, Publishing.identity(100), "Program", 0), sender);
    try (MeshDevice device = MeshDevice.open("n150")) {
      publisher.deviceOpened(device);
      Buffer buffer = device.allocate(Publishing.interleaved(BufferType.DRAM, 12), "x");
      publisher.bufferAllocated(buffer);
      assertThat(warnings.poll(30, TimeUnit.SECONDS))
          .isEqualTo(
              "[TT-Metal] Warning: Allocation tracking enabled but server not available at "
                  + nowhere);
      for (int i = 0; i < 20_000; i++) {
        publisher.bufferDeallocated(buffer);
        publisher.bufferAllocated(buffer);
      }
    }
    publisher.end();
    assertThat(warnings).isEmpty();
  }

  @Test
  void aServerOfAnotherUserIsNotTold() throws Exception {
    BlockingQueue<String> warnings = new LinkedBlockingQueue<>();
    long user = MonitorFolder.userId();
    if (user == 0) {
      Files.setAttribute(socket, "unix:uid", 12_345);
    }
    AllocationSender sender =
        new AllocationSender(socket, user == 0 ? 0 : user + 1, 100, warnings::add).start();
    DeviceFacts facts =
        new DeviceFacts(0, List.of(0), "wormhole_b0", 12, 1, 1, 1, List.of(1L, 1L, 1L, 1L));
    sender.offer(true, facts, 0, 1, 1, 1);
    assertThat(warnings.poll(30, TimeUnit.SECONDS)).contains("belongs to user", "is not told");
    sender.end();
    assertThat(log).isEmpty();
  }

  @Test
  void aServerThatNeverReadsCostsMessagesAndNoTime() throws Exception {
    Path stuck = parent.resolve("stuck.sock");
    try (ServerSocketChannel never = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      never.bind(UnixDomainSocketAddress.of(stuck));
      AllocationSender sender =
          new AllocationSender(stuck, MonitorFolder.userId(), 100, null).start();
      DeviceFacts facts =
          new DeviceFacts(0, List.of(0, 1), "wormhole_b0", 12, 1, 1, 1, List.of(1L, 1L, 1L, 1L));
      long begun = System.nanoTime();
      int offered = 0;
      while (sender.dropped() < 100_000) {
        sender.offer(true, facts, 0, 1, offered++, 1);
      }
      assertThat(System.nanoTime() - begun).isLessThan(TimeUnit.SECONDS.toNanos(20));
      begun = System.nanoTime();
      sender.end();
      assertThat(System.nanoTime() - begun).isLessThan(TimeUnit.SECONDS.toNanos(5));
    }
  }
}
