package dev.tilescope.internal.cli;

import dev.tilescope.internal.io.FileTrouble;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tilescope tracy listen}: a program that Tracy can connect to while it runs. */
@Command(
    name = "listen",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    customSynopsis = "tilescope tracy listen [OPTIONS] [--] COMMAND [ARGUMENTS...]",
    description = {
      "Run a program that the Tracy profiler can connect to.",
      "COMMAND is as for 'tilescope profile', and the exit code is its own. Tracy connects to the",
      "port that is printed: 8086, or the first free one after it. Tracy 0.13 and 0.14 work."
    })
public final class TracyListenCommand implements Callable<Integer> {
  @Option(
      names = {"-p", "--port"},
      paramLabel = "PORT",
      description = "Listen on this port. Default: TRACY_PORT, or the first free from 8086 on.")
  private @Nullable Integer port;

  @Mixin private TracyLiveOptions live = new TracyLiveOptions();

  @Option(
      names = {"-o", "--output-folder"},
      paramLabel = "DIR",
      description = "Keep what is recorded here. Default: it is removed when the program ends.")
  private @Nullable Path output;

  @Option(names = "--no-device", description = "Leave the devices out.")
  private boolean noDevice;

  @Parameters(arity = "1..*", paramLabel = "COMMAND", hidden = true)
  private List<String> words = new ArrayList<>();

  private CommandSpec spec = CommandSpec.create();

  /** Words after the first that is no option belong to the program. */
  @Spec
  void spec(CommandSpec injected) {
    spec = injected;
    injected.parser().stopAtPositional(true);
  }

  @Override
  public Integer call() {
    OptionBounds.requireFromTo(spec, "--port", 1, 65535, port);
    try {
      if (output != null) {
        return run(output);
      }
      Path temporary = Files.createTempDirectory("tilescope-tracy");
      try {
        return run(temporary);
      } finally {
        ProfileLaunch.delete(temporary);
      }
    } catch (IOException e) {
      throw new TilescopeException(
          "the folder for what is recorded: " + FileTrouble.writing(e) + "; name another with -o",
          e);
    }
  }

  /** All that Tracy can show: memory too, and devices while they run, on the host's clock. */
  private int run(Path folder) {
    ProfileOptions options = new ProfileOptions();
    options.outputFolder = folder;
    options.port = port;
    options.live = live;
    options.noDevice = noDevice;
    options.deviceMemoryProfiler = true;
    options.syncHostDevice = !noDevice;
    options.dumpMidRun = !noDevice;
    ProfileEnvironment environment = ProfileEnvironment.of(options, System.getenv());
    Map<String, String> variables = new HashMap<>(environment.variables());
    variables.put("TILESCOPE_TRACY_VERBOSE", "1");
    ProfileLaunch launch = ProfileLaunch.of(options, words, variables);
    launch.remarks().forEach(line -> spec.commandLine().getErr().println("tilescope: " + line));
    ProfileLaunch.clearLogs(environment.output().resolve(".logs"));
    spec.commandLine().getOut().flush();
    return launch.run();
  }
}
