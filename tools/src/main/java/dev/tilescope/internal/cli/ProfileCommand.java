package dev.tilescope.internal.cli;

import dev.tilescope.internal.logs.InputProblems;
import dev.tilescope.internal.logs.LogOptions;
import dev.tilescope.internal.logs.ProfiledRun;
import dev.tilescope.internal.timeline.DeviceClocks;
import dev.tilescope.internal.tracy.TracyFile;
import dev.tilescope.internal.tracy.TracyVersion;
import dev.tilescope.journal.HostJournal;
import dev.tilescope.journal.KilledRun;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.profile.JournalFormat;
import dev.tilescope.profile.internal.markers.DeviceLogs;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code tilescope profile}: TT-Metal's {@code python -m tracy} for Java programs.
 *
 * <p>The program gets its settings by environment variables and its zones by a Java agent; when it
 * has ended, its logs become the report. Property {@code tilescope.python} names a Python whose
 * {@code -m tracy} this is; its programs make their zones themselves.
 */
@Command(
    name = "profile",
    sortOptions = false,
    customSynopsis = {
      "tilescope profile [OPTIONS] [--] COMMAND [ARGUMENTS...]",
      "       tilescope profile [OPTIONS] -m MAIN_CLASS [ARGUMENTS...]",
      "       tilescope profile --process-logs-only [DIR]"
    },
    description = {
      "Run a program under the profiler: host zones, device times, performance report",
      "For how long it took; 'tilescope run' is for what it did, and takes the same programs.",
      "COMMAND is a java command, a .jar or .java file, a main class, 'demo ...', or",
      "any program that starts Java. Options end with it. The exit code is its own."
    })
public final class ProfileCommand implements Callable<Integer> {
  /** What TT-Metal's profiler exits with if it was asked to check the program's exit code. */
  private static final int PROGRAM_FAILED = 4;

  @Mixin private ProfileOptions options = new ProfileOptions();

  @Parameters(arity = "0..*", paramLabel = "COMMAND", hidden = true)
  private List<String> words = new ArrayList<>();

  private final @Nullable String python = System.getProperty("tilescope.python");

  private CommandSpec spec = CommandSpec.create();

  /** Words after the first that is no option belong to the program. */
  @Spec
  void spec(CommandSpec injected) {
    spec = injected;
    injected.parser().stopAtPositional(true);
    if (python != null) {
      injected
          .usageMessage()
          .customSynopsis("python -m tracy [OPTIONS] [-m MODULE | SCRIPT] [ARGUMENTS...]")
          .description(
              "Run a Python program under the profiler: host zones, device times, performance report",
              "Options end with the module or the script. The exit code is its own.");
    }
  }

  @Override
  public Integer call() {
    Map<String, String> inherited = System.getenv();
    requireSense();
    if (options.processLogsOnly) {
      Path output = ProfileEnvironment.output(options, inherited);
      report(words.isEmpty() ? output : Path.of(words.getFirst()), spec.commandLine().getOut());
      return ExitCode.OK;
    }
    if (words.isEmpty()) {
      spec.commandLine().usage(spec.commandLine().getOut());
      boolean isBare = spec.commandLine().getParseResult().matchedOptions().isEmpty();
      return isBare ? ExitCode.USAGE : ExitCode.OK;
    }
    ProfileEnvironment environment = ProfileEnvironment.of(options, inherited);
    if (options.report) {
      // What the report would refuse is refused before the program runs for nothing.
      Typed.read(spec.commandLine(), () -> request(environment.output()));
    }
    environment.remarks().forEach(this::remark);
    remarkOptionsWithoutEffect();
    return run(environment);
  }

  private void requireSense() {
    if (options.accumulateProfiling && options.report) {
      throw mistake("--enable-accumulate-profiling makes no report: leave out -r");
    }
    if (options.processLogsOnly && words.size() > 1) {
      throw mistake("--process-logs-only takes one folder, got " + words);
    }
    OptionBounds.requireAtLeast(spec, "--op-support-count", 1, options.opSupportCount);
    OptionBounds.requireFromTo(spec, "--port", 1, 65535, options.port);
    OptionBounds.requireFromTo(spec, "--web-app-port", 1, 65534, options.webAppPort);
    requireName();
    if (options.tracyToolsFolder != null && !Files.isDirectory(options.tracyToolsFolder)) {
      throw new TilescopeException(
          "there is no folder "
              + options.tracyToolsFolder
              + ": leave out --tracy-tools-folder, it is not needed");
    }
  }

  private void requireName() {
    String name = options.name;
    if (name != null && !name.matches("[\\p{L}\\p{N} ._+=@-]*[\\p{L}\\p{N}_+=@-]")) {
      throw mistake(
          "--name-append becomes a folder's name: letters, digits and . _ - + = @ are good, got \""
              + name
              + "\"");
    }
  }

  private ParameterException mistake(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private int run(ProfileEnvironment environment) {
    ProfileLaunch launch =
        python == null
            ? ProfileLaunch.of(options, words, environment.variables())
            : ProfileLaunch.ofPython(python, options, words, environment.variables());
    launch.remarks().forEach(this::remark);
    ProfileLaunch.clearLogs(environment.output().resolve(".logs"));
    if (options.verbose) {
      remark("output folder: " + environment.output());
      remark("starting: " + String.join(" ", launch.command()));
    }
    spec.commandLine().getOut().flush();
    int exit = launch.run();
    if (exit != 0 && options.checkExitCode) {
      remark(String.join(" ", words) + " exited with a non-zero return code");
      return PROGRAM_FAILED;
    }
    return options.report ? reportAfter(exit, environment.output()) : exit;
  }

  /** The program's exit code is ours; a report that fails matters only if the program did not. */
  private int reportAfter(int exit, Path output) {
    try {
      report(output, spec.commandLine().getErr());
      return exit;
    } catch (TilescopeException e) {
      if (exit == 0) {
        throw e;
      }
      remark(String.valueOf(e.getMessage()));
      return exit;
    }
  }

  private void report(Path folder, PrintWriter out) {
    ProfiledRun.Request request = Typed.read(spec.commandLine(), () -> request(folder));
    remarkOtherProcesses(request.logs().logs());
    Path logs = request.logs().logs();
    KilledRun.recover(logs);
    boolean wasKilled = KilledRun.isIn(logs);
    DeviceClocks clocks = DeviceClocks.in(logs);
    boolean lacksMarkers = clocks.lostMarkers() > 0;
    InputProblems problems =
        new InputProblems(options.keepGoing || !options.strict || lacksMarkers || wasKilled);
    if (wasKilled) {
      remark("the program was killed while it was profiled: the last 10 ms may be missing");
    }
    String trouble = clocks.trouble();
    if (trouble != null && Files.isRegularFile(logs.resolve(DeviceLogs.CLOCKS))) {
      remark("whether device markers were lost is not known: " + trouble);
    }
    List<String> aboutTracy = new ArrayList<>(tracyFile(folder));
    ProfiledRun.Report report = ProfiledRun.report(request, problems);
    if (options.verbose && report.operations() != null) {
      ProfileText.counters(report.operations(), out);
    }
    ProfileText.print(report, out);
    PrintWriter err = spec.commandLine().getErr();
    ProfileText.remark(report, options.deviceOnly, clocks, err);
    boolean isExplained = lacksMarkers && !options.keepGoing;
    if (isExplained && report.operations() != null && problems.hasDropped()) {
      problems.remarks().forEach(this::remark);
      remark(ProfileText.lostMarkers(report.operations(), clocks.lostMarkers()));
    } else {
      ProfileText.dropped(problems, err);
    }
    aboutTracy.removeAll(problems.first());
    aboutTracy.forEach(this::remark);
  }

  private void remarkOtherProcesses(Path logs) {
    List<Path> others = HostJournal.otherProcesses(logs);
    if (!others.isEmpty()) {
      remark(
          "recorded too: %,d other processes; the report of the first: tilescope profile --process-logs-only %s"
              .formatted(others.size(), others.getFirst()));
    }
  }

  /**
   * The report takes it from the logs; those of a board have no journal to make one from. Neither
   * damage nor a failure to write it keeps the report from being made.
   *
   * @return what is to be said of it
   */
  private List<String> tracyFile(Path folder) {
    InputProblems problems = new InputProblems(true);
    Path logs = LogOptions.logsIn(folder);
    if (!Files.isRegularFile(JournalFormat.in(logs))) {
      return List.of();
    }
    try {
      boolean hasDevices = ProfileEnvironment.devicesGoToTracy(options, System.getenv());
      TracyFile.Options contents = new TracyFile.Options(TracyVersion.V0_13_1, hasDevices);
      TracyFile.write(logs, logs.resolve(TracyFile.NAME), contents, problems);
      return problems.first();
    } catch (TilescopeException e) {
      return List.of("there is no new Tracy file: " + e.getMessage());
    }
  }

  private ProfiledRun.Request request(Path folder) {
    Path output = options.outputFolder == null ? folder : options.outputFolder;
    return new ProfiledRun.Request(
        new LogOptions(
            folder,
            output,
            "",
            Set.copyOf(options.deviceAnalysisTypes),
            options.deviceOnly,
            options.forceLegacyDeviceLogs,
            options.upstreamQuirks,
            options.verbose),
        output,
        options.name == null ? "" : options.name,
        LocalDateTime.now(ZoneId.systemDefault()),
        Set.copyOf(options.childFunctions));
  }

  private void remarkOptionsWithoutEffect() {
    List<String> names = options.withoutEffect();
    if (!names.isEmpty()) {
      remark("without effect here: " + String.join(", ", names));
    }
  }

  private void remark(String text) {
    spec.commandLine().getErr().println("tilescope: " + text);
  }
}
