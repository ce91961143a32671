package dev.tilescope.device.kernel;

import static dev.tilescope.device.kernel.Tiles.BYTES;
import static dev.tilescope.device.kernel.Tiles.ONE_CORE;
import static dev.tilescope.device.kernel.Tiles.ORIGIN;
import static dev.tilescope.device.kernel.Tiles.filled;
import static dev.tilescope.device.kernel.Tiles.matrix;
import static dev.tilescope.device.kernel.Tiles.values;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.device.Board;
import dev.tilescope.device.Buffer;
import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.FaultPlan;
import dev.tilescope.device.KernelRun;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.Program;
import dev.tilescope.device.Work;
import dev.tilescope.device.marker.DeviceProfiling;
import dev.tilescope.device.marker.MarkerMemory;
import dev.tilescope.device.marker.MarkerOptions;
import dev.tilescope.device.marker.MarkerWords.Packet;
import dev.tilescope.device.marker.NocEvent;
import dev.tilescope.device.marker.PerfCounterType;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.device.marker.ZoneLocations;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** What kernels leave in the profiler's memory, after the assertions of TT-Metal's own tests. */
@ResourceLock("device profiling")
class KernelMarkersTest {
  private static final CoreRangeSet GRID = CoreRangeSet.grid(8, 8);
  private static final int CORES = 64;

  private MeshDevice device;

  private void open(MarkerOptions options) {
    open("n150", options);
  }

  private void open(String board, MarkerOptions options) {
    DeviceProfiling.on(new DeviceProfiling.Settings(options, null));
    device = MeshDevice.open(board);
  }

  @AfterEach
  void close() {
    DeviceProfiling.off();
    if (device != null) {
      device.close();
    }
  }

  @Test
  void theZonesOfTheGuidesExampleAreThereWithTheirPlaces() {
    open(MarkerOptions.DEFAULT);
    KernelRun run = launchCopy(Risc.BRISC, 4);
    List<Decoded> markers = Decoded.take(device);
    assertThat(on(markers, Risc.BRISC))
        .extracting(m -> m.name() + " " + m.packet())
        .containsExactly(
            "BRISC-FW ZONE_START",
            "BRISC-FW ZONE_END",
            "BRISC-KERNEL ZONE_START",
            "BRISC-KERNEL ZONE_END",
            "DATAFLOW-KERNEL ZONE_START",
            "ReadFromDRAM ZONE_START",
            "ReadFromDRAM ZONE_END",
            "WriteToDRAM ZONE_START",
            "WriteToDRAM ZONE_END",
            "DATAFLOW-KERNEL ZONE_END");
    ZoneLocations.Location place =
        ZoneLocations.of(first(markers, "ReadFromDRAM").id()).orElseThrow();
    assertThat(place.file()).isEqualTo("dev/tilescope/device/kernel/CopyKernel.java");
    assertThat(place.line()).isBetween(20, 40);
    KernelRun.Span span = run.span(ORIGIN, Risc.BRISC);
    assertThat(cycles(markers, "BRISC-KERNEL")).isEqualTo(span.cycles());
    assertThat(cycles(markers, "ReadFromDRAM") + cycles(markers, "WriteToDRAM"))
        .isBetween(span.cycles() * 9 / 10, span.cycles());
    assertThat(cycles(markers, "BRISC-FW")).isEqualTo(span.cycles() + 100 + 220);
    assertThat(markers).extracting(Decoded::program).containsOnly(run.number());
    assertThat(on(markers, Risc.TRISC_1)).extracting(Decoded::name).containsOnly("TRISC-FW");
  }

  private KernelRun launchCopy(Risc risc, int tiles) {
    TensorSpec spec = matrix(1, tiles);
    Buffer source = filled(device, spec, values(spec, 1, 9));
    Buffer destination = device.allocate(spec, "test");
    return device.launch(KernelRunTest.copy(risc, source, destination, tiles));
  }

  @Test
  void markersCostAFewCyclesAndNothingWithoutAProfiler() {
    device = MeshDevice.open("n150");
    long without = launchCopy(Risc.BRISC, 4).cycles();
    device.close();
    open(MarkerOptions.DEFAULT);
    assertThat(launchCopy(Risc.BRISC, 4).cycles()).isEqualTo(without + 3 * 2 * 10);
  }

  @Test
  void everyProgramOfALongRunIsThereIfItIsReadBetween() {
    open(new MarkerOptions(1200, false, false, false, 0));
    KernelProgram program = onAllRiscs(c -> c.riscWait(10));
    int found = 0;
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 1000; i++) {
        device.launch(program);
      }
      found += kernels(Decoded.take(device), Risc.BRISC);
    }
    assertThat(found).isEqualTo(CORES * 2000);
  }

  @Test
  void whereDramIsFullKernelsAreDroppedAndNothingFails() {
    open(MarkerOptions.DEFAULT);
    KernelProgram withCompute = onAllRiscs(c -> c.riscWait(10));
    KernelProgram without =
        KernelProgram.builder("movement")
            .dataMovement("brisc", Risc.BRISC, GRID, c -> c.riscWait(10))
            .dataMovement("ncrisc", Risc.NCRISC, GRID, c -> c.riscWait(10))
            .build();
    for (int i = 0; i < 1400; i++) {
      device.launch(i % 5 == 0 ? withCompute : without);
    }
    List<Decoded> markers = Decoded.take(device);
    assertThat(kernels(markers, Risc.BRISC)).isEqualTo(CORES * 1000);
    assertThat(kernels(markers, Risc.NCRISC)).isEqualTo(CORES * 1000);
    for (Risc risc : List.of(Risc.TRISC_0, Risc.TRISC_1, Risc.TRISC_2)) {
      assertThat(kernels(markers, risc)).isEqualTo(CORES * 200);
    }
  }

  @Test
  void cyclesThatAKernelSpendsAreThoseOfItsZone() {
    open(MarkerOptions.DEFAULT);
    device.launch(onAllRiscs(KernelMarkersTest::loop));
    List<Decoded> markers = Decoded.take(device);
    for (Risc risc : MarkerMemory.TENSIX) {
      List<Decoded> zone = on(markers, risc).filter(m -> m.name().equals("TEST-LOOP")).toList();
      assertThat(zone).hasSize(2 * CORES);
      assertThat(zone.get(1).cycles() - zone.get(0).cycles()).isEqualTo(2000 * 52 + 10);
    }
  }

  private static void loop(KernelContext context) {
    try (var _ = context.deviceZone("TEST-LOOP")) {
      for (int i = 0; i < 2000; i++) {
        context.riscWait(52);
      }
    }
  }

  @Test
  void exactly125OfMoreZonesAreKeptInEachProgram() {
    open(MarkerOptions.DEFAULT);
    KernelProgram program = onAllRiscs(KernelMarkersTest::manyZones);
    for (int i = 0; i < 23; i++) {
      device.launch(program);
    }
    List<Decoded> markers = Decoded.take(device);
    assertThat(
            markers.stream()
                .filter(m -> m.name().equals("TEST-FULL") && m.packet() == Packet.ZONE_START))
        .hasSize(CORES * 23 * 5 * 125);
    assertThat(
            markers.stream()
                .filter(m -> m.name().equals("TEST-FULL") && m.packet() == Packet.ZONE_END))
        .hasSize(CORES * 23 * 5 * 125);
  }

  private static void manyZones(KernelContext context) {
    for (int i = 0; i < 150; i++) {
      try (var _ = context.deviceZone("TEST-FULL")) {
        context.riscWait(5);
      }
    }
  }

  @Test
  void eventsAndDataAreKeptWithTheirTimes() {
    open(MarkerOptions.DEFAULT);
    KernelProgram program = onAllRiscs(KernelMarkersTest::tell);
    device.launch(program);
    device.launch(program);
    List<Decoded> markers = Decoded.take(device);
    List<Decoded> events = packets(markers, Packet.TS_EVENT);
    List<Decoded> data = packets(markers, Packet.TS_DATA);
    assertThat(events.size() + data.size()).isEqualTo(CORES * 5 * 2 * 100);
    assertThat(events.subList(0, 50)).extracting(Decoded::id).first().isEqualTo(1);
    assertThat(data.subList(0, 50)).extracting(Decoded::first).last().isEqualTo(49L << 33);
    assertThat(data.get(1).cycles() - data.get(0).cycles()).isEqualTo(10 + 14);
  }

  private static void tell(KernelContext context) {
    for (int i = 0; i < 50; i++) {
      context.deviceRecordEvent(i + 1);
      context.deviceTimestampedData("IterationData", (long) i << 33);
    }
  }

  @Test
  void theFirstChildOfAMainZoneIsKeptHoweverManyEventsThereAre() {
    open(MarkerOptions.DEFAULT);
    device.launch(
        KernelProgram.builder("main")
            .dataMovement("main", Risc.BRISC, ONE_CORE, KernelMarkersTest::mainAndChild)
            .build());
    List<Decoded> markers = Decoded.take(device);
    assertThat(packets(markers, Packet.TS_EVENT)).hasSize(246);
    assertThat(markers.stream().filter(m -> m.name().equals("KERNEL-MAIN"))).hasSize(2);
    assertThat(markers.stream().filter(m -> m.name().equals("KERNEL-INNER-LOOP"))).hasSize(2);
  }

  private static void mainAndChild(KernelContext context) {
    try (var _ = context.deviceZoneMain("KERNEL-MAIN")) {
      for (int i = 0; i < 300; i++) {
        context.deviceRecordEvent(7);
      }
      try (var _ = context.deviceZoneMainChild("KERNEL-INNER-LOOP")) {
        context.riscWait(100);
      }
    }
  }

  @Test
  void sumZonesAreKeptAsOneTotalEachIfSumsAreProfiled() {
    open(new MarkerOptions(1000, true, false, false, 0));
    device.launch(onAllRiscs(KernelMarkersTest::sums));
    List<Decoded> totals = packets(Decoded.take(device), Packet.ZONE_TOTAL);
    assertThat(totals).hasSize(2 * 5 * CORES);
    assertThat(totals.getFirst().cycles() & 0xFFFF_FFFFL).isEqualTo(20 * (30 + 10));
    assertThat(totals.get(1).cycles() & 0xFFFF_FFFFL).isEqualTo(20 * (7 + 10));
  }

  private static void sums(KernelContext context) {
    for (int i = 0; i < 20; i++) {
      try (var _ = context.deviceZoneSumN1("AccumulatedCompute")) {
        context.riscWait(30);
      }
      try (var _ = context.deviceZoneSumN2("AccumulatedRest")) {
        context.riscWait(7);
      }
    }
  }

  @Test
  void whatAComputeKernelWaitsForPagesIsASumOfItsOwn() {
    open(new MarkerOptions(1000, true, false, false, 0));
    TensorSpec spec = matrix(1, 4);
    Buffer a = filled(device, spec, values(spec, 1, 9));
    Buffer sum = device.allocate(spec, "test");
    KernelRun run = device.launch(KernelRunTest.add(a, a, sum, ONE_CORE, 4));
    Decoded waited = first(Decoded.take(device), "CB-COMPUTE-WAIT-FRONT");
    assertThat(waited.packet()).isEqualTo(Packet.ZONE_TOTAL);
    assertThat(waited.cycles() & 0xFFFF_FFFFL)
        .isBetween(4L * 358, run.span(ORIGIN, Risc.TRISC_0).cycles());
  }

  @Test
  void aRunThatIsNotValidIsNotPublished() {
    open(MarkerOptions.DEFAULT);
    device.launch(onAllRiscs(c -> c.deviceValidateProfiler(c.core().x() == 3)));
    List<Decoded> markers = Decoded.take(device);
    assertThat(markers).extracting(m -> m.core().x()).containsOnly(4);
    assertThat(kernels(markers, Risc.TRISC_2)).isEqualTo(8);
  }

  @Test
  void zonesAreClosedInOrder() {
    open(MarkerOptions.DEFAULT);
    assertThatThrownBy(() -> device.launch(onAllRiscs(c -> c.deviceZone("left open"))))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("zone \"left open\" was not closed");
    assertThatThrownBy(() ->
            device.launch(
                onAllRiscs(c -> {
                  DeviceZone outer = c.deviceZone("outer");
                  c.deviceZone("inner");
                  outer.close();
                })))
        .hasMessageContaining("zone \"outer\" is closed while zone \"inner\" is open");
    assertThatThrownBy(() -> device.launch(onAllRiscs(c -> c.deviceRecordEvent(65_536))))
        .hasMessageContaining("0..65535, got 65536");
  }

  @Test
  void aReadAndAWriteAreTracedButNoBarrier() {
    open(new MarkerOptions(1000, false, false, true, 0));
    TensorSpec spec = matrix(1, 1);
    Buffer source = filled(device, spec, values(spec, 1, 9));
    Buffer destination = device.allocate(spec, "test");
    device.launch(
        KernelProgram.builder("noc")
            .circularBuffer(0, ONE_CORE, 1, DataType.BFLOAT16)
            .dataMovement("noc", Risc.BRISC, ONE_CORE, c -> readAndWrite(c, source, destination))
            .build());
    List<Decoded> traced =
        Decoded.take(device).stream()
            .filter(m -> m.id() == ZoneLocations.NOC_EVENTS || m.name().equals("BRISC-KERNEL"))
            .toList();
    assertThat(traced).hasSize(4);
    assertThat(packets(traced, Packet.TS_DATA))
        .extracting(m -> NocEvent.of(m.first()))
        .containsExactly(
            NocEvent.of(NocEvent.Type.READ, 0, 11, 1, BYTES),
            NocEvent.of(NocEvent.Type.WRITE_, 0, 11, 1, BYTES));
  }

  private static void readAndWrite(DataMovementContext context, Buffer source, Buffer destination) {
    context.cbReserveBack(0, 1);
    context.nocAsyncReadTile(0, context.accessor(source), context.getWritePtr(0));
    context.nocAsyncReadBarrier();
    context.nocAsyncWriteTile(0, context.accessor(destination), context.getWritePtr(0));
    context.nocAsyncWriteBarrier();
  }

  @Test
  void transfersThatFillTheBufferArePushedOnTheWay() {
    open(new MarkerOptions(1000, false, false, true, 0));
    launchCopy(Risc.NCRISC, 400);
    List<Decoded> markers = Decoded.take(device);
    assertThat(packets(markers, Packet.TS_DATA)).hasSize(800);
    assertThat(markers.stream().filter(m -> m.name().equals("PROFILER-NOC-QUICK-PUSH")))
        .hasSizeBetween(2 * 6, 2 * 7);
    assertThat(markers.stream().filter(m -> m.name().equals("WriteToDRAM"))).hasSize(2);
    assertThat(on(markers, Risc.NCRISC).filter(m -> m.name().equals("NCRISC-KERNEL"))).hasSize(2);
    assertThat(markers).extracting(Decoded::program).doesNotContain(0L);
  }

  @Test
  void libraryOperationsTraceAFewOfTheirTransfers() {
    open(new MarkerOptions(1000, false, false, true, 0));
    device.launch(libraryAdd(), "key");
    List<Decoded> data = packets(Decoded.take(device), Packet.TS_DATA);
    assertThat(data).hasSize(2 * 8 * CORES);
    assertThat(data)
        .extracting(m -> NocEvent.of(m.first()).type())
        .containsOnly(NocEvent.Type.READ, NocEvent.Type.WRITE_);
    assertThat(data).allMatch(m -> NocEvent.of(m.first()).bytes() == BYTES);
  }

  @Test
  void aSlowCoreIsSlowInItsMarkersAndNoOtherIs() {
    DeviceProfiling.on(new DeviceProfiling.Settings(MarkerOptions.DEFAULT, null));
    FaultPlan slow = FaultPlan.NONE.with(FaultPlan.SlowCore.of(2, 1, 3));
    Board board = Board.named("n150");
    device = MeshDevice.open(board, DeviceOptions.DEFAULT.withFaults(slow));
    device.launch(libraryAdd(), "key");
    List<Decoded> markers = Decoded.take(device);
    CoreCoord place = board.physical(new CoreCoord(2, 1));
    long first = kernelCycles(markers, board.physical(ORIGIN));
    assertThat(kernelCycles(markers, place)).isBetween(3 * first - 300, 3 * first);
    assertThat(kernelCycles(markers, board.physical(new CoreCoord(3, 1))))
        .isBetween(first - 100, first);
  }

  private static long kernelCycles(List<Decoded> markers, CoreCoord core) {
    List<Decoded> own =
        markers.stream()
            .filter(m -> m.core().equals(core) && m.name().equals("BRISC-KERNEL"))
            .toList();
    return own.getLast().cycles() - own.getFirst().cycles();
  }

  private static Program libraryAdd() {
    long bytes = 1024L * BYTES;
    return new Program(
        "BinaryNgDeviceOperation",
        List.of(CircularBuffer.local(GRID, 2L * BYTES, BYTES)),
        2,
        3,
        new Work(16 * 8, 2 * bytes, bytes, true, true, BYTES, CORES));
  }

  @Test
  void countersFollowWhatTheEnginesDid() {
    open(new MarkerOptions(1000, false, false, false, 47));
    TensorSpec spec = matrix(8, 8);
    Buffer a = filled(device, spec, values(spec, 1, 9));
    Buffer sum = device.allocate(spec, "test");
    KernelRun run = device.launch(KernelRunTest.add(a, a, sum, GRID, 64));
    List<Decoded> counters = packets(Decoded.take(device), Packet.TS_DATA_16B);
    assertThat(counters).hasSize((3 + 14 + 22 + 16 + 59) * CORES);
    assertThat(counters)
        .allMatch(m -> m.id() == ZoneLocations.PERF_COUNTERS && m.risc() == Risc.BRISC);
    assertThat(counter(counters, PerfCounterType.FPU_COUNTER).first() & 0xFFFF_FFFFL).isEqualTo(8);
    assertThat(counter(counters, PerfCounterType.UNPACK0_BUSY_THREAD0).first() & 0xFFFF_FFFFL)
        .isEqualTo(Math.ceilDiv(2 * BYTES, 80));
    assertThat(counter(counters, PerfCounterType.SFPU_COUNTER).first() >>> 32)
        .isEqualTo(run.span(ORIGIN, Risc.TRISC_1).cycles());
  }

  @Test
  void libraryOperationsHaveCountersToo() {
    open("p150", new MarkerOptions(1000, false, false, false, 1 | 2 | 1 << 8));
    device.launch(libraryAdd(), "key");
    List<Decoded> counters = packets(Decoded.take(device), Packet.TS_DATA_16B);
    assertThat(counters).hasSize((3 + 5 + 16) * CORES);
    assertThat(counter(counters, PerfCounterType.FPU_COUNTER).first() & 0xFFFF_FFFFL)
        .isEqualTo(16 * 8);
  }

  @Test
  void dispatchCoresTellTheirCommands() {
    open(new MarkerOptions(1000, false, true, false, 0));
    KernelRun run = launchCopy(Risc.BRISC, 1);
    device.launch(libraryAdd(), "key");
    List<Decoded> markers = Decoded.take(device);
    assertThat(starts(markers, "CQ-DISPATCH")).hasSize(2 * 6);
    assertThat(starts(markers, "CQ-DISPATCH-SUBORDINATE"))
        .hasSize(2)
        .allMatch(m -> m.risc() == Risc.NCRISC);
    assertThat(starts(markers, "CQ-PREFETCH")).hasSize(2 * 5);
    assertThat(markers.stream().filter(m -> m.name().equals("runtime_host_id_dispatch")))
        .extracting(Decoded::first)
        .containsExactly(run.number() & 0xFFFF, run.number() + 1 & 0xFFFF);
    long go = first(markers, "BRISC-FW").cycles();
    assertThat(starts(markers, "CQ-DISPATCH").getFirst().cycles()).isBetween(go - 400, go);
  }

  @Test
  void whereNoTensixCoreIsLeftEthernetCoresDispatch() {
    open("n300", new MarkerOptions(1000, false, true, false, 0));
    launchCopy(Risc.BRISC, 1);
    assertThat(starts(Decoded.take(device), "CQ-DISPATCH-SUBORDINATE"))
        .singleElement()
        .matches(m -> m.risc() == Risc.ERISC);
  }

  @Test
  void everyRunLeavesTheSameMarkersRelativeToItsStart() {
    open(MarkerOptions.DEFAULT);
    TensorSpec spec = matrix(4, 4);
    Buffer a = filled(device, spec, values(spec, 1, 9));
    Buffer sum = device.allocate(spec, "test");
    KernelProgram program = KernelRunTest.add(a, a, sum, CoreRangeSet.grid(4, 4), 16);
    List<List<Long>> seen =
        Stream.generate(() -> relative(device.launch(program))).limit(10).toList();
    assertThat(seen).allMatch(seen.getFirst()::equals);
    device.close();
    DeviceProfiling.off();
    device = MeshDevice.open("n150");
    Buffer again = filled(device, spec, values(spec, 1, 9));
    Buffer result = device.allocate(spec, "test");
    assertThat(
            relative(
                device.launch(
                    KernelRunTest.add(again, again, result, CoreRangeSet.grid(4, 4), 16))))
        .as("without the profiler")
        .isEqualTo(seen.getFirst());
  }

  private static List<Long> relative(KernelRun run) {
    long start = run.spans().getFirst().startCycles();
    return run.spans().stream().map(span -> span.endCycles() - start).toList();
  }

  private static KernelProgram onAllRiscs(java.util.function.Consumer<KernelContext> code) {
    return KernelProgram.builder("everywhere")
        .dataMovement("brisc", Risc.BRISC, GRID, code::accept)
        .dataMovement("ncrisc", Risc.NCRISC, GRID, code::accept)
        .compute("trisc", GRID, code::accept)
        .build();
  }

  private static Stream<Decoded> on(List<Decoded> markers, Risc risc) {
    return markers.stream().filter(m -> m.risc() == risc);
  }

  private static List<Decoded> packets(List<Decoded> markers, Packet packet) {
    return markers.stream().filter(m -> m.packet() == packet).toList();
  }

  private static List<Decoded> starts(List<Decoded> markers, String name) {
    return packets(markers, Packet.ZONE_START).stream().filter(m -> m.name().equals(name)).toList();
  }

  private static int kernels(List<Decoded> markers, Risc risc) {
    String name = risc.zonePrefix() + "-KERNEL";
    return (int)
        on(markers, risc)
            .filter(m -> m.name().equals(name) && m.packet() == Packet.ZONE_START)
            .count();
  }

  private static Decoded first(List<Decoded> markers, String name) {
    return markers.stream().filter(m -> m.name().equals(name)).findFirst().orElseThrow();
  }

  private static Decoded counter(List<Decoded> counters, PerfCounterType type) {
    return counters.stream().filter(m -> m.second() == type.ordinal()).findFirst().orElseThrow();
  }

  private static long cycles(List<Decoded> markers, String name) {
    List<Decoded> zone = markers.stream().filter(m -> m.name().equals(name)).toList();
    return zone.get(1).cycles() - zone.get(0).cycles();
  }
}
