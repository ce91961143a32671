package dev.tilescope.profile.internal.markers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.marker.MarkerOptions;
import dev.tilescope.internal.io.TemporaryMount;
import dev.tilescope.internal.logs.InputProblems;
import dev.tilescope.internal.logs.LogOptions;
import dev.tilescope.internal.logs.LogProcessing;
import dev.tilescope.internal.timeline.DeviceClocks;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceLogsTest {
  private static final int RISCS = 5;
  private static final int CORES = 64;
  private static final int READS = 20;

  /** Of the groups fpu, pack, unpack, l1_0 and instrn. */
  private static final int COUNTERS = 3 + 14 + 22 + 16 + 59;

  private static final MarkerOptions ALL_COUNTERS =
      new MarkerOptions(1000, false, false, false, 47);

  /** The tensor that is added is made by a program on the first core. */
  private static final int MADE = 1;

  @TempDir private Path folder = Path.of("");
  private final List<String> warnings = new ArrayList<>();

  @Test
  void everyOperationHasFirmwareAndKernelZonesOnItsCores() throws IOException {
    profile(MarkerOptions.DEFAULT, false, device -> adds(device, 3, i -> {}));
    List<String> rows = Files.readAllLines(folder.resolve(DeviceLogs.LOG));
    assertThat(rows.getFirst())
        .isEqualTo("ARCH: wormhole_b0, CHIP_FREQ[MHz]: 1000, Max Compute Cores: 64");
    assertThat(rows.get(1)).startsWith("PCIe slot, core_x, core_y, RISC processor type, timer_id");
    assertThat(rows)
        .filteredOn(row -> row.contains(",BRISC-FW,ZONE_START"))
        .hasSize(3 * CORES + MADE)
        .allMatch(row -> row.endsWith("{\"modelled\":true}"));
    assertThat(rows)
        .filteredOn(row -> row.contains(",TRISC-KERNEL,ZONE_END"))
        .hasSize(3 * CORES * 3);
    assertThat(rows.get(2)).startsWith("0,1,1,BRISC,44141,").contains(",BRISC-FW,ZONE_START,403,");
    assertThat(warnings).isEmpty();
  }

  @Test
  void theLogsBecomeAReportWithTheModelledTimes() throws IOException {
    long[] modelled = new long[1];
    profile(
        MarkerOptions.DEFAULT,
        false,
        device -> {
          adds(device, 4, i -> {});
          modelled[0] = device.modelledNanos();
        });
    LogProcessing.Summary summary =
        LogProcessing.run(
            LogOptions.of(folder, folder.resolve("out"), "now"), new InputProblems(false));
    assertThat(summary.rows()).isEqualTo(4 + MADE);
    List<String> rows = Files.readAllLines(summary.report());
    int column = List.of(rows.getFirst().split(",")).indexOf("DEVICE KERNEL DURATION [ns]");
    long sum =
        rows.stream().skip(1).mapToLong(row -> Long.parseLong(row.split(",", -1)[column])).sum();
    assertThat(sum).isEqualTo(modelled[0]);
  }

  @Test
  void theSameProgramHasTheSameCyclesInEveryRun() throws IOException {
    profile(MarkerOptions.DEFAULT, false, device -> adds(device, 3, i -> {}));
    List<String> first = times();
    profile(MarkerOptions.DEFAULT, false, device -> adds(device, 3, i -> {}));
    assertThat(times()).isEqualTo(first).hasSizeGreaterThan(40);
  }

  @Test
  void moreOperationsThanAreSupportedAreWarnedOfAndCounted() throws IOException {
    profile(MarkerOptions.DEFAULT, false, device -> adds(device, 1500, i -> {}));
    assertThat(runsOnFirstCore()).isEqualTo(1000);
    int lost = (500 * CORES + MADE) * RISCS * 4;
    assertThat(warnings)
        .hasSize(2)
        .first()
        .asString()
        .startsWith(
            "Profiler DRAM buffers were full, markers were dropped! device 0, worker core 1, 1,"
                + " Risc BRISC,  bufferEndIndex = 12000. Please either decrease the number of ops")
        .contains("and %d more RISCs".formatted(CORES * RISCS - 1))
        .contains("%,d markers were lost".formatted(lost));
    assertThat(warnings.getLast())
        .contains("%,d device markers were lost".formatted(lost))
        .contains("Ttnn.readDeviceProfiler(device), in Python ttnn.ReadDeviceProfiler(device)");
    assertThat(DeviceClocks.in(folder).lostMarkers()).isEqualTo(lost);
  }

  @Test
  void aGreaterSupportCountLosesNone() throws IOException {
    MarkerOptions more = new MarkerOptions(5000, false, false, false, 0);
    profile(more, false, device -> adds(device, 1500, i -> {}));
    assertThat(runsOnFirstCore()).isEqualTo(1500 + MADE);
    assertThat(warnings).isEmpty();
  }

  @Test
  void dumpsInTheMiddleOfTheRunLoseNone() throws IOException {
    profile(MarkerOptions.DEFAULT, true, device -> adds(device, 1500, i -> {}));
    assertThat(runsOnFirstCore()).isEqualTo(1500 + MADE);
    assertThat(warnings).isEmpty();
  }

  @Test
  void readsEveryHundredOperationsLoseNone() throws IOException {
    DeviceLogs logs = start(MarkerOptions.DEFAULT, false);
    try (MeshDevice device = MeshDevice.open("n150")) {
      adds(
          device,
          1500,
          i -> {
            if (i % 100 == 0) {
              logs.read(device);
            }
          });
    } finally {
      logs.close();
    }
    assertThat(runsOnFirstCore()).isEqualTo(1500 + MADE);
    assertThat(warnings).isEmpty();
    assertThat(Files.readAllLines(folder.resolve(DeviceLogs.ANALYSIS))).hasSize(1 + 1500 + MADE);
  }

  @Test
  void aFolderThatCannotBeWrittenToIsSaidOnceAndHarmsNothing() throws IOException {
    Files.writeString(folder.resolve("file"), "");
    DeviceLogs logs =
        DeviceLogs.start(
            new DeviceLogs.Options(
                folder.resolve("file"),
                folder,
                MarkerOptions.DEFAULT,
                false,
                false,
                true,
                true,
                warnings::add));
    try (MeshDevice device = MeshDevice.open("n150")) {
      adds(device, 2, i -> logs.read(device));
    } finally {
      logs.close();
    }
    assertThat(warnings).hasSize(1).first().asString().contains("cannot be written to");
  }

  @Test
  void theZonesOfTheLogAreListedWithTheirPlaces() throws IOException {
    profile(MarkerOptions.DEFAULT, false, device -> adds(device, 1, i -> {}));
    assertThat(Files.readAllLines(folder.resolve(DeviceLogs.ZONES)))
        .contains("BRISC-FW,tt_metal/hw/firmware/src/tt-1xx/brisc.cc,403,KERNEL_PROFILER")
        .doesNotHaveDuplicates()
        .isSorted();
  }

  @Test
  void countersThatFillTheMemoryLeaveNoZoneOpenInTheLog() throws IOException {
    profile(ALL_COUNTERS, false, device -> relus(device, 40));
    assertThat(warnings).hasSize(2);
    List<String> rows = Files.readAllLines(folder.resolve(DeviceLogs.LOG));
    for (String zone : List.of("BRISC-FW", "BRISC-KERNEL", "PROFILER-NOC-QUICK-PUSH")) {
      assertThat(rows.stream().filter(row -> row.contains("," + zone + ",ZONE_START")).count())
          .as(zone)
          .isPositive()
          .isEqualTo(rows.stream().filter(row -> row.contains("," + zone + ",ZONE_END")).count());
    }
  }

  @Test
  void countersOfManyOperationsAreCompleteWithDumpsInTheMiddle() throws IOException {
    profile(ALL_COUNTERS, true, device -> relus(device, 40));
    assertThat(warnings).isEmpty();
    assertThat(Files.readAllLines(folder.resolve(DeviceLogs.LOG)))
        .filteredOn(row -> row.contains(",BRISC,9090,"))
        .hasSize(40 * COUNTERS);
    LogProcessing.Summary summary =
        LogProcessing.run(
            LogOptions.of(folder, folder.resolve("out"), "now"), new InputProblems(false));
    assertThat(summary.rows()).isEqualTo(40 + MADE);
  }

  @Test
  void tracesOfAnEarlierRunAreRemovedAndOtherFilesAreNot() throws IOException {
    Files.writeString(folder.resolve("noc_trace_dev0_Old_ID1024.json"), "[]");
    Files.writeString(folder.resolve("noc_trace_notes.json"), "[]");
    MarkerOptions events = new MarkerOptions(1000, false, false, true, 0);
    profile(events, false, device -> relus(device, 1));
    assertThat(folder.resolve("noc_trace_dev0_Old_ID1024.json")).doesNotExist();
    assertThat(folder.resolve("noc_trace_notes.json")).exists();
    assertThat(folder.resolve("topology.json")).exists();
  }

  private static void relus(MeshDevice device, int count) {
    try (Tensor one = Ttnn.ones(Shape.of(32, 32), DataType.BFLOAT16, Layout.TILE, device, null)) {
      for (int i = 0; i < count; i++) {
        Ttnn.relu(one).close();
      }
    }
  }

  private interface Body {
    void run(MeshDevice device);
  }

  private DeviceLogs start(MarkerOptions options, boolean midRun) {
    return DeviceLogs.start(
        new DeviceLogs.Options(folder, folder, options, false, midRun, true, true, warnings::add));
  }

  /** Nobody else can look while a program writes: so it is when the profiler waits for a core. */
  @Test
  void aProgramWritesDownItselfWhatNobodyHasLookedAtForLong() {
    profile(
        MarkerOptions.DEFAULT,
        false,
        device ->
            device
                .profiledChips()
                .getFirst()
                .markers()
                .write(() -> {
                  relus(device, 1);
                  long before = unreadRows();
                  long begin = System.nanoTime();
                  while (System.nanoTime() - begin < 10_000_000) {
                    Thread.onSpinWait();
                  }
                  relus(device, 1);
                  assertThat(unreadRows()).isGreaterThan(before);
                }));
  }

  private long unreadRows() {
    try (Stream<Path> files = Files.list(folder)) {
      long rows = 0;
      for (Path file : files.toList()) {
        boolean isUnread = file.getFileName().toString().startsWith("tilescope_unread_markers");
        rows += isUnread ? Files.readAllLines(file).size() : 0;
      }
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads after each operation, more than fits, and tells what is on the disk then. */
  static final class FillsTheDisk {
    public static void main(String[] args) throws IOException {
      Path small = Path.of(args[0]);
      DeviceLogs.Options options =
          new DeviceLogs.Options(
              small, small, MarkerOptions.DEFAULT, false, false, true, true, System.out::println);
      try (DeviceLogs logs = DeviceLogs.start(options);
          MeshDevice device = MeshDevice.open("n150")) {
        adds(device, READS, i -> logs.read(device));
      }
      String text = Files.readString(small.resolve(DeviceLogs.LOG));
      long begun = text.lines().filter(row -> row.contains(",BRISC-FW,ZONE_START")).count();
      long whole = text.lines().skip(2).filter(row -> row.split(",", -1).length == 15).count();
      System.out.println("ends in a row: " + text.endsWith("\n"));
      System.out.println("cut rows: " + (text.lines().skip(2).count() - whole));
      System.out.println("cut reads: " + (begun - MADE) % CORES);
      System.out.println("fewer than made: " + (begun < READS * CORES));
    }
  }

  @Test
  void aFullDiskCutsNoRowAndNoRead() throws Exception {
    TemporaryMount.Result result =
        TemporaryMount.java(
            folder,
            "size=1m",
            Map.of(),
            "--add-modules",
            "jdk.incubator.vector",
            FillsTheDisk.class.getName(),
            folder.toString());
    assertThat(result.said().lines())
        .contains("ends in a row: true", "cut rows: 0", "cut reads: 0", "fewer than made: true")
        .anyMatch(line -> line.contains("markers are missing") && line.contains("No space"));
    assertThat(result.exitCode()).isZero();
  }

  private void profile(MarkerOptions options, boolean midRun, Body body) {
    DeviceLogs logs = start(options, midRun);
    try (MeshDevice device = MeshDevice.open("n150")) {
      body.run(device);
    } finally {
      logs.close();
    }
  }

  private static void adds(MeshDevice device, int count, IntConsumer after) {
    try (Tensor one = Ttnn.ones(Shape.of(32, 32), DataType.BFLOAT16, Layout.TILE, device, null)) {
      for (int i = 1; i <= count; i++) {
        Ttnn.add(one, one).close();
        after.accept(i);
      }
    }
  }

  private long runsOnFirstCore() throws IOException {
    return Files.readAllLines(folder.resolve(DeviceLogs.LOG)).stream()
        .filter(row -> row.startsWith("0,1,1,") && row.contains(",BRISC-KERNEL,ZONE_START"))
        .count();
  }

  /** All rows, without the number of the program: that counts on through the process. */
  private List<String> times() throws IOException {
    return Files.readAllLines(folder.resolve(DeviceLogs.LOG)).stream()
        .map(row -> row.replaceFirst("^((?:[^,]*,){7})\\d+", "$1"))
        .toList();
  }
}
