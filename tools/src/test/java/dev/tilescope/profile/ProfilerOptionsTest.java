package dev.tilescope.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.journal.HostJournal;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfilerOptionsTest {
  @TempDir Path folder;

  private static Map<String, String> environment(String... assignments) {
    return Arrays.stream(assignments)
        .map(text -> text.split("=", 2))
        .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
  }

  private static ProfilerOptions of(String... assignments) {
    return ProfilerOptions.fromEnvironment(environment(assignments));
  }

  @Test
  void withoutVariablesEverythingHasItsDefault() {
    assertThat(of()).isEqualTo(ProfilerOptions.DEFAULT);
    assertThat(of().device().programSupportCount()).isEqualTo(1000);
    assertThat(of().logs()).isEqualTo(Path.of("generated/profiler/.logs"));
  }

  @Test
  void aBooleanIsTrueIfItsFirstCharacterIsOne() {
    assertThat(of("TILESCOPE_PROFILE_PARTIAL=1").partial()).isTrue();
    assertThat(of("TILESCOPE_PROFILE_PARTIAL=1yes").partial()).isTrue();
    assertThat(of("TILESCOPE_PROFILE_PARTIAL=true").partial()).isFalse();
    assertThat(of("TILESCOPE_PROFILE_PARTIAL=0").partial()).isFalse();
    assertThat(of("TILESCOPE_PROFILE_PARTIAL=").partial()).isFalse();
    assertThat(of("TILESCOPE_PROFILE_LINES=1").lines()).isTrue();
    assertThat(of("TT_METAL_MEM_PROFILER=1").memoryProfiler()).isTrue();
  }

  @Test
  void fullOperationInfoIsOnWhateverItsVariableSays() {
    assertThat(of("TT_METAL_PROFILER_NO_CACHE_OP_INFO=0").fullOperationInfo()).isTrue();
    assertThat(of("TT_METAL_PROFILER_NO_CACHE_OP_INFO=").fullOperationInfo()).isTrue();
  }

  @Test
  void theFolderIsTheOneNamedOrLiesInTheHomeOfMetal() {
    assertThat(of("TT_METAL_PROFILER_DIR=/x", "TT_METAL_HOME=/home").folder())
        .isEqualTo(Path.of("/x"));
    assertThat(of("TT_METAL_HOME=/home").folder()).isEqualTo(Path.of("/home/generated/profiler"));
  }

  @Test
  void whatIsReadBeforeTheProfilerIsOnHasNoEffect() {
    DeviceProfilerOptions alone =
        of("TT_METAL_PROFILER_SYNC=1", "TT_METAL_PROFILER_SUM=1", "TT_METAL_TRACE_PROFILER=1")
            .device();
    assertThat(alone).isEqualTo(DeviceProfilerOptions.OFF);
    DeviceProfilerOptions counters =
        of(
                "TT_METAL_PROFILE_PERF_COUNTERS=47",
                "TT_METAL_PROFILER_SYNC=1",
                "TT_METAL_DEVICE_PROFILER_DISPATCH=1",
                "TT_METAL_PROFILER_SUM=1")
            .device();
    assertThat(counters.isOn()).isTrue();
    assertThat(counters.perfCounters()).isEqualTo(47);
    assertThat(counters.sync()).isFalse();
    assertThat(counters.dispatchCores()).isFalse();
    assertThat(counters.sum()).isTrue();
    DeviceProfilerOptions device =
        of("TT_METAL_DEVICE_PROFILER=1", "TT_METAL_PROFILER_SYNC=1").device();
    assertThat(device.sync()).isTrue();
  }

  @Test
  void whatDoesNotGoTogetherAndWhatIsNoNumberIsRefused() {
    assertThatThrownBy(() ->
            of(
                "TT_METAL_DEVICE_PROFILER=1",
                "TT_METAL_PROFILER_MID_RUN_DUMP=1",
                "TT_METAL_TRACE_PROFILER=1"))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("TT_METAL_TRACE_PROFILER");
    assertThatThrownBy(() -> of("TT_METAL_PROFILER_PROGRAM_SUPPORT_COUNT=many"))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("TT_METAL_PROFILER_PROGRAM_SUPPORT_COUNT")
        .hasMessageContaining("many");
    assertThatThrownBy(() -> of("TT_METAL_PROFILER_PROGRAM_SUPPORT_COUNT=0"))
        .isInstanceOf(TilescopeException.class);
  }

  /** Marks a zone, and knows nothing else of the profiler. */
  static final class Marking {
    private Marking() {}

    public static void main(String[] args) {
      Profiler.zone("marked").close();
      System.out.println(Profiler.isRecording());
    }
  }

  private static Process marking(Map<String, String> environment) throws IOException {
    ProcessBuilder child =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Marking.class.getName());
    child.environment().putAll(environment);
    return child.start();
  }

  @Test
  void aProgramThatOnlyMarksZonesIsProfiledIfTheEnvironmentAsksForIt() throws Exception {
    for (String asking : new String[] {"TILESCOPE_PROFILE", "TT_METAL_DEVICE_PROFILER"}) {
      Path own = folder.resolve(asking);
      Process child = marking(Map.of(asking, "1", "TT_METAL_PROFILER_DIR", own.toString()));
      assertThat(new String(child.getInputStream().readAllBytes())).isEqualTo("true\n");
      assertThat(new String(child.getErrorStream().readAllBytes()))
          .containsPattern(
              "tilescope: profiler: being profiled took about .* \\(an estimate: 2 events of \\d+ ns");
      EventLines events = new EventLines();
      assertThat(HostJournal.read(JournalFormat.in(own.resolve(".logs")), events).ended()).isTrue();
      assertThat(events.lines).contains("main: begin marked");
    }
  }

  @Test
  void aProgramIsNotProfiledUnlessAskedAndRunsOnIfItCannotBe() throws Exception {
    Process off = marking(Map.of("TILESCOPE_PROFILE", "0"));
    assertThat(new String(off.getInputStream().readAllBytes())).isEqualTo("false\n");
    Path file = Files.writeString(folder.resolve("file"), "");
    Process failing =
        marking(Map.of("TILESCOPE_PROFILE", "1", "TT_METAL_PROFILER_DIR", file.toString()));
    assertThat(new String(failing.getInputStream().readAllBytes())).isEqualTo("false\n");
    assertThat(new String(failing.getErrorStream().readAllBytes()))
        .startsWith("tilescope: the program is not profiled: ")
        .contains(file.toString());
    assertThat(failing.waitFor()).isZero();
  }
}
