package dev.tilescope.internal.tracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.logs.InputProblems;
import dev.tilescope.internal.timeline.BoardLogs;
import dev.tilescope.internal.tracy.TracyTrace.Allocation;
import dev.tilescope.internal.tracy.TracyTrace.Context;
import dev.tilescope.internal.tracy.TracyTrace.Message;
import dev.tilescope.internal.tracy.TracyTrace.Point;
import dev.tilescope.internal.tracy.TracyTrace.Row;
import dev.tilescope.internal.tracy.TracyTrace.Zone;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.profile.DeviceProfilerOptions;
import dev.tilescope.profile.HostRun;
import dev.tilescope.profile.HostThread;
import dev.tilescope.profile.HostThread.Kind;
import dev.tilescope.profile.JournalFormat;
import dev.tilescope.profile.MadeJournal;
import dev.tilescope.profile.Profiler;
import dev.tilescope.profile.ProfilerOptions;
import dev.tilescope.profile.ProfilerZone;
import dev.tilescope.profile.Signpost;
import dev.tilescope.profile.SourceSite;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files are written from journals and read back by a reader that knows nothing of the writer. */
class TracyFileTest {
  private static final HostRun RUN = new HostRun("run-1", 1_700_000_000_123_456_789L, 5, 77, false);
  private static final SourceSite SITE =
      new SourceSite(3, "my zone", "Model.forward", "com/acme/Model.java", 42);
  private static final SourceSite PLOT = new SourceSite(4, "loss", "", "", 0);

  @TempDir private Path folder = Path.of("");

  private final InputProblems problems = new InputProblems(false);

  private Path logs() {
    return folder.resolve(".logs");
  }

  private MadeJournal journal(String... threads) throws IOException {
    MadeJournal journal = MadeJournal.in(logs(), RUN);
    for (int i = 0; i < threads.length; i++) {
      journal.thread(new HostThread(i + 1, threads[i], Kind.PLATFORM));
    }
    return journal;
  }

  private TracyTrace written() throws IOException {
    return written(TracyFile.Options.DEFAULT);
  }

  private TracyTrace written(TracyFile.Options options) throws IOException {
    Path file = folder.resolve("out").resolve("x.tracy");
    TracyFile.write(folder, file, options, problems);
    try (Stream<Path> files = Files.list(file.resolveSibling(""))) {
      assertThat(files).as("nothing temporary is left").containsExactly(file);
    }
    return TracyReader.read(file);
  }

  @Test
  void aMillionZonesOfEightThreadsAreReadBackWithEveryField() throws IOException {
    MadeZones made = new MadeZones(1_000_000, 8);
    try (MadeJournal journal = MadeJournal.in(logs(), RUN)) {
      made.writeTo(journal);
    }
    TracyTrace trace = written();
    List<Row> threads = trace.threads().stream().filter(row -> !row.zones().isEmpty()).toList();
    assertThat(threads).hasSize(8).filteredOn(Row::isFiber).hasSize(4);
    for (Row thread : threads) {
      List<Zone> expected = made.zones(thread.name());
      assertThat(thread.zones().size()).isEqualTo(expected.size());
      assertThat(thread.zones().equals(expected)).as(thread.name()).isTrue();
    }
    assertThat(problems.count()).isZero();
  }

  @Test
  void theRunItsClockAndItsVersionAreInTheHeader() throws IOException {
    try (MadeJournal journal = journal("main")) {
      journal.ended(1000);
    }
    TracyTrace trace = written();
    assertThat(trace.version()).isEqualTo("0.13.1");
    assertThat(trace.pid()).isEqualTo(77);
    assertThat(trace.seconds()).isEqualTo(1_700_000_000);
    assertThat(trace.lastNanos()).isEqualTo(1000);
    assertThat(trace.hostInfo()).contains("run-1", "modelled");
    assertThat(trace.threads()).extracting(Row::name).containsExactly("main");
    assertThat(written(new TracyFile.Options(TracyVersion.V0_14_0, true)))
        .returns("0.14.0", TracyTrace::version);
  }

  @Test
  void textsOfAnyCharactersArriveAndAZeroIsShownAsASign() throws IOException {
    String hostile = "a\nb\r\"',;\t\u0001\u202e😀 \ufeff";
    try (MadeJournal journal = journal("main \u0000 thread")) {
      journal.begin(1, 10, SITE);
      journal.text(hostile);
      journal.text("");
      journal.value(-5);
      journal.name("zero \u0000");
      journal.colour(0x112233);
      journal.message(1, 11, "x".repeat(100_000) + hostile, 0x445566);
      journal.end(1, 20);
    }
    TracyTrace trace = written();
    Row thread = trace.threads().getFirst();
    assertThat(thread.name()).isEqualTo("main ␀ thread");
    assertThat(thread.zones())
        .containsExactly(
            new Zone(
                0,
                "my zone",
                "Model.forward",
                "com/acme/Model.java",
                42,
                10,
                20,
                hostile + "\n\n-5 [0xfffffffffffffffb]",
                "zero ␀",
                0x332211));
    assertThat(thread.messages())
        .containsExactly(new Message(11, "x".repeat(100_000) + hostile, 0x665544));
  }

  @Test
  void zonesOfEqualTimesLastANanosecondAndStayNested() throws IOException {
    try (MadeJournal journal = journal("main")) {
      journal.begin(1, 5, SITE);
      journal.begin(1, 5, SITE);
      journal.end(1, 5);
      journal.end(1, 5);
      journal.begin(1, 5, SITE);
      journal.end(1, 9);
    }
    assertThat(written().threads().getFirst().zones())
        .extracting(zone -> List.of((long) zone.depth(), zone.begin(), zone.end()))
        .containsExactly(List.of(0L, 5L, 6L), List.of(1L, 5L, 6L), List.of(0L, 6L, 9L));
  }

  @Test
  void messagesFramesAndPlotsOfManyThreadsAreInOrderOfTime() throws IOException {
    try (MadeJournal journal = journal("one", "two")) {
      for (int i = 0; i < 3; i++) {
        journal.message(1, 10 + 20 * i, "one " + i, 0xFFFFFF);
        journal.plot(1, 10 + 20 * i, PLOT, i);
      }
      journal.frame(1, 50, "");
      journal.plot(1, 51, PLOT, Double.NaN);
      journal.frame(1, 55, "step");
      for (int i = 0; i < 3; i++) {
        journal.message(2, 20 + 20 * i, "two " + i, 0xFFFFFF);
        journal.plot(2, 20 + 20 * i, PLOT, -i);
      }
      journal.frame(2, 60, "");
    }
    TracyTrace trace = written();
    assertThat(trace.messages())
        .extracting(Message::text)
        .containsExactly("one 0", "two 0", "one 1", "two 1", "one 2", "two 2");
    assertThat(trace.threads().getLast().messages()).hasSize(3);
    assertThat(trace.plots().get("loss"))
        .containsExactly(
            new Point(10, 0),
            new Point(20, 0),
            new Point(30, 1),
            new Point(40, -1),
            new Point(50, 2),
            new Point(60, -2));
    assertThat(trace.frames())
        .isEqualTo(Map.of("Frame", List.of(0L, 50L, 60L), "step", List.of(55L)));
  }

  @Test
  void moreMessagesThanMemoryHoldsAreSortedAllTheSame() throws IOException {
    int count = 200_000;
    try (MadeJournal journal = journal("one", "two")) {
      for (int i = 0; i < count; i++) {
        int thread = i / 1000 % 2 + 1;
        journal.message(thread, 1000L * (i / 2000) + i % 1000, "m" + i % 7, i & 0xFFFFFF);
      }
    }
    TracyTrace trace = written();
    assertThat(trace.messages()).hasSize(count);
    assertThat(trace.threads()).allMatch(thread -> thread.messages().size() == count / 2);
  }

  @Test
  void allocationsAreJoinedWithTheirEnds() throws IOException {
    int dram = 0;
    int l1 = 1;
    try (MadeJournal journal = journal("one", "two")) {
      journal.free(2, 40, dram, 0x1000); // before its allocation in the journal, not in time
      journal.allocate(1, 10, dram, 0x1000, 64);
      journal.allocate(1, 20, dram, 0x2000, 32);
      journal.allocate(1, 30, l1, 0x1000, 16);
      journal.free(1, 30, l1, 0x1000);
      journal.free(1, 31, l1, 0x9999);
      journal.allocate(1, 50, dram, 0x2000, 8);
    }
    TracyTrace trace = written();
    assertThat(trace.pools().get("Device 0 DRAM").allocations())
        .containsExactly(
            new Allocation(0x1000, 64, 10, 40, 1, 2),
            new Allocation(0x2000, 32, 20, 50, 1, 1),
            new Allocation(0x2000, 8, 50, -1, 1, 0));
    assertThat(trace.pools().get("Device 0 DRAM").bytesInUse()).isEqualTo(8);
    assertThat(trace.pools().get("Device 0 L1").allocations())
        .containsExactly(new Allocation(0x1000, 16, 30, 31, 1, 1));
  }

  @Test
  void threadsOfTheJvmLossesAndTimesThatCannotBeAreTaken() throws IOException {
    try (MadeJournal journal = journal("main")) {
      journal.thread(new HostThread(2, "JVM GC", Kind.JVM));
      journal.jvmZone(2, "G1 Young", "pause", -50, 70);
      journal.jvmZone(2, "G1 Young", "pause", 1L << 60, 70);
      journal.begin(1, 100, SITE);
      journal.end(1, 130);
      journal.lost(1, 1234);
      journal.threadEnd(1);
    }
    TracyTrace trace = written();
    assertThat(trace.threads().getLast().zones())
        .extracting(Zone::name, Zone::begin, Zone::text)
        .containsExactly(
            tuple("G1 Young", 0L, "pause"), tuple("G1 Young", Payload.LAST_NANOS, "pause"));
    assertThat(trace.messages())
        .extracting(Message::text)
        .containsExactly("1,234 events of this thread were lost so far");
  }

  @Test
  void zonesDeeperThanTracyReadsAreLeftOutAndCounted() throws IOException {
    int depth = ZoneTimeline.MOST_DEPTH + 10;
    try (MadeJournal journal = journal("main")) {
      for (int i = 0; i < depth; i++) {
        journal.begin(1, i, SITE);
        journal.text("of " + i);
      }
      for (int i = 0; i < depth; i++) {
        journal.end(1, depth + i);
      }
    }
    List<Zone> zones = written().threads().getFirst().zones();
    assertThat(zones).hasSize(ZoneTimeline.MOST_DEPTH);
    assertThat(zones.getLast().text()).isEqualTo("of " + (ZoneTimeline.MOST_DEPTH - 1));
    assertThat(problems.first()).singleElement().asString().contains("10 zones, nested too deep");
  }

  @Test
  void placesBeyondTheLimitShareOneAndKeepTheirNames() throws IOException {
    int places = SourceLocations.MOST + 5;
    try (MadeJournal journal = journal("main")) {
      for (int i = 0; i < places; i++) {
        journal.begin(1, 10L * i, new SourceSite(i, "zone " + i, "f", "F.java", i));
        journal.end(1, 10L * i + 5);
      }
    }
    List<Zone> zones = written().threads().getFirst().zones();
    for (int i = 0; i < places; i++) {
      Zone zone = zones.get(i);
      assertThat(zone.ownName() == null ? zone.name() : zone.ownName()).isEqualTo("zone " + i);
    }
  }

  @Test
  void threadsBeyondTheLimitAreLeftOutAndCounted() throws IOException {
    int count = Contents.MOST_HOST_THREADS + 7;
    try (MadeJournal journal = journal()) {
      for (int i = 1; i <= count; i++) {
        journal.thread(new HostThread(i, "virtual #" + i, Kind.VIRTUAL));
        journal.begin(i, i, SITE);
        journal.end(i, i + 5);
        journal.threadEnd(i);
      }
    }
    List<Row> threads = written().threads().stream().filter(Row::isFiber).toList();
    assertThat(threads).hasSize(Contents.MOST_HOST_THREADS);
    assertThat(threads).allMatch(thread -> thread.zones().size() == 1);
    assertThat(threads.get(9).name()).isEqualTo("virtual #10");
    assertThat(problems.first()).singleElement().asString().contains("7 threads are not in");
  }

  @Test
  void aRunOfNothingMakesAFileOfNothing() throws IOException {
    try (MadeJournal journal = journal()) {
      journal.ended(0);
    }
    TracyTrace trace = written();
    assertThat(trace.threads()).isEmpty();
    assertThat(trace.frames()).isEqualTo(Map.of("Frame", List.of(0L)));
  }

  @Test
  void aJournalThatEndsAnywhereAfterItsFirstBlockStillMakesAFile() throws IOException {
    Path file = JournalFormat.in(logs());
    int firstBlockEnd;
    try (MadeJournal journal = journal("main")) {
      journal.flush();
      firstBlockEnd = (int) Files.size(file);
      new MadeZones(20_000, 1).writeZonesTo(journal);
    }
    byte[] whole = Files.readAllBytes(file);
    for (int length = firstBlockEnd; length < whole.length; length += whole.length / 7) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThat(written().threads().size()).isLessThanOrEqualTo(1);
    }
    assertThat(problems.first()).first().asString().contains(file.toString(), "byte ");
  }

  @Test
  void aJournalWithoutAWholeBlockAndDevicesMakesNone() throws IOException {
    try (MadeJournal journal = journal("main")) {
      new MadeZones(20_000, 1).writeZonesTo(journal);
    }
    Path file = JournalFormat.in(logs());
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 8));
    assertThatThrownBy(this::written)
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("nothing of the run is left");
  }

  @Test
  void aFolderWithoutARunIsRefusedAndAnOlderFileKept() throws IOException {
    Path target = Files.writeString(folder.resolve("x.tracy"), "older");
    assertThatThrownBy(() -> TracyFile.write(folder, target, problems))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("there is no tilescope_host_events.bin");
    assertThat(target).hasContent("older");
  }

  @Test
  void theLogOfABoardHasMeasuredDevicesWhoseClocksAreTheirOwn() throws IOException {
    BoardLogs.write(logs());
    TracyTrace trace = written();
    assertThat(trace.hostInfo()).contains("board", "Device times: measured");
    assertThat(trace.contexts())
        .extracting(Context::name, Context::isCalibrated)
        .containsExactly(
            tuple("Device 0 (own clock)", false), tuple("Device 1 (own clock)", false));
    Row riscs = trace.contexts().getFirst().lanes().getFirst();
    assertThat(riscs.name()).isEqualTo("Core 1,1 BRISC");
    assertThat(riscs.zones())
        .extracting(Zone::name, Zone::begin, Zone::end)
        .containsExactly(tuple("BRISC-FW", 0L, 2_000L), tuple("BRISC-FW", 10_000L, 12_000L));
    assertThat(trace.contexts().getFirst().lanes().getLast().zones())
        .extracting(Zone::name)
        .containsExactly("Matmul", "operation");
    assertThat(problems.first()).singleElement().asString().contains("is not aligned");
    assertThatThrownBy(() -> written(new TracyFile.Options(TracyVersion.V0_13_1, false)))
        .hasMessageContaining("without devices nothing is left of " + folder);
  }

  @Test
  void theHostOfABoardIsThreadsOnTheClockThatItsDevicesWereAlignedWith() throws IOException {
    BoardLogs.write(logs());
    BoardLogs.writeHost(
        logs(),
        "CompileProgram||7009100|200|31|id:1024",
        "TT_DNN_DEVICE_OP|id:1024|7009000|900|31|");
    BoardLogs.writeSync(logs(), "1,1.0,0");
    TracyTrace trace = written();
    assertThat(trace.contexts())
        .extracting(Context::name, Context::isCalibrated)
        .containsExactly(tuple("Device 0", true), tuple("Device 1", true));
    assertThat(trace.contexts().getFirst().lanes().getFirst().zones().getFirst().begin())
        .isEqualTo(7_009_980);
    assertThat(problems.first()).isEmpty();
    TracyTrace hostOnly = written(new TracyFile.Options(TracyVersion.V0_13_1, false));
    assertThat(hostOnly.contexts()).isEmpty();
    assertThat(hostOnly.threads()).isEqualTo(trace.threads());
    Row thread = trace.threads().getFirst();
    assertThat(thread.name()).isEqualTo("Thread 31");
    assertThat(thread.zones())
        .extracting(Zone::name, Zone::depth, Zone::begin, Zone::end, Zone::text)
        .containsExactly(
            tuple("Matmul", 0, 7_009_000L, 7_009_900L, "TT_DNN_DEVICE_OP id:1024"),
            tuple("CompileProgram", 1, 7_009_100L, 7_009_300L, null));
  }

  @Test
  void aRealRunHasItsOperationsSignpostsMemoryAndEveryRiscOfItsDevice() throws IOException {
    record();
    TracyTrace trace = written();
    Row main =
        trace.threads().stream()
            .filter(row ->
                row.zones().stream().anyMatch(zone -> zone.name().equals("zone of a Tracy file")))
            .findFirst()
            .orElseThrow();
    assertThat(main.zones())
        .filteredOn(zone -> zone.name().equals("zone of a Tracy file"))
        .singleElement()
        .satisfies(zone -> assertThat(zone.text()).isEqualTo("with text\n42 [0x2a]"))
        .satisfies(zone -> assertThat(zone.file()).endsWith("TracyFileTest.java"));
    assertThat(trace.messages()).anyMatch(m -> m.text().contains("TT_SIGNPOST: Warmup"));
    assertThat(trace.messages()).anyMatch(m -> m.text().contains("TT_DNN_DEVICE_OP"));
    assertThat(trace.pools()).containsKey("Device 0 DRAM");
    TracyTrace.Context device = trace.contexts().getFirst();
    assertThat(device.name()).isEqualTo("Device 0 (modelled)");
    assertThat(device.isCalibrated()).isTrue();
    assertThat(device.lanes()).anyMatch(lane -> lane.name().matches("Core \\d+,\\d+ BRISC"));
    assertThat(device.lanes().stream().flatMap(lane -> lane.zones().stream()))
        .filteredOn(zone -> zone.name().equals("TRISC-KERNEL"))
        .hasSize(2 * 64 * 3);
    assertThat(device.lanes())
        .filteredOn(lane -> lane.name().equals("Programs"))
        .singleElement()
        .satisfies(lane ->
            assertThat(lane.zones())
                .filteredOn(zone -> zone.name().equals("BinaryNgDeviceOperation"))
                .hasSize(2));
    assertThat(written(new TracyFile.Options(TracyVersion.V0_13_1, false)).contexts()).isEmpty();
  }

  private void record() {
    Profiler.start(
        ProfilerOptions.DEFAULT
            .withFolder(folder)
            .withMemoryProfiler(true)
            .withDevice(
                DeviceProfilerOptions.fromEnvironment(
                    Map.of("TT_METAL_DEVICE_PROFILER", "1", "TT_METAL_PROFILER_SYNC", "1"))));
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor one = Ttnn.ones(Shape.of(32, 32), DataType.BFLOAT16, Layout.TILE, device, null)) {
      Signpost.mark("Warmup", "like this");
      try (ProfilerZone zone = Profiler.zone("zone of a Tracy file")) {
        zone.text("with text").value(42);
        Ttnn.add(one, one).close();
        Ttnn.add(one, one).close();
      }
    } finally {
      Profiler.stop();
    }
  }
}
