package dev.tilescope.internal.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tilescope tracy}: what has to do with the Tracy profiler. */
@Command(
    name = "tracy",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {TracyConvertCommand.class, TracyListenCommand.class},
    description = "Show a run in the Tracy profiler: while it runs, or from a file")
public final class TracyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return ExitCode.USAGE;
  }
}
