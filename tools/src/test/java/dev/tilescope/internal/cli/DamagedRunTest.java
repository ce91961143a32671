package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.capture.Programs;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.profile.DeviceProfilerOptions;
import dev.tilescope.profile.Profiler;
import dev.tilescope.profile.ProfilerOptions;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A profiled run of which one file is damaged: what the others hold is still shown. */
class DamagedRunTest {
  private static final List<String> FORMATS = List.of("chrome", "perfetto", "svg");

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(Object... words) {
    err.getBuffer().setLength(0);
    out.getBuffer().setLength(0);
    return new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err))
        .run(Arrays.stream(words).map(Object::toString).toArray(String[]::new));
  }

  private Path log(String name) {
    return folder.resolve(".logs").resolve(name);
  }

  private Path journal() {
    return log("tilescope_host_events.bin");
  }

  @BeforeEach
  void profile() {
    profile(Map.of());
  }

  private void profile(Map<String, String> more) {
    Map<String, String> environment = new HashMap<>(more);
    environment.put("TT_METAL_DEVICE_PROFILER", "1");
    Profiler.start(
        ProfilerOptions.DEFAULT
            .withFolder(folder)
            .withJvmEvents(false)
            .withDevice(DeviceProfilerOptions.fromEnvironment(environment)));
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor tensor = Programs.random(device, MemoryConfig.DRAM, 32, 32)) {
      for (int i = 0; i < 40; i++) {
        Ttnn.exp(tensor).close();
      }
    } finally {
      Profiler.stop();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "[]", "", "null", "{\"clocks\":[{\"device\":\"x\"}]}", "\0\1"})
  void aDamagedFileOfClocksCostsTheirAlignmentAlone(String content) throws IOException {
    Files.writeString(log("device_clocks.json"), content);
    for (String format : FORMATS) {
      assertThat(run("timeline", "-f", format, folder)).as(err.toString()).isZero();
      assertThat(err.toString())
          .contains("the clock of device 0 is not aligned", "begins at 0", "device_clocks.json");
    }
    assertThat(folder.resolve("timeline.json"))
        .content()
        .contains("Device 0 (modelled, own clock)");
    assertThat(run("tracy", "convert", folder)).as(err.toString()).isZero();
    assertThat(err.toString()).contains("device_clocks.json");
    assertThat(run("profile", "--process-logs-only", folder)).as(err.toString()).isZero();
    assertThat(out.toString()).contains("41 rows, 41 with device times");
    assertThat(err.toString()).contains("whether device markers were lost is not known");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 8, 30})
  void aJournalWithoutAWholeFirstBlockLeavesWhatTheDevicesDid(int bytes) throws IOException {
    Files.write(journal(), Arrays.copyOf(Files.readAllBytes(journal()), bytes));
    requireDevicesAreShown();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 9, 20})
  void aFlippedByteAtTheBeginningOfTheJournalDoesTheSame(int at) throws IOException {
    byte[] content = Files.readAllBytes(journal());
    content[at] ^= 0x10;
    Files.write(journal(), content);
    requireDevicesAreShown();
  }

  private void requireDevicesAreShown() throws IOException {
    for (String format : FORMATS) {
      assertThat(run("timeline", "-f", format, folder)).as(err.toString()).isZero();
      assertThat(err.toString())
          .contains(journal().toString(), "only what the devices did is shown");
    }
    try (Stream<Path> made = Files.list(folder)) {
      assertThat(made.filter(Files::isRegularFile)).hasSize(3).allMatch(DamagedRunTest::isLarge);
    }
    assertThat(folder.resolve("timeline.json"))
        .content()
        .contains("TRISC_2", "\"name\":\"BRISC-FW\"");
    Path tracy = folder.resolve("run.tracy");
    assertThat(run("tracy", "convert", folder, "-o", tracy)).as(err.toString()).isZero();
    assertThat(tracy.toFile().length()).isGreaterThan(500);
    assertThat(run("tracy", "convert", folder, "-o", tracy, "--no-device")).isEqualTo(1);
    assertThat(err.toString()).contains("without devices nothing is left");
    assertThat(run("profile", "--process-logs-only", folder)).as(err.toString()).isZero();
    assertThat(out.toString()).contains("41 rows, 41 with device times");
  }

  private static boolean isLarge(Path file) {
    return file.toFile().length() > 1000;
  }

  @Test
  void nothingLeftIsAnErrorAndNoFile() throws IOException {
    Files.write(journal(), Arrays.copyOf(Files.readAllBytes(journal()), 8));
    Files.delete(log("profile_log_device.csv"));
    for (String format : FORMATS) {
      assertThat(run("timeline", "-f", format, folder)).isEqualTo(ExitCode.FAILED);
      assertThat(err.toString()).contains("nothing of the run is left");
    }
    try (Stream<Path> made = Files.list(folder)) {
      assertThat(made.filter(Files::isRegularFile)).isEmpty();
    }
  }

  @Test
  void operationsWithoutDeviceTimesAreCountedOnce() {
    // All counters fill a RISC's memory long before its programs have run.
    profile(Map.of("TT_METAL_PROFILE_PERF_COUNTERS", "47"));
    assertThat(run("profile", "--process-logs-only", folder)).as(err.toString()).isZero();
    Matcher rows = Pattern.compile("41 rows, (\\d+) with device times").matcher(out.toString());
    assertThat(rows.find()).as(out.toString()).isTrue();
    int timed = Integer.parseInt(rows.group(1));
    assertThat(timed).isBetween(1, 40);
    assertThat(err.toString())
        .contains("%d of 41 operations have no device times: ".formatted(41 - timed))
        .contains("device markers were lost")
        .contains("raise --op-support-count");
  }

  private void cutJournal() throws IOException {
    byte[] content = Files.readAllBytes(journal());
    Files.write(journal(), Arrays.copyOf(content, content.length - 3));
  }

  @Test
  void whatDevicesWroteBeforeAKillIsInTheReport() throws IOException {
    String rows = Files.readString(log("profile_log_device.csv"));
    Files.delete(log("profile_log_device.csv"));
    Files.writeString(
        log("tilescope_unread_markers.0.csv"), rows + "#\n0,1,1,BRISC,4711,99,0,1024,,,BRI");
    cutJournal();
    assertThat(run("profile", "--process-logs-only", folder)).as(err.toString()).isZero();
    assertThat(out.toString()).containsPattern("4[01] rows, 4[01] with device times");
    assertThat(err.toString())
        .contains("the program was killed while it was profiled")
        .doesNotContain("No device was profiled");
    assertThat(log("profile_log_device.csv")).hasContent(rows);
    assertThat(log("tilescope_unread_markers.0.csv")).doesNotExist();
  }

  @Test
  void aReadThatAKillCutIsTakenBackAndMadeAgain() throws IOException {
    String rows = Files.readString(log("profile_log_device.csv"));
    int headEnd = rows.indexOf('\n', rows.indexOf('\n') + 1) + 1;
    int middle = rows.indexOf('\n', rows.length() / 2) + 1;
    Files.writeString(log("profile_log_device.csv"), rows.substring(0, middle + 500));
    Files.writeString(
        log("tilescope_unread_markers.0.csv.at-" + middle),
        rows.substring(0, headEnd) + rows.substring(middle) + "#\n");
    cutJournal();
    assertThat(run("timeline", folder)).as(err.toString()).isZero();
    assertThat(log("profile_log_device.csv")).hasContent(rows);
    assertThat(run("timeline", folder)).as("again").isZero();
    assertThat(log("profile_log_device.csv")).hasContent(rows);
  }

  @Test
  void aDeviceThatWroteNothingWasProfiledAllTheSame() throws IOException {
    Files.delete(log("profile_log_device.csv"));
    cutJournal();
    assertThat(run("profile", "--process-logs-only", folder)).as(err.toString()).isZero();
    assertThat(err.toString())
        .contains("A device was profiled, but it wrote nothing before the program ended")
        .doesNotContain("No device was profiled");
  }
}
