package dev.tilescope.internal.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of {@code tilescope profile}: those of TT-Metal's {@code python -m tracy}. */
final class ProfileOptions {
  @Option(
      names = {"-p", "--partial"},
      description = "Only what the program marks, and methods between enable() and disable().")
  boolean partial;

  @Option(
      names = {"-r", "--report"},
      description = "Make the report of operations when the program has ended.")
  boolean report;

  @Option(
      names = {"-v", "--verbose"},
      description = "Say what is started, and what became zones.")
  boolean verbose;

  @Option(
      names = {"-l", "--lines"},
      description = "Each line of the program is a zone too: costly, use with -p.")
  boolean lines;

  @Option(
      names = "-m",
      description =
          "The first word after the options is a main class on the class path, or for python -m tracy"
              + " a module.")
  boolean mainClass;

  @Option(
      names = {"-cp", "--class-path"},
      paramLabel = "PATH",
      description = "For -m and .java files. Default: CLASSPATH, or Tilescope's own.")
  @Nullable String classPath;

  @Option(
      names = "--packages",
      paramLabel = "NAME",
      split = ",",
      description =
          "Packages or classes whose methods are zones. Default: TILESCOPE_PROFILE_PACKAGES, or the"
              + " program's own: its class folders and the jar of its main class.")
  List<String> packages = new ArrayList<>();

  @Option(
      names = {"-o", "--output-folder"},
      paramLabel = "DIR",
      description =
          "Where logs and reports go. Default: TT_METAL_PROFILER_DIR, or" + " generated/profiler.")
  @Nullable Path outputFolder;

  @Option(
      names = {"-n", "--name-append"},
      paramLabel = "NAME",
      description = "Part of the report's folder and file name.")
  @Nullable String name;

  @Option(names = "--no-device", description = "Leave the devices out.")
  boolean noDevice;

  @Option(
      names = "--no-op-info-cache",
      description = "Everything about an operation each time, not only the first.")
  boolean noOpInfoCache;

  @Option(
      names = "--op-support-count",
      paramLabel = "N",
      description = "How many programs a device has room for between reads. Default: 1000.")
  @Nullable Integer opSupportCount;

  @Option(names = "--sync-host-device", description = "Align the clocks of host and devices.")
  boolean syncHostDevice;

  @Option(names = "--profile-dispatch-cores", description = "Dispatch cores too.")
  boolean profileDispatchCores;

  @Option(
      names = "--dump-device-data-mid-run",
      description = "Write device data at each read, not only at the end.")
  boolean dumpMidRun;

  @Option(names = "--collect-noc-traces", description = "Events of the NoC, as JSON files.")
  boolean collectNocTraces;

  @Option(names = "--device-memory-profiler", description = "Buffers in L1 and DRAM too.")
  boolean deviceMemoryProfiler;

  @Option(
      names = "--profiler-capture-perf-counters",
      paramLabel = "GROUP",
      split = ",",
      description = "Counters: fpu, pack, unpack, l1_0 to l1_4, instrn, or all.")
  List<String> perfCounters = new ArrayList<>();

  @Option(names = "--enable-sum-profiling", description = "Zones that add up in the device.")
  boolean sumProfiling;

  @Option(
      names = "--enable-accumulate-profiling",
      description = "Accumulate mode of the device; not with -r.")
  boolean accumulateProfiling;

  @Option(names = "--device-trace-profiler", description = "Only whole traces on the device.")
  boolean deviceTraceProfiler;

  @Option(
      names = "--no-runtime-analysis",
      description = "Do not analyse device data while the program runs.")
  boolean noRuntimeAnalysis;

  @Option(
      names = "--disable-device-data-dump-to-files",
      description = "No device log and no NoC files.")
  boolean disableDumpToFiles;

  @Option(
      names = "--disable-device-data-push-to-tracy",
      description = "No device zones in the timeline.")
  boolean disablePushToTracy;

  @Option(
      names = "--child-functions",
      paramLabel = "NAME",
      split = ",",
      description = "Host zones to list with the operation they ran in.")
  List<String> childFunctions = new ArrayList<>();

  @Option(
      names = "--check-exit-code",
      description = "If the program fails: exit code 4, and no report.")
  boolean checkExitCode;

  @Option(
      names = "--process-logs-only",
      description = "Run nothing: make the report from the logs of DIR, or of the output folder.")
  boolean processLogsOnly;

  @Option(
      names = "--strict",
      description = {
        "Make no report of logs that are damaged, and end with 1,",
        "instead of leaving out what cannot be used and saying so."
      })
  boolean strict;

  @Option(names = "--keep-going", description = "The opposite of --strict, as it is anyway.")
  boolean keepGoing;

  @Option(names = "--device-only", description = "Leave the host logs out of the report.")
  boolean deviceOnly;

  @Option(
      names = "--force-legacy-device-logs",
      description = "Add the device log up, even if the run did (cpp_device_perf_report.csv).")
  boolean forceLegacyDeviceLogs;

  @Option(names = "--upstream-quirks", description = "Copy what TT-NN's own processing gets wrong.")
  boolean upstreamQuirks;

  @Option(
      names = {"-t", "--port"},
      paramLabel = "PORT",
      description =
          "Where Tracy can connect. Default: TRACY_PORT, or the first free port from 8086 on.")
  @Nullable Integer port;

  @Mixin TracyLiveOptions live = new TracyLiveOptions();

  @Option(
      names = "--no-tracy-live",
      description = "Tracy cannot connect while the program runs; the Tracy file is written.")
  boolean noTracyLive;

  @Option(
      names = "--web-app-port",
      paramLabel = "PORT",
      description = "Port of Tracy's web viewer: taken, without effect.")
  @Nullable Integer webAppPort;

  @Option(
      names = "--tracy-tools-folder",
      paramLabel = "DIR",
      description = "Folder of Tracy's tools: taken, without effect.")
  @Nullable Path tracyToolsFolder;

  @Option(
      names = {"-a", "--device-analysis-types"},
      paramLabel = "TYPE",
      description = "Make only this device analysis; may be given several times.")
  List<String> deviceAnalysisTypes = new ArrayList<>();

  @Option(names = "--no-capture-tool", description = "Taken: there is no capture tool.")
  boolean noCaptureTool;

  /** Those given that change nothing, as they are spelled on the command line. */
  List<String> withoutEffect() {
    List<String> names = new ArrayList<>();
    if (webAppPort != null) {
      names.add("--web-app-port");
    }
    if (tracyToolsFolder != null) {
      names.add("--tracy-tools-folder");
    }
    if (noCaptureTool) {
      names.add("--no-capture-tool");
    }
    return names;
  }
}
