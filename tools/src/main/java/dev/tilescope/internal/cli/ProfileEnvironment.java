package dev.tilescope.internal.cli;

import dev.tilescope.internal.track.RunId;
import dev.tilescope.model.TilescopeException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The environment a profiled program gets: an option goes before a variable that is already set,
 * and that before the default.
 *
 * @param variables all of them, for the program
 * @param output the folder of logs and reports, absolute
 * @param remarks what to tell the user
 */
record ProfileEnvironment(Map<String, String> variables, Path output, List<String> remarks) {
  private static final String DIRECTORY = "TT_METAL_PROFILER_DIR";
  private static final String MID_RUN_DUMP = "TT_METAL_PROFILER_MID_RUN_DUMP";
  private static final String DISPATCH = "TT_METAL_DEVICE_PROFILER_DISPATCH";
  private static final String TRACE_ONLY = "TT_METAL_TRACE_PROFILER";
  private static final String RUNTIME_ANALYSIS = "TT_METAL_PROFILER_CPP_POST_PROCESS";

  /** An option that says 1; its absence says nothing. */
  private static final String NO_TRACY = "TT_METAL_PROFILER_DISABLE_PUSH_TO_TRACY";

  /** The program is served to Tracy while it runs. */
  private static final String TRACY = "TILESCOPE_TRACY";

  private record Flag(String variable, Predicate<ProfileOptions> asked) {}

  private static final List<Flag> FLAGS =
      List.of(
          new Flag("TILESCOPE_PROFILE", _ -> true),
          new Flag(TRACY, o -> !o.noTracyLive),
          new Flag("TILESCOPE_TRACY_VERBOSE", o -> o.verbose),
          new Flag("TILESCOPE_PROFILE_PARTIAL", o -> o.partial),
          new Flag("TILESCOPE_PROFILE_LINES", o -> o.lines),
          new Flag("TILESCOPE_PROFILE_VERBOSE", o -> o.verbose),
          new Flag("TT_METAL_DEVICE_PROFILER", o -> !o.noDevice),
          new Flag(DISPATCH, o -> o.profileDispatchCores),
          new Flag("TT_METAL_PROFILER_SYNC", o -> o.syncHostDevice),
          new Flag("TT_METAL_DEVICE_PROFILER_NOC_EVENTS", o -> o.collectNocTraces),
          new Flag("TT_METAL_MEM_PROFILER", o -> o.deviceMemoryProfiler),
          new Flag(TRACE_ONLY, o -> o.deviceTraceProfiler),
          new Flag("TT_METAL_PROFILER_TRACE_TRACKING", o -> o.report),
          new Flag("TTNN_OP_PROFILER", o -> o.report),
          new Flag(MID_RUN_DUMP, o -> o.dumpMidRun),
          new Flag("TT_METAL_PROFILER_SUM", o -> o.sumProfiling),
          new Flag("TT_METAL_PROFILER_ACCUMULATE", o -> o.accumulateProfiling),
          new Flag("TT_METAL_PROFILER_DISABLE_DUMP_TO_FILES", o -> o.disableDumpToFiles),
          new Flag(NO_TRACY, o -> o.disablePushToTracy),
          new Flag("TT_METAL_PROFILER_NO_CACHE_OP_INFO", o -> o.noOpInfoCache));

  ProfileEnvironment {
    variables = Map.copyOf(variables);
    remarks = List.copyOf(remarks);
  }

  static ProfileEnvironment of(ProfileOptions options, Map<String, String> inherited) {
    Map<String, String> variables = new HashMap<>(inherited);
    List<String> remarks = new ArrayList<>();
    Path output = output(options, inherited);
    variables.put(DIRECTORY, output.toString());
    FLAGS.stream()
        .filter(flag -> flag.asked().test(options))
        .forEach(flag -> variables.put(flag.variable(), "1"));
    if (options.noDevice) {
      variables.remove("TT_METAL_DEVICE_PROFILER");
    }
    if (options.noTracyLive) {
      variables.remove(TRACY);
    }
    if (options.collectNocTraces) {
      variables.put(
          "TT_METAL_DEVICE_PROFILER_NOC_EVENTS_RPT_PATH", output.resolve(".logs").toString());
    }
    putValues(options, variables);
    putCounters(options, variables, remarks);
    putRuntimeAnalysis(options, variables, remarks);
    requireDumpable(variables);
    return new ProfileEnvironment(variables, output, remarks);
  }

  /** The folder of logs and reports. */
  static Path output(ProfileOptions options, Map<String, String> inherited) {
    if (options.outputFolder != null) {
      return options.outputFolder.toAbsolutePath().normalize();
    }
    String folder = inherited.getOrDefault(DIRECTORY, "");
    String home = inherited.getOrDefault("TT_METAL_HOME", "");
    Path chosen = folder.isBlank() ? Path.of(home, "generated", "profiler") : Path.of(folder);
    return chosen.toAbsolutePath().normalize();
  }

  private static void putValues(ProfileOptions options, Map<String, String> variables) {
    if (options.opSupportCount != null) {
      variables.put("TT_METAL_PROFILER_PROGRAM_SUPPORT_COUNT", options.opSupportCount.toString());
    }
    if (options.port != null) {
      variables.put("TRACY_PORT", options.port.toString());
    }
    variables.putAll(options.live.variables());
    if (!options.packages.isEmpty()) {
      variables.put("TILESCOPE_PROFILE_PACKAGES", String.join(",", options.packages));
    }
    variables.put(RunId.VARIABLE, RunId.next());
  }

  private static void putCounters(
      ProfileOptions options, Map<String, String> variables, List<String> remarks) {
    if (options.perfCounters.isEmpty()) {
      return;
    }
    PerfCounterGroups groups = PerfCounterGroups.of(options.perfCounters, variables);
    remarks.addAll(groups.remarks());
    variables.put("TT_METAL_PROFILE_PERF_COUNTERS", Integer.toString(groups.bits()));
  }

  private static void putRuntimeAnalysis(
      ProfileOptions options, Map<String, String> variables, List<String> remarks) {
    List<String> against =
        Stream.of(
                options.noRuntimeAnalysis ? "--no-runtime-analysis" : "",
                options.sumProfiling ? "--enable-sum-profiling" : "",
                options.profileDispatchCores ? "--profile-dispatch-cores" : "",
                options.perfCounters.isEmpty() ? "" : "--profiler-capture-perf-counters")
            .filter(name -> !name.isEmpty())
            .toList();
    if (against.isEmpty()) {
      variables.put(RUNTIME_ANALYSIS, "1");
    } else {
      variables.remove(RUNTIME_ANALYSIS);
      remarks.add(
          "device data is analysed after the run, from its log, because of "
              + String.join(", ", against));
    }
  }

  /** Variables count as much as options: the device refuses both. */
  private static void requireDumpable(Map<String, String> variables) {
    for (String other : List.of(TRACE_ONLY, DISPATCH)) {
      if (isOn(variables, MID_RUN_DUMP) && isOn(variables, other)) {
        throw new TilescopeException(
            "device data cannot be dumped mid-run (--dump-device-data-mid-run, "
                + MID_RUN_DUMP
                + ") together with "
                + (other.equals(DISPATCH) ? "--profile-dispatch-cores" : "--device-trace-profiler")
                + " ("
                + other
                + "): leave one of them out");
      }
    }
  }

  /** Whether the Tracy file has the zones of devices. */
  static boolean devicesGoToTracy(ProfileOptions options, Map<String, String> inherited) {
    return !options.disablePushToTracy && !isOn(inherited, NO_TRACY);
  }

  private static boolean isOn(Map<String, String> variables, String name) {
    return variables.getOrDefault(name, "").startsWith("1");
  }
}
