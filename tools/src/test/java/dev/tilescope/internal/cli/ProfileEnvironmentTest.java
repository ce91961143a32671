package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.TilescopeException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class ProfileEnvironmentTest {
  private static ProfileEnvironment of(Map<String, String> inherited, String... words) {
    ProfileOptions options = new ProfileOptions();
    CommandSpec spec = CommandSpec.create();
    spec.addMixin("options", CommandSpec.forAnnotatedObject(options));
    new CommandLine(spec).parseArgs(words);
    return ProfileEnvironment.of(options, inherited);
  }

  /** Each option, the variable it sets, and to what; short and long forms alike. */
  @ParameterizedTest
  @CsvSource({
    "-p, TILESCOPE_PROFILE_PARTIAL, 1",
    "--partial, TILESCOPE_PROFILE_PARTIAL, 1",
    "-l, TILESCOPE_PROFILE_LINES, 1",
    "--lines, TILESCOPE_PROFILE_LINES, 1",
    "-v, TILESCOPE_PROFILE_VERBOSE, 1",
    "--verbose, TILESCOPE_PROFILE_VERBOSE, 1",
    "-r, TTNN_OP_PROFILER, 1",
    "--report, TT_METAL_PROFILER_TRACE_TRACKING, 1",
    "--packages=a.b, TILESCOPE_PROFILE_PACKAGES, a.b",
    "--no-op-info-cache, TT_METAL_PROFILER_NO_CACHE_OP_INFO, 1",
    "--op-support-count=5000, TT_METAL_PROFILER_PROGRAM_SUPPORT_COUNT, 5000",
    "--sync-host-device, TT_METAL_PROFILER_SYNC, 1",
    "--profile-dispatch-cores, TT_METAL_DEVICE_PROFILER_DISPATCH, 1",
    "--dump-device-data-mid-run, TT_METAL_PROFILER_MID_RUN_DUMP, 1",
    "--collect-noc-traces, TT_METAL_DEVICE_PROFILER_NOC_EVENTS, 1",
    "--device-memory-profiler, TT_METAL_MEM_PROFILER, 1",
    "--profiler-capture-perf-counters=fpu, TT_METAL_PROFILE_PERF_COUNTERS, 1",
    "--enable-sum-profiling, TT_METAL_PROFILER_SUM, 1",
    "--enable-accumulate-profiling, TT_METAL_PROFILER_ACCUMULATE, 1",
    "--device-trace-profiler, TT_METAL_TRACE_PROFILER, 1",
    "--disable-device-data-dump-to-files, TT_METAL_PROFILER_DISABLE_DUMP_TO_FILES, 1",
    "--disable-device-data-push-to-tracy, TT_METAL_PROFILER_DISABLE_PUSH_TO_TRACY, 1",
    "--port=8090, TRACY_PORT, 8090",
    "-t=8090, TRACY_PORT, 8090",
  })
  void anOptionGoesBeforeTheVariableAndThatBeforeNothing(
      String option, String variable, String value) {
    Map<String, String> set = Map.of(variable, "2");
    assertThat(of(Map.of()).variables()).doesNotContainKey(variable);
    assertThat(of(set).variables()).containsEntry(variable, "2");
    assertThat(of(set, option).variables()).containsEntry(variable, value);
    assertThat(of(Map.of(), option).variables()).containsEntry(variable, value);
  }

  @Test
  void aRunIsProfiledWithItsDevicesUnlessToldOtherwise() {
    Map<String, String> off = Map.of("TT_METAL_DEVICE_PROFILER", "0", "KEPT", "yes");
    assertThat(of(off).variables())
        .containsEntry("TILESCOPE_PROFILE", "1")
        .containsEntry("TT_METAL_DEVICE_PROFILER", "1")
        .containsEntry("KEPT", "yes");
    assertThat(of(Map.of("TT_METAL_DEVICE_PROFILER", "1"), "--no-device").variables())
        .doesNotContainKey("TT_METAL_DEVICE_PROFILER");
  }

  @Test
  void theOutputFolderComesFromTheOptionThenTheVariableThenTheHomeThenHere() {
    Map<String, String> home = Map.of("TT_METAL_HOME", "/home/tt");
    Map<String, String> both = Map.of("TT_METAL_HOME", "/home/tt", "TT_METAL_PROFILER_DIR", "/dir");
    assertThat(of(both, "-o", "/out").output()).isEqualTo(Path.of("/out"));
    assertThat(of(both, "--output-folder", "here").output())
        .isEqualTo(Path.of("here").toAbsolutePath());
    assertThat(of(both).output()).isEqualTo(Path.of("/dir"));
    assertThat(of(home).output()).isEqualTo(Path.of("/home/tt/generated/profiler"));
    assertThat(of(Map.of()).output()).isEqualTo(Path.of("generated/profiler").toAbsolutePath());
    assertThat(of(both, "-o", "/out").variables()).containsEntry("TT_METAL_PROFILER_DIR", "/out");
    assertThat(of(Map.of("TT_METAL_PROFILER_DIR", " ")).output())
        .isEqualTo(Path.of("generated/profiler").toAbsolutePath());
  }

  @Test
  void nocTracesGoToTheLogs() {
    assertThat(of(Map.of(), "--collect-noc-traces", "-o", "/out").variables())
        .containsEntry("TT_METAL_DEVICE_PROFILER_NOC_EVENTS_RPT_PATH", "/out/.logs");
  }

  @ParameterizedTest
  @CsvSource({
    "--no-runtime-analysis",
    "--enable-sum-profiling",
    "--profile-dispatch-cores",
    "--profiler-capture-perf-counters=fpu"
  })
  void someOptionsTurnTheAnalysisWhileRunningOffAndItIsSaid(String option) {
    String variable = "TT_METAL_PROFILER_CPP_POST_PROCESS";
    assertThat(of(Map.of()).variables()).containsEntry(variable, "1");
    assertThat(of(Map.of()).remarks()).isEmpty();
    ProfileEnvironment environment = of(Map.of(variable, "1"), option);
    assertThat(environment.variables()).doesNotContainKey(variable);
    assertThat(environment.remarks())
        .singleElement()
        .asString()
        .endsWith("because of " + option.replaceFirst("=.*", ""));
  }

  @Test
  void dumpsMidRunAreRefusedWithTraceOrDispatchProfilingHoweverItIsAsked() {
    for (String other : new String[] {"--device-trace-profiler", "--profile-dispatch-cores"}) {
      assertThatThrownBy(() -> of(Map.of(), "--dump-device-data-mid-run", other))
          .isInstanceOf(TilescopeException.class)
          .hasMessageContainingAll("cannot be dumped mid-run", other);
      assertThatThrownBy(() -> of(Map.of("TT_METAL_PROFILER_MID_RUN_DUMP", "1"), other))
          .isInstanceOf(TilescopeException.class);
    }
  }
}
