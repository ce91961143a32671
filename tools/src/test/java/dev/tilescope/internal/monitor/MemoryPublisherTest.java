package dev.tilescope.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tilescope.analysis.DevicePeaks;
import dev.tilescope.analysis.PeakByDevice;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.Board;
import dev.tilescope.device.Buffer;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.track.TraceListener;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.internal.watch.MonitorReader;
import dev.tilescope.internal.watch.MonitorSnapshot;
import dev.tilescope.internal.watch.MonitorSnapshot.DeviceMemory;
import dev.tilescope.internal.watch.MonitorSnapshot.LiveBuffer;
import dev.tilescope.internal.watch.MonitorSnapshot.MemoryRegion;
import dev.tilescope.memory.Headline;
import dev.tilescope.model.BufferRef;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is published is what the allocators of the process say. */
class MemoryPublisherTest {
  @TempDir private Path parent;
  private Publishing publishing;

  @BeforeEach
  void publish() {
    publishing = new Publishing(parent);
  }

  @AfterEach
  void end() {
    publishing.close();
  }

  private static final DeviceOptions WITH_ALL_REGIONS =
      DeviceOptions.DEFAULT.withL1SmallBytes(32_768).withTraceRegionBytes(30_000_000);

  private static long banks(MeshDevice device, BufferType type) {
    long bankBytes = device.statistics(type).totalBytes();
    return bankBytes == 0 ? 0 : device.capacityBytes(type) / bankBytes;
  }

  private static long allocated(MeshDevice device, BufferType type) {
    return device.statistics(type).allocatedBytes() * banks(device, type);
  }

  private void assertEqualToAllocator(MeshDevice device) {
    DeviceMemory seen = publishing.device();
    for (MemoryRegion region : seen.regions()) {
      assertThat(region.usedBytes())
          .as(region.type().name())
          .isEqualTo(allocated(device, region.type()));
      assertThat(region.capacityBytes()).isEqualTo(device.capacityBytes(region.type()));
    }
  }

  @Test
  void everyMemoryIsWhatItsAllocatorSaysWhateverHappens() {
    try (MeshDevice device = MeshDevice.open(Board.named("n150"), WITH_ALL_REGIONS)) {
      Random random = new Random(7);
      List<Buffer> live = new ArrayList<>();
      for (int step = 0; step < 300; step++) {
        if (live.size() > 20 || (!live.isEmpty() && random.nextInt(3) == 0)) {
          live.remove(random.nextInt(live.size())).deallocate();
        } else {
          BufferType type = MemoryFileLayout.REGIONS.get(random.nextInt(4));
          int tiles = 1 + random.nextInt(type == BufferType.L1_SMALL ? 2 : 40);
          live.add(
              device.allocate(
                  type == BufferType.L1_SMALL || random.nextBoolean() && type == BufferType.L1
                      ? Publishing.sharded(type, tiles)
                      : Publishing.interleaved(type, tiles),
                  "step"));
        }
        if (step % 10 == 0) {
          assertEqualToAllocator(device);
        }
      }
      live.forEach(Buffer::deallocate);
      assertEqualToAllocator(device);
      assertThat(publishing.process().biggest()).isEmpty();
    }
  }

  /** Follows the allocators through a program. */
  private static final class Peaks implements TraceListener {
    final Map<BufferType, Long> bytes = new EnumMap<>(BufferType.class);

    @Override
    public void bufferAllocated(BufferRef buffer) {
      MeshDevice device = ((Buffer) buffer).device();
      bytes.merge(buffer.type(), allocated(device, buffer.type()), Math::max);
    }
  }

  @Test
  void peaksAreThoseOfTheAllocatorAndOfTheGraphReport() {
    Peaks peaks = new Peaks();
    Tracker.add(peaks);
    try (MeshDevice device = MeshDevice.open(Board.named("t3000"), WITH_ALL_REGIONS);
        GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Buffer trace = device.allocate(Publishing.interleaved(BufferType.TRACE, 100), "trace");
      try (Tensor a = Ttnn.rand(Shape.of(256, 512), DataType.BFLOAT16, device, 1);
          Tensor b = Ttnn.transpose(a, 0, 1);
          Tensor product = Ttnn.matmul(a, b)) {
        Ttnn.relu(product).close();
      }
      Buffer small = device.allocate(Publishing.sharded(BufferType.L1_SMALL, 2), "small");
      Buffer l1 = device.allocate(Publishing.interleaved(BufferType.L1, 129), "l1");
      l1.deallocate();
      small.deallocate();
      trace.deallocate();
      Report report = capture.end();

      DeviceMemory seen = publishing.device();
      assertThat(seen.chipIds()).hasSize(8);
      Map<BufferType, PeakByDevice.Peak> graph =
          PeakByDevice.of(report.trace()).devices().getFirst().buffers();
      assertThat(graph).hasSize(4);
      graph.forEach((type, peak) -> {
        assertThat(seen.region(type).peakBytes())
            .as(type.name())
            .isPositive()
            .isEqualTo(peaks.bytes.get(type))
            .isEqualTo(TraceLifecycleTest.bytesPerBank(report, peak) * banks(device, type));
      });
      assertThat(seen.region(BufferType.TRACE).usedBytes()).isZero();
    } finally {
      Tracker.remove(peaks);
    }
  }

  @Test
  void theBiggestBuffersComeWithTheirMakers() {
    try (MeshDevice device = MeshDevice.open("n150")) {
      Buffer small = device.allocate(Publishing.interleaved(BufferType.L1, 64), "ttnn::small");
      Buffer large = device.allocate(Publishing.interleaved(BufferType.DRAM, 240), "grüße");
      for (int i = 0; i < 100; i++) {
        device.allocate(Publishing.interleaved(BufferType.DRAM, 12), "tiny");
      }
      List<LiveBuffer> biggest = publishing.process().biggest();
      assertThat(biggest).hasSize(16);
      assertThat(biggest.get(0).madeBy()).isEqualTo("grüße");
      assertThat(biggest.get(0).bytes()).isEqualTo(240 * 2048).isEqualTo(large.chipBytes());
      assertThat(biggest.get(0).address()).isEqualTo(large.address());
      assertThat(biggest.get(0).type()).isEqualTo(BufferType.DRAM);
      assertThat(biggest.get(1).madeBy()).isEqualTo("ttnn::small");
      assertThat(biggest.get(1).address()).isEqualTo(small.address());
      assertThat(biggest.get(2).madeBy()).isEqualTo("tiny");
    }
  }

  @Test
  void whatIsOnlyTracedTakesNoMemoryAndWhatIsOnlySeeminglyFreedKeepsIt() {
    try (MeshDevice device = MeshDevice.open("n150")) {
      Tensor real = Ttnn.zeros(Shape.of(64, 64), device);
      try (GraphCapture _ = GraphCapture.begin(RunMode.NO_DISPATCH)) {
        Ttnn.relu(real);
        real.deallocate();
        assertEqualToAllocator(device);
        assertThat(publishing.device().region(BufferType.DRAM).buffers()).isPositive();
      }
      assertEqualToAllocator(device);
      real.deallocate();
      assertEqualToAllocator(device);
    }
  }

  @Test
  void aClosedDeviceIsGoneWithAllItHeldAndItsNumberStartsAnew() {
    MeshDevice device = MeshDevice.open("n150");
    Ttnn.relu(Ttnn.zeros(Shape.of(64, 64), device));
    assertThat(publishing.process().biggest()).isNotEmpty();
    device.close();
    assertThat(publishing.process().devices()).isEmpty();
    assertThat(publishing.process().biggest()).isEmpty();
    try (MeshDevice again = MeshDevice.open("n150")) {
      assertThat(publishing.device().regions())
          .allSatisfy(region -> assertThat(region.peakBytes()).isZero());
      Tensor _ = Ttnn.zeros(Shape.of(64, 64), again);
      assertEqualToAllocator(again);
    }
  }

  @Test
  void aDeviceThatWasOpenBeforeIsTakenOverWithItsBuffers() {
    Tracker.remove(publishing.publisher);
    try (MeshDevice device = MeshDevice.open("n150")) {
      Tensor before = Ttnn.zeros(Shape.of(64, 64), device);
      Tracker.add(publishing.publisher);
      Tensor after = Ttnn.zeros(Shape.of(64, 64), device);
      assertEqualToAllocator(device);
      before.deallocate();
      after.deallocate();
      assertEqualToAllocator(device);
    }
    assertThat(publishing.process().devices()).isEmpty();
  }

  @Test
  void aFullListDropsRowsAndKeepsTotalsRight() {
    try (MeshDevice device = MeshDevice.open("n150")) {
      List<Buffer> buffers = new ArrayList<>();
      for (int i = 0; i < MemoryFileLayout.ROWS + 500; i++) {
        buffers.add(device.allocate(Publishing.interleaved(BufferType.DRAM, 1), "many"));
      }
      assertEqualToAllocator(device);
      assertThat(publishing.process().unlistedBuffers()).isEqualTo(500);
      assertThat(publishing.device().region(BufferType.DRAM).buffers()).isEqualTo(buffers.size());
      buffers.reversed().forEach(Buffer::deallocate);
      assertEqualToAllocator(device);
      assertThat(publishing.process().unlistedBuffers()).isZero();
      assertThat(publishing.device().region(BufferType.DRAM).buffers()).isZero();
    }
  }

  @Test
  void namesWithoutEndShareOneAndLongOnesAreCut() {
    try (MeshDevice device = MeshDevice.open("n150")) {
      Buffer _ = device.allocate(Publishing.interleaved(BufferType.DRAM, 480), "ä".repeat(500));
      for (int i = 0; i < 2 * MemoryFileLayout.MAKERS; i++) {
        device.allocate(Publishing.interleaved(BufferType.DRAM, 1), "maker " + i);
      }
      Buffer _ = device.allocate(Publishing.interleaved(BufferType.DRAM, 240), "late");
      List<LiveBuffer> biggest = publishing.process().biggest();
      assertThat(biggest.get(0).madeBy()).isEqualTo("ä".repeat(62));
      assertThat(biggest.get(1).madeBy()).isEqualTo("(others)");
    }
  }

  @Test
  void moreDevicesThanThereIsRoomForAreLeftOut() {
    List<MeshDevice> devices =
        IntStream.range(0, MemoryFileLayout.DEVICES + 2)
            .mapToObj(_ -> MeshDevice.open("n150"))
            .toList();
    devices.forEach(device -> Ttnn.zeros(Shape.of(32, 32), device));
    assertThat(publishing.process().devices()).hasSize(MemoryFileLayout.DEVICES);
    devices.forEach(MeshDevice::close);
    assertThat(publishing.process().devices()).isEmpty();
  }

  /** A writer that does little else, so that a reader comes in the middle of a change often. */
  @Test
  void aReaderNeverSeesFiguresThatDoNotBelongTogether() throws InterruptedException {
    publishing.processes.starts.put(9L, Publishing.START);
    MemoryFile file = MemoryFile.create(publishing.folder, Publishing.identity(9), "Busy", 0);
    file.openDevice(
        0, new DeviceFacts(0, List.of(0), "arch", 1, 1, 1, 1, List.of(1L << 40, 0L, 0L, 0L)));
    Thread writer =
        Thread.ofPlatform()
            .start(() -> {
              for (int i = 0; i < 1_000_000; i++) {
                file.take(0, 0, 1000);
                file.take(0, 0, 1000);
                file.giveBack(0, 0, 1000);
                for (int pause = 0; pause < 4; pause++) {
                  Thread.onSpinWait();
                }
              }
            });
    long before = -1;
    while (writer.isAlive()) {
      MemoryRegion dram =
          publishing
              .reader()
              .snapshot()
              .processes()
              .getFirst()
              .devices()
              .getFirst()
              .regions()
              .getFirst();
      assertThat(dram.usedBytes()).isEqualTo(1000 * dram.buffers());
      assertThat(dram.peakBytes()).isBetween(dram.usedBytes(), dram.usedBytes() + 1000);
      assertThat(dram.peakBytes()).isGreaterThanOrEqualTo(before);
      before = dram.peakBytes();
    }
    writer.join();
    file.delete();
  }

  @Test
  void manyThreadsLeaveRightTotals() throws InterruptedException {
    try (MeshDevice device = MeshDevice.open("n150")) {
      List<Thread> threads =
          IntStream.range(0, 4)
              .mapToObj(seed -> Thread.ofPlatform().start(() -> churn(device, seed)))
              .toList();
      MonitorReader reader = publishing.reader();
      while (threads.stream().anyMatch(Thread::isAlive)) {
        MonitorSnapshot snapshot = reader.snapshot();
        assertThat(snapshot.problems()).isEmpty();
        MemoryRegion dram =
            snapshot.processes().getFirst().devices().getFirst().region(BufferType.DRAM);
        // Every buffer is of one size: figures that do not belong together would show.
        assertThat(dram.usedBytes()).isEqualTo(dram.buffers() * 12 * 2048);
        assertThat(dram.peakBytes()).isGreaterThanOrEqualTo(dram.usedBytes());
        assertThat(snapshot.processes().getFirst().biggest())
            .allSatisfy(buffer -> assertThat(buffer.madeBy()).startsWith("thread "));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertEqualToAllocator(device);
    }
  }

  private static void churn(MeshDevice device, int seed) {
    Random random = new Random(seed);
    List<Buffer> live = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      if (live.size() > 30 || (!live.isEmpty() && random.nextBoolean())) {
        live.remove(random.nextInt(live.size())).deallocate();
      } else {
        live.add(device.allocate(Publishing.interleaved(BufferType.DRAM, 12), "thread " + seed));
      }
    }
  }

  private static Headline withoutOperations(Headline headline) {
    return new Headline(
        0,
        -1,
        without(headline.l1()),
        headline.programBytes(),
        headline.core(),
        headline.headroom() == null ? null : without(headline.headroom()),
        without(headline.dram()));
  }

  private static Headline.Amount without(Headline.Amount amount) {
    return new Headline.Amount(amount.bytes(), amount.capacityBytes(), -1, 0, "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"n150", "t3000", "p150"})
  void whetherAProgramFitsIsSaidAsInItsReport(String board) {
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL);
        MeshDevice device = MeshDevice.open(Board.named(board), WITH_ALL_REGIONS)) {
      MemoryConfig l1 = MemoryConfig.L1;
      try (Tensor a = Ttnn.rand(Shape.of(256, 512), DataType.BFLOAT16, device, 1);
          Tensor b = Ttnn.transpose(a, 0, 1);
          Tensor inL1 = Ttnn.toMemoryConfig(a, l1);
          Tensor product = Ttnn.matmul(inL1, b)) {
        Ttnn.softmax(product).close();
        Ttnn.add(inL1, inL1).close();
      }
      List<Headline> said =
          DevicePeaks.of(capture.end()).headlines().stream()
              .map(MemoryPublisherTest::withoutOperations)
              .distinct()
              .toList();
      assertThat(said).anyMatch(headline -> headline.programBytes() > 0);
      assertThat(said).contains(publishing.device().peaks());
      assertThat(publishing.device().peaks().headroom()).isNotNull();
    }
  }

  @Test
  void anEventMakesNoObjects() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    try (MeshDevice device = MeshDevice.open("t3000")) {
      Buffer buffer = device.allocate(Publishing.interleaved(BufferType.DRAM, 4), "once");
      for (int i = 0; i < 20_000; i++) {
        publishing.publisher.bufferDeallocated(buffer);
        publishing.publisher.bufferAllocated(buffer);
      }
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 10_000; i++) {
        publishing.publisher.bufferDeallocated(buffer);
        publishing.publisher.bufferAllocated(buffer);
      }
      // What asking costs, and the compiler's odd object, over 20,000 events.
      assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(20_000);
    }
  }
}
