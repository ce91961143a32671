package dev.tilescope.device;

import static dev.tilescope.capture.Programs.events;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
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
import dev.tilescope.model.TraceEvent.CircularBufferDeallocateAll;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the first launch of a program does, and what later ones do not. */
class ProgramCacheTest {
  private static final long DRAM_TOP = 1_073_741_824;
  private static final long L1_BASE = 105_664;

  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  @Test
  void theFirstLaunchLaysOutCircularBuffersAndLoadsBinariesAtTheTopOfDram() {
    Report report = captured(() -> device.launch(program(4096, 2048), "key"));
    assertThat(events(report, CircularBufferDeallocateAll.class)).hasSize(1);
    assertThat(events(report, CircularBufferAllocate.class))
        .extracting(CircularBufferAllocate::address)
        .containsExactly(L1_BASE, L1_BASE + 4096);
    assertThat(events(report, BufferAllocate.class))
        .singleElement()
        .matches(node -> node.buffer().sizeBytes() == 14_336)
        .matches(node -> node.buffer().pageBytes() == 2048)
        .matches(node -> node.buffer().address() == DRAM_TOP - 2048);
    assertThat(device.programCacheEntries()).isEqualTo(1);
  }

  @Test
  void laterLaunchesOnlyReleaseTheCircularBuffersOfTheProgramBefore() {
    device.launch(program(4096), "key");
    Report report = captured(() -> device.launch(program(4096), "key"));
    assertThat(events(report, CircularBufferDeallocateAll.class)).hasSize(1);
    assertThat(events(report, CircularBufferAllocate.class)).isEmpty();
    assertThat(events(report, BufferAllocate.class)).isEmpty();
  }

  @Test
  void everyProgramHasBinariesOfItsOwn() {
    device.launch(program(4096), "one");
    device.launch(program(4096), "two");
    assertThat(device.liveBuffers())
        .extracting(Buffer::address)
        .containsExactly(DRAM_TOP - 2048, DRAM_TOP - 4096);
    assertThat(device.liveBuffers())
        .extracting(Buffer::madeBy)
        .containsOnly("kernel binaries of BinaryDeviceOperation");
  }

  @Test
  void clearingGivesTheBinariesBack() {
    device.launch(program(4096), "one");
    device.launch(program(4096), "two");
    Report report = captured(device::clearProgramCache);
    assertThat(events(report, BufferDeallocate.class)).hasSize(2);
    assertThat(device.programCacheEntries()).isZero();
    assertThat(device.statistics(BufferType.DRAM).allocatedBytes()).isZero();
    Report again = captured(() -> device.launch(program(4096), "one"));
    assertThat(events(again, CircularBufferAllocate.class)).hasSize(1);
  }

  @Test
  void closingGivesTheBinariesBackToo() {
    device.launch(program(4096), "one");
    Report report = captured(device::close);
    assertThat(events(report, BufferDeallocate.class)).hasSize(1);
  }

  @Test
  void everyLaunchTakesModelledTime() {
    long once = device.launch(program(4096), "key");
    assertThat(once).isPositive();
    assertThat(device.launch(program(4096), "key")).isEqualTo(once);
    assertThat(device.modelledNanos()).isEqualTo(2 * once);
  }

  @Test
  void circularBuffersMustNotReachTheL1Buffers() {
    Buffer low = device.allocate(oneCore(32 * 680), "a large tensor");
    assertThat(low.address()).isEqualTo(106_496);
    assertThatThrownBy(() -> device.launch(program(4096), "key"))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith(
            """
            Statically allocated circular buffers in program 0 clash with L1 buffers on core range \
            [(x=0,y=0) - (x=7,y=7)]. L1 buffer allocated at 106496 and static circular buffer \
            region ends at 109760
            They overlap by 3,264 B. Next:\
            """);
    assertThat(device.programCacheEntries()).isZero();
    assertThat(device.modelledNanos()).isZero();
    low.deallocate();
    device.launch(program(4096), "key");
  }

  @Test
  void aCachedProgramIsCheckedAgainAtEveryLaunch() {
    device.launch(program(4096), "key");
    device.allocate(oneCore(32 * 680), "a large tensor");
    assertThatThrownBy(() -> device.launch(program(4096), "key"))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith("Statically allocated circular buffers in program 0 clash with");
  }

  @Test
  void circularBuffersMustFitL1() {
    assertThatThrownBy(() -> device.launch(program(1_400_000), "key"))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith(
            "Statically allocated circular buffers on core range [(x=0,y=0) - (x=7,y=7)] grow to"
                + " 1505664 B which is beyond max L1 size of 1499136 B\n");
  }

  @Test
  void aProgramStaysOnTheComputeGrid() {
    Program wide = program(CoreRangeSet.grid(9, 1), 32);
    assertThatThrownBy(() -> device.launch(wide, "key"))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith(
            "Circular buffer core range [(x=0,y=0) - (x=8,y=0)] in program 0 exceeds device compute"
                + " grid (8x8)");
  }

  @Test
  void inNoDispatchEveryLaunchAnnouncesItsCircularBuffersAtAddressZero() {
    try (GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      device.launch(program(2_000_000), "key");
      device.launch(program(2_000_000), "key");
      assertThat(events(capture.end(), CircularBufferAllocate.class))
          .hasSize(2)
          .allMatch(node -> node.address() == 0)
          .allMatch(node -> node.deviceId() == device.id());
    }
    assertThat(device.programCacheEntries()).isZero();
  }

  private static Report captured(Runnable body) {
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      body.run();
      return capture.end();
    }
  }

  private static Program program(long... circularBytes) {
    return program(CoreRangeSet.grid(8, 8), circularBytes);
  }

  private static Program program(CoreRangeSet cores, long... circularBytes) {
    List<CircularBuffer> buffers =
        Arrays.stream(circularBytes)
            .mapToObj(bytes -> CircularBuffer.local(cores, bytes, 32))
            .toList();
    return new Program(
        "BinaryDeviceOperation", buffers, 2, 3, new Work(100, 0, 0, false, false, 1, 1));
  }

  private static TensorSpec oneCore(int width) {
    MemoryConfig memory =
        MemoryConfig.sharded(
            TensorMemoryLayout.HEIGHT_SHARDED,
            BufferType.L1,
            new ShardSpec(CoreRangeSet.grid(1, 1), 32, width, ShardOrientation.ROW_MAJOR));
    return new TensorSpec(Shape.of(32, width), DataType.BFLOAT16, Layout.TILE, memory);
  }
}
