package dev.tilescope.internal.cli;

import dev.tilescope.args.OperationTracer;
import dev.tilescope.capture.ReportFromEnvironment;
import dev.tilescope.capture.Watchdog;
import dev.tilescope.capture.WatchdogFromEnvironment;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tilescope run}: a Java program with tracing on, by the environment it gets. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    customSynopsis = {
      "tilescope run [OPTIONS] [--] COMMAND [ARGUMENTS...]",
      "       tilescope run [OPTIONS] -m MAIN_CLASS [ARGUMENTS...]"
    },
    description = {
      "Run a Java program with tracing on, without a change to it",
      "For what it did: a graph report, or each call as a file. 'tilescope profile' is for how long"
          + " it took, and takes the same programs: COMMAND is a java command, a .jar or .java"
          + " file, a main class, 'demo ...', or any program that starts Java. It must have"
          + " Tilescope on its class path. Options end with it. The exit code is its own."
    })
public final class RunCommand implements Callable<Integer> {
  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write a graph report of the whole program, which need not capture itself.")
  private @Nullable Path report;

  @Option(
      names = "--trace-params",
      description = "Write each call of an operation as a JSON file: arguments and result.")
  private boolean traceParams;

  @Option(
      names = "--trace-params-with-values",
      description = "The same with the values of tensors; files may become large.")
  private boolean withValues;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description =
          "Where the files go. Default: TTNN_OPERATION_TRACE_DIR, or"
              + " generated/ttnn/operation_parameters.")
  private @Nullable Path directory;

  @Option(
      names = "--operation",
      paramLabel = "NAME",
      split = ",",
      description = "Only these operations; * is anything, as in 'ttnn.transformer.*'.")
  private List<String> operations = new ArrayList<>();

  @Option(names = "--limit", paramLabel = "N", description = "At most N calls.")
  private @Nullable Long limit;

  @Option(
      names = "--max-values",
      paramLabel = "N",
      description = "With values: at most N of each tensor; the file says so.")
  private @Nullable Long maxValues;

  @Option(
      names = "--npy-above",
      paramLabel = "N",
      description = "With values: those of tensors of more than N elements go to .npy files.")
  private @Nullable Long npyAbove;

  @Option(
      names = "--watchdog",
      paramLabel = "SECONDS",
      description =
          "If nothing traced happens for so long, write the report of the program as far as it"
              + " goes, and end it with exit code "
              + ExitCode.WATCHDOG
              + ".")
  private @Nullable Double watchdogSeconds;

  @Option(names = "--watchdog-keep", description = "Write the report, but leave it running.")
  private boolean watchdogKeep;

  @Option(
      names = "--watchdog-output",
      paramLabel = "DIR",
      description = "Where that report goes. Default: tilescope-watchdog.")
  private Path watchdogDirectory = WatchdogFromEnvironment.DEFAULT_DIRECTORY;

  @Option(
      names = "-m",
      description = "The first word after the options is a main class on the class path.")
  private boolean mainClass;

  @Option(
      names = {"-cp", "--class-path"},
      paramLabel = "PATH",
      description = "For main classes and .java files. Default: CLASSPATH, or Tilescope's own.")
  private @Nullable String classPath;

  @Parameters(
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "What to run: java -cp app.jar Main, app.jar, App.java, a.b.Main, demo bert.")
  private List<String> command = new ArrayList<>();

  private CommandSpec spec = CommandSpec.create();

  /** Words after the first that is no option belong to the program. */
  @Spec
  void spec(CommandSpec injected) {
    spec = injected;
    injected.parser().stopAtPositional(true);
  }

  @Override
  public Integer call() {
    boolean traces = traceParams || withValues;
    if (!traces && watchdogSeconds == null && report == null) {
      throw mistake(
          "nothing to trace: add --trace-params, --trace-params-with-values or --watchdog; or"
              + " --report FILE for a graph report");
    }
    requireSense();
    Map<String, String> settings = new HashMap<>();
    watchdog(settings);
    if (report != null) {
      settings.put(ReportFromEnvironment.FILE, report.toAbsolutePath().toString());
    }
    FileTime before = written();
    int exit = traces ? traced(settings) : run(settings);
    if (report != null && Objects.equals(before, written())) {
      say("no report: the program traced nothing; is Tilescope on its class path?");
    }
    recover();
    return exit;
  }

  /** What the program would refuse when it runs already, or ignore. */
  private void requireSense() {
    if (watchdogSeconds != null && !(watchdogSeconds > 0)) {
      throw mistake("--watchdog: more than 0 seconds are expected, got " + watchdogSeconds);
    }
    if (watchdogSeconds == null) {
      IdleOptions.refuse(
          spec, "without --watchdog there is none", "--watchdog-keep", "--watchdog-output");
    }
    if (!traceParams && !withValues) {
      String why = "without --trace-params or --trace-params-with-values no call is traced";
      IdleOptions.refuse(spec, why, "--output", "--operation", "--limit");
    }
    OptionBounds.requireAtLeast(spec, "--limit", 1, limit);
    OptionBounds.requireAtLeast(spec, "--max-values", 0, maxValues);
    OptionBounds.requireAtLeast(spec, "--npy-above", 0, npyAbove);
    if (!withValues && (maxValues != null || npyAbove != null)) {
      throw mistake(
          (maxValues != null ? "--max-values" : "--npy-above")
              + " needs --trace-params-with-values: without it no values are written");
    }
  }

  private ParameterException mistake(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private int traced(Map<String, String> settings) {
    Path target = (directory == null ? OperationTracer.directory() : directory).toAbsolutePath();
    environment(settings, target);
    long before = count(target);
    int exit = run(settings);
    long traced = count(target) - before;
    say(
        traced > 0
            ? "%,d %s traced to %s".formatted(traced, traced == 1 ? "call" : "calls", target)
            : nothingTraced());
    return exit;
  }

  private String nothingTraced() {
    return operations.isEmpty()
        ? "no call was traced; did the program call operations, with Tilescope on its class path?"
        : "no call of %s was traced; without --operation every call is"
            .formatted(String.join(", ", operations));
  }

  /** When there was a report there last; null for never. */
  private @Nullable FileTime written() {
    try {
      return report == null ? null : Files.getLastModifiedTime(report);
    } catch (IOException e) {
      return null;
    }
  }

  private void say(String line) {
    spec.commandLine().getErr().println("tilescope: " + line);
  }

  private int run(Map<String, String> settings) {
    ProcessBuilder builder = new ProcessBuilder(words()).inheritIO();
    builder.environment().putAll(settings);
    try {
      return builder.start().waitFor();
    } catch (IOException e) {
      throw new TilescopeException(
          "the program could not be started: "
              + e.getMessage()
              + "; 'run' takes a command such as java -cp app.jar Main, or a .jar file",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TilescopeException("interrupted while the program ran", e);
    }
  }

  private void watchdog(Map<String, String> environment) {
    if (watchdogSeconds != null) {
      environment.put(WatchdogFromEnvironment.SECONDS, watchdogSeconds.toString());
      environment.put(WatchdogFromEnvironment.KEEP, watchdogKeep ? "1" : "0");
      environment.put(
          WatchdogFromEnvironment.DIRECTORY, watchdogDirectory.toAbsolutePath().toString());
    }
  }

  /** What a program has left that had no time to say anything. */
  private void recover() {
    if (watchdogSeconds == null) {
      return;
    }
    try {
      Watchdog.recover(watchdogDirectory)
          .forEach(report -> say("watchdog: the program was killed; report in " + report));
    } catch (IOException e) {
      throw new TilescopeException("journals in " + watchdogDirectory + ": " + e, e);
    }
  }

  /** With native access, which makes the writing of many files quicker. */
  private List<String> words() {
    ProfileTarget target = ProfileTarget.of(command, mainClass, classPath, System.getenv());
    return target.isOwnJava()
        ? target.withJvmOptions(List.of("--enable-native-access=ALL-UNNAMED"))
        : target.words();
  }

  private void environment(Map<String, String> environment, Path target) {
    environment.put("TILESCOPE_TRACE_PARAMS", "1");
    environment.put("TILESCOPE_TRACE_PARAMS_WITH_VALUES", withValues ? "1" : "0");
    environment.put("TTNN_OPERATION_TRACE_DIR", target.toString());
    environment.put("TILESCOPE_TRACE_PARAMS_OPERATIONS", String.join(",", operations));
    put(environment, "LIMIT", limit);
    put(environment, "MAX_VALUES", maxValues);
    put(environment, "NPY_ABOVE", npyAbove);
  }

  private static void put(Map<String, String> environment, String name, @Nullable Long value) {
    if (value != null) {
      environment.put("TILESCOPE_TRACE_PARAMS_" + name, value.toString());
    }
  }

  private static long count(Path folder) {
    if (!Files.isDirectory(folder)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(f -> f.getFileName().toString().matches("\\d+_.*\\.json")).count();
    } catch (IOException e) {
      throw new TilescopeException(folder + " cannot be listed: " + e.getMessage(), e);
    }
  }
}
