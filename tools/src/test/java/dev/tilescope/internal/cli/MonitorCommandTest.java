package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.watch.MonitorRecording;
import dev.tilescope.internal.watch.MonitorSnapshot;
import dev.tilescope.internal.watch.MonitorSnapshot.DeviceMemory;
import dev.tilescope.internal.watch.MonitorSnapshot.LiveBuffer;
import dev.tilescope.internal.watch.MonitorSnapshot.MemoryRegion;
import dev.tilescope.internal.watch.MonitorSnapshot.ProcessMemory;
import dev.tilescope.internal.watch.SnapshotJson;
import dev.tilescope.memory.Peaks;
import dev.tilescope.model.BufferType;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MonitorCommandTest {
  private static final long GIB = 1L << 30;
  private static final long MIB = 1L << 20;

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    String[] all = Stream.concat(Stream.of("monitor"), Arrays.stream(args)).toArray(String[]::new);
    return new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err)).run(all);
  }

  private static MonitorSnapshot snapshot(long epochMillis, long dramBytes) {
    DeviceMemory device =
        new DeviceMemory(
            0,
            List.of(0, 1, 2, 5),
            "WORMHOLE_B0",
            12,
            1_499_136,
            List.of(
                new MemoryRegion(BufferType.DRAM, 12 * GIB, dramBytes, 10 * GIB, 1234),
                new MemoryRegion(BufferType.L1, 80 * MIB, 64 * MIB, 72 * MIB, 1),
                new MemoryRegion(BufferType.L1_SMALL, 0, 0, 0, 0),
                new MemoryRegion(BufferType.TRACE, 30 * MIB, 30 * MIB, 30 * MIB, 2)),
            new Peaks(MIB, MIB / 4, 65, -1, MIB / 8, -1, GIB / 2, -1).headline(0, 2 * MIB, GIB));
    LiveBuffer buffer =
        new LiveBuffer(0, BufferType.DRAM, 0x100040, 7 * MIB + MIB / 2, "evil\u001b[31m", 0);
    return new MonitorSnapshot(
        epochMillis,
        List.of(
            new ProcessMemory(
                4711, "my.Program", 0, List.of(device), List.of(buffer), 5000, 3766, 3, 2)),
        List.of("/x: passed over: it is a symbolic link"));
  }

  private static List<String> lines(boolean isColoured, boolean isEachChip, Integer... devices) {
    return new MonitorText(ZoneOffset.UTC, new Colours(isColoured), isEachChip, Set.of(devices))
        .lines(snapshot(62_000, 6 * GIB), "Refresh: 1000ms");
  }

  @Test
  void theViewHasTtMetalsLook() {
    assertThat(lines(false, false))
        .containsExactly(
            "  Tilescope Memory Monitor",
            "Time: 00:01:02 | Refresh: 1000ms | Processes: 1",
            "",
            "PID 4711  my.Program  (for 1 min 2 s, 5,000 allocations, 3,766 frees)",
            "Devices 0-2, 5 (WORMHOLE_B0), each",
            "-".repeat(70),
            "  DRAM:        6.00 GiB / 12.00 GiB   [████████████░░░░░░░░░░░░░]  50.0%  peak 10.00"
                + " GiB, 1,234 buffers",
            "  L1:         64.00 MiB / 80.00 MiB   [████████████████████░░░░░]  80.0%  peak 72.00"
                + " MiB, 1 buffer",
            "  TRACE:      30.00 MiB / 30.00 MiB   [█████████████████████████] 100.0%  peak 30.00"
                + " MiB, 2 buffers",
            "  L1 per core:   1.0 MiB (1,048,576 bytes) of 2.0 MiB, 50.0 %; 256.0 KiB of it circular"
                + " buffers on core (1, 1)",
            "  L1 headroom:   128.0 KiB (131,072 bytes) between circular buffers and the lowest"
                + " buffer",
            "  DRAM per bank: 512.0 MiB (536,870,912 bytes) of 1.0 GiB, 50.0 %",
            "  Device Info: 12 DRAM channels, 1.43 MiB L1/core",
            "  Biggest buffers",
            "       7.50 MiB  DRAM     device 0  0x00100040  for 1 min 2 s  evil\\u001b[31m",
            "  3 live buffers are in the totals but not in the list, which is full",
            "  2 messages were dropped, since the allocation server is slow",
            "/x: passed over: it is a symbolic link");
  }

  @Test
  void barsAreGreenYellowAndRed() {
    assertThat(lines(true, false))
        .anySatisfy(line -> assertThat(line).contains("DRAM: ", "\u001b[38;5;10m████"))
        .anySatisfy(line -> assertThat(line).contains("L1: ", "\u001b[38;5;11m████"))
        .anySatisfy(line -> assertThat(line).contains("TRACE: ", "\u001b[38;5;9m████"));
  }

  @Test
  void chipsAreShownOneByOneOrByChoice() {
    assertThat(lines(false, true).stream().filter(line -> line.startsWith("Device")))
        .containsExactly(
            "Device 0 (WORMHOLE_B0)",
            "Device 1 (WORMHOLE_B0)",
            "Device 2 (WORMHOLE_B0)",
            "Device 5 (WORMHOLE_B0)");
    assertThat(lines(false, false, 1, 9).stream().filter(line -> line.startsWith("Device")))
        .containsExactly("Device 1 (WORMHOLE_B0)");
    assertThat(lines(false, false, 9)).noneMatch(line -> line.contains("Biggest"));
  }

  @Test
  void sizesHaveTwoDecimalsInStepsOf1024() {
    assertThat(List.of(0L, 1023L, 1024L, 1536L, MIB, 12 * GIB, 2048L * GIB, 1L << 60))
        .extracting(MonitorText::size)
        .containsExactly(
            "0.00 B",
            "1023.00 B",
            "1.00 KiB",
            "1.50 KiB",
            "1.00 MiB",
            "12.00 GiB",
            "2.00 TiB",
            "1048576.00 TiB");
  }

  @Test
  void aTextThatIsHigherThanTheTerminalIsCutWithAWord() {
    List<String> lines = IntStream.range(0, 30).mapToObj(i -> "line " + i).toList();
    assertThat(MonitorScreen.fitting(lines, 0)).isEqualTo(lines);
    assertThat(MonitorScreen.fitting(lines, 31)).isEqualTo(lines);
    assertThat(MonitorScreen.fitting(lines, 30))
        .hasSize(29)
        .endsWith("line 27", "... and 2 more lines: enlarge the window, or choose with -d");
    assertThat(MonitorScreen.fitting(lines, 1)).hasSize(2);
  }

  @Test
  void aTimeThatJumpsHoldsUpARecordingForTenSecondsAtMost() {
    assertThat(MonitorCommand.pauseMillis(1_000, 1_020)).isEqualTo(20);
    assertThat(MonitorCommand.pauseMillis(1_000, 900)).isZero();
    assertThat(MonitorCommand.pauseMillis(1_000, 1L << 60)).isEqualTo(10_000);
    assertThat(MonitorCommand.pauseMillis(Long.MIN_VALUE, Long.MAX_VALUE)).isEqualTo(10_000);
  }

  @Test
  void aRecordingPlaysAsTextAndAsJson() throws IOException {
    Path file = folder.resolve("session.jsonl");
    try (MonitorRecording recording = MonitorRecording.create(file)) {
      recording.add(snapshot(1_000_000, GIB));
      recording.add(snapshot(1_000_020, 2 * GIB));
    }
    assertThat(run("--play", file.toString(), "--json")).as(err.toString()).isZero();
    assertThat(out.toString().lines()).containsExactlyElementsOf(Files.readAllLines(file));
    assertThat(out.toString().lines().map(line -> SnapshotJson.parse(line, "out")))
        .containsExactly(snapshot(1_000_000, GIB), snapshot(1_000_020, 2 * GIB));

    out.getBuffer().setLength(0);
    assertThat(run("--play", file.toString())).isZero();
    assertThat(out.toString())
        .contains("1.00 GiB / 12.00 GiB", "2.00 GiB / 12.00 GiB", "| Recorded |");

    out.getBuffer().setLength(0);
    assertThat(run("--play", file.toString(), "--once")).isZero();
    assertThat(out.toString())
        .contains("2.00 GiB / 12.00 GiB")
        .doesNotContain("1.00 GiB / 12.00 GiB");
  }

  @Test
  void aRecordingThatWasCutPlaysToItsLastWholeLine() throws IOException {
    Path file = folder.resolve("cut.jsonl");
    try (MonitorRecording recording = MonitorRecording.create(file)) {
      recording.add(snapshot(5, GIB));
    }
    String half = SnapshotJson.of(snapshot(6, GIB)).substring(0, 100);
    Files.writeString(file, "no json\n{\"time_ms\":-1}\n" + half, StandardOpenOption.APPEND);
    assertThat(run("--play", file.toString(), "--json")).isZero();
    assertThat(out.toString().lines()).hasSize(1);
    assertThat(err.toString().lines()).hasSize(3);
    assertThat(err.toString()).contains("line 2 is passed over", "line 4 is passed over");
  }

  @Test
  void damagedLinesBeyondTheFirstTenAreCountedInOneSentence() throws IOException {
    Path file = folder.resolve("damaged.jsonl");
    try (MonitorRecording recording = MonitorRecording.create(file)) {
      recording.add(snapshot(5, GIB));
    }
    Files.writeString(file, "no json\n".repeat(13), StandardOpenOption.APPEND);
    assertThat(run("--play", file.toString(), "--json")).isZero();
    assertThat(err.toString().lines()).hasSize(11).endsWith("3 more lines are passed over");
  }

  @Test
  void whatIsNoRecordingIsRefusedAndNoneIsReplaced() throws IOException {
    Path file = Files.writeString(folder.resolve("notes.txt"), "notes\n");
    assertThat(run("--play", file.toString())).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString()).contains("holds no snapshot of memory", "--record FILE");
    assertThat(run("--play", folder.resolve("missing").toString())).isEqualTo(ExitCode.FAILED);
    assertThat(run("--record", file.toString(), "--once")).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString()).contains("exists, and a recording replaces nothing");
    assertThat(file).hasContent("notes\n");
  }

  @Test
  void oneLookShowsWhatIsThereAndCanBeRecorded() {
    Path file = folder.resolve("new.jsonl");
    assertThat(run("--once", "--record", file.toString())).as(err.toString()).isZero();
    assertThat(out.toString()).startsWith("  Tilescope Memory Monitor\nTime: ");
    assertThat(file).content().startsWith("{\"time_ms\":").endsWith("}\n");
  }

  @Test
  void withoutProgramsItSaysHowToMakeOnePublish() {
    assertThat(
            new MonitorText(ZoneOffset.UTC, new Colours(false), false, Set.of())
                .lines(new MonitorSnapshot(0, List.of(), List.of()), "Refresh: 1000ms"))
        .anyMatch(line -> line.startsWith("No process publishes its memory."))
        .contains("  TILESCOPE_MONITOR=1 ./tilescope demo llama");
  }

  @Test
  void wrongOptionsAreRefused() {
    assertThat(run("--refresh", "0")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--refresh must be at least 10 ms, got 0");
    assertThat(run("--play", "x", "--record", "y")).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void optionsThatWouldDoNothingAreRefused() {
    assertThat(run("--play", "x", "--refresh", "50")).isEqualTo(ExitCode.USAGE);
    assertThat(run("--once", "--json", "--device", "1")).isEqualTo(ExitCode.USAGE);
    assertThat(run("--serve", "--once")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .contains("--refresh would do nothing: a recording has its own pace")
        .contains("--device would do nothing: --json tells of every chip")
        .contains("--once would do nothing: --serve shows nothing by itself");
  }
}
