package dev.tilescope.device;

import static dev.tilescope.capture.Programs.events;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.capture.Programs;
import dev.tilescope.model.BufferPage;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.DeviceTensor;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.TraceEvent.BufferAllocate;
import dev.tilescope.model.TraceEvent.BufferDeallocate;
import dev.tilescope.model.TraceEvent.CircularBufferAllocate;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An open mesh: addresses, the life of buffers, numbers, programs. */
class MeshDeviceTest {
  private static final TensorSpec ONE_TILE_DRAM = tile(MemoryConfig.DRAM);
  private static final TensorSpec ONE_TILE_L1 = tile(MemoryConfig.L1);

  @ParameterizedTest
  @CsvSource({"n150, 1499136, 1048640", "p150, 1572864, 1048704", "galaxy, 1499136, 1048640"})
  void l1IsTakenFromTheTopAndDramFromTheBottom(String board, long l1Top, long dramBottom) {
    try (MeshDevice device = MeshDevice.open(board)) {
      assertThat(device.allocate(ONE_TILE_L1, "test").address()).isEqualTo(l1Top - 2048);
      assertThat(device.allocate(ONE_TILE_L1, "test").address()).isEqualTo(l1Top - 4096);
      assertThat(device.allocate(ONE_TILE_DRAM, "test").address()).isEqualTo(dramBottom);
      assertThat(device.allocate(ONE_TILE_DRAM, "test").address()).isEqualTo(dramBottom + 2048);
    }
  }

  @Test
  void freedMemoryIsTakenAgain() {
    try (MeshDevice device = MeshDevice.open("n150")) {
      Buffer first = device.allocate(ONE_TILE_L1, "test");
      Buffer second = device.allocate(ONE_TILE_L1, "test");
      first.deallocate();
      assertThat(device.liveBuffers()).containsExactly(second);
      assertThat(device.allocate(ONE_TILE_L1, "test").address()).isEqualTo(first.address());
    }
  }

  @Test
  void regionsAreOpenedByOptions() {
    DeviceOptions options =
        DeviceOptions.DEFAULT.withL1SmallBytes(24_576).withTraceRegionBytes(30_000_000);
    try (MeshDevice device = MeshDevice.open(Board.named("n150"), options)) {
      assertThat(device.allocate(ONE_TILE_L1, "test").address()).isEqualTo(1_474_560 - 2048);
      TensorSpec small = ONE_TILE_L1.withMemoryConfig(oneCore(BufferType.L1_SMALL));
      assertThat(device.allocate(small, "test").address()).isEqualTo(1_499_136 - 2048);
      MemoryConfig trace = new MemoryConfig(TensorMemoryLayout.INTERLEAVED, BufferType.TRACE, null);
      assertThat(device.allocate(tile(trace), "test").address()).isEqualTo(1_071_235_072);
      assertThat(device.statistics(BufferType.L1_SMALL).totalBytes()).isEqualTo(24_576);
      assertThat(device.statistics(BufferType.TRACE).totalBytes()).isEqualTo(2_506_752);
      assertThat(device.statistics(BufferType.DRAM).totalBytes()).isEqualTo(1_070_186_432);
      assertThat(device.info().l1BankBytes()).isEqualTo(1_368_896);
    }
  }

  @Test
  void withoutARegionItsBuffersDoNotFit() {
    try (MeshDevice device = MeshDevice.open("n150")) {
      TensorSpec small = ONE_TILE_L1.withMemoryConfig(oneCore(BufferType.L1_SMALL));
      assertThatThrownBy(() -> device.allocate(small, "test"))
          .isInstanceOf(OutOfMemoryException.class)
          .hasMessageEndingWith("Next: open the device with a larger l1_small_size.");
    }
  }

  @Test
  void aBufferIsFreedOnce() {
    try (MeshDevice device = MeshDevice.open("n150")) {
      Buffer buffer = device.allocate(ONE_TILE_DRAM, "an operation");
      buffer.deallocate();
      assertThat(buffer.isAllocated()).isFalse();
      String what =
          "buffer %d (2048 B of DRAM at 1048640, made by an operation) was freed"
              .formatted(buffer.uniqueId());
      assertThatThrownBy(buffer::deallocate)
          .isInstanceOf(TilescopeException.class)
          .hasMessage("double free: " + what + " before");
      assertThatThrownBy(() -> buffer.requireAllocated("input_tensor"))
          .isInstanceOf(TilescopeException.class)
          .hasMessage("input_tensor: use after free: " + what);
      assertThat(device.statistics(BufferType.DRAM).allocatedBytes()).isZero();
    }
  }

  @Test
  void aBufferOfNoBytesTakesNoMemory() {
    try (MeshDevice device = MeshDevice.open("n150");
        GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Buffer empty = device.allocate(ONE_TILE_DRAM.withShape(Shape.of(0, 32)), "test");
      assertThat(empty.address()).isZero();
      assertThat(empty.pages()).isEmpty();
      assertThat(device.statistics(BufferType.DRAM).allocatedBytes()).isZero();
      empty.deallocate();
      Report report = capture.end();
      assertThat(events(report, BufferAllocate.class)).isEmpty();
      assertThat(events(report, BufferDeallocate.class)).isEmpty();
    }
  }

  @Test
  void aClosedDeviceGivesNothingOut() {
    MeshDevice device = MeshDevice.open("n150");
    Buffer buffer = device.allocate(ONE_TILE_DRAM, "an operation");
    device.close();
    device.close();
    assertThat(device.isOpen()).isFalse();
    assertThat(device.liveBuffers()).isEmpty();
    String closed = device.label() + " is closed; ";
    assertThatThrownBy(() -> device.allocate(ONE_TILE_DRAM, "test"))
        .isInstanceOf(TilescopeException.class)
        .hasMessage(closed + "open it again with MeshDevice.open");
    assertThatThrownBy(() -> device.launch(program(), "key"))
        .isInstanceOf(TilescopeException.class)
        .hasMessage(closed + "open it again with MeshDevice.open");
    assertThatThrownBy(buffer::deallocate)
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith(closed + "buffer ")
        .hasMessageEndingWith("was given back with it");
    assertThatThrownBy(() -> buffer.requireAllocated("input_tensor"))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith("input_tensor: " + closed);
  }

  @Test
  void devicesTakeTheLowestFreeNumbers() {
    MeshDevice first = MeshDevice.open("n150");
    MeshDevice second = MeshDevice.open("n300");
    MeshDevice third = MeshDevice.open("p150");
    List<Integer> chips = second.chips().stream().map(Chip::id).toList();
    assertThat(List.of(first.id(), second.id(), third.id())).isSorted().doesNotHaveDuplicates();
    assertThat(chips).hasSize(2).doesNotContain(first.chips().getFirst().id());
    second.close();
    MeshDevice again = MeshDevice.open("n150");
    assertThat(again.id()).isEqualTo(second.id());
    assertThat(again.chips().getFirst().id()).isEqualTo(chips.getFirst());
    List.of(first, third, again).forEach(MeshDevice::close);
  }

  @Test
  void closingFromManyThreadsGivesTheNumberBackOnce() throws InterruptedException {
    for (int round = 0; round < 50; round++) {
      MeshDevice device = MeshDevice.open("n150");
      CountDownLatch start = new CountDownLatch(1);
      List<Thread> closers =
          IntStream.range(0, 4)
              .mapToObj(_ -> Thread.ofPlatform().start(() -> closeAfter(start, device)))
              .toList();
      start.countDown();
      for (Thread closer : closers) {
        closer.join();
      }
      try (MeshDevice one = MeshDevice.open("n150");
          MeshDevice two = MeshDevice.open("n150")) {
        assertThat(two.id()).isNotEqualTo(one.id());
      }
    }
  }

  private static void closeAfter(CountDownLatch start, MeshDevice device) {
    try {
      start.await();
      device.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @ParameterizedTest
  @CsvSource({"n300, 2", "t3000, 8"})
  void aMeshAnnouncesABufferOnceAndCircularBuffersOnEveryChip(String board, int chips) {
    try (MeshDevice mesh = MeshDevice.open(board)) {
      Tensor a = Programs.random(mesh, MemoryConfig.L1, 1, 3, 32, 32);
      Report report;
      Tensor sum;
      try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
        sum = Ttnn.add(a, a);
        report = capture.end();
      }
      assertThat(events(report, BufferAllocate.class))
          .filteredOn(node -> node.buffer().type() == BufferType.L1)
          .singleElement()
          .matches(node -> node.buffer().deviceId() == mesh.id());
      List<Integer> ids = mesh.chips().stream().map(Chip::id).toList();
      assertThat(ids).hasSize(chips);
      assertThat(events(report, CircularBufferAllocate.class))
          .hasSize(3 * chips)
          .extracting(CircularBufferAllocate::deviceId)
          .containsAll(ids);
      assertThat(sum.deviceTensors())
          .isEqualTo(
              ids.stream()
                  .map(id -> new DeviceTensor(id, mesh.id(), sum.buffer().address()))
                  .toList());
    }
  }

  @Test
  void aChipDescribesItselfUnderItsOwnNumber() {
    try (MeshDevice mesh = MeshDevice.open("n300")) {
      Chip chip = mesh.chips().getLast();
      assertThat(chip.info().deviceId()).isEqualTo(chip.id());
      assertThat(mesh.info().deviceId()).isEqualTo(mesh.id());
      assertThat(chip.clusterDescriptor()).isEqualTo(mesh.clusterDescriptor());
      assertThat(chip.liveBuffers()).isEmpty();
      assertThat(chip).hasToString("chip " + chip.id());
    }
  }

  @Test
  void pagesOfABufferLieInItsBanks() {
    try (MeshDevice device = MeshDevice.open("n150")) {
      Buffer buffer = device.allocate(ONE_TILE_L1.withShape(Shape.of(32, 32 * 65)), "test");
      List<BufferPage> pages = buffer.pages();
      assertThat(pages).hasSize(65);
      assertThat(pages.getFirst().pageAddress()).isEqualTo(buffer.address());
      assertThat(pages.getLast().pageAddress()).isEqualTo(buffer.address() + 2048);
      assertThat(pages.getLast().bankId()).isEqualTo(pages.getFirst().bankId());
      assertThat(buffer.maxSizePerBankBytes()).isEqualTo(4096);
    }
  }

  static Program program() {
    return new Program("TestOperation", List.of(), 2, 0, new Work(0, 0, 0, false, false, 1, 1));
  }

  private static TensorSpec tile(MemoryConfig memory) {
    return new TensorSpec(Shape.of(32, 32), DataType.BFLOAT16, Layout.TILE, memory);
  }

  private static MemoryConfig oneCore(BufferType type) {
    return MemoryConfig.sharded(
        TensorMemoryLayout.HEIGHT_SHARDED,
        type,
        new ShardSpec(CoreRangeSet.grid(1, 1), 32, 32, ShardOrientation.ROW_MAJOR));
  }
}
