package dev.tilescope.internal.cli;

import dev.tilescope.internal.cli.Commands.Command;
import dev.tilescope.model.TilescopeException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;

/**
 * The program {@code tilescope}.
 *
 * <p>Only the command that is named on the command line is created; the others are known to the
 * parser by name and summary, so that starting up stays cheap.
 */
public final class Main {
  private static final String DEBUG = "--debug";

  private final List<Command> table;
  private final PrintWriter out;
  private final PrintWriter err;

  Main(List<Command> table, PrintWriter out, PrintWriter err) {
    this.table = table;
    this.out = out;
    this.err = err;
  }

  public static void main(String[] args) {
    StandardError.restore();
    PrintStream stdout = StandardOutput.ofProcess();
    System.setOut(stdout);
    PrintWriter out =
        TerminalOutput.isShown()
            ? new TerminalOutput(new OutputStreamWriter(stdout, stdout.charset()))
            : new PrintWriter(stdout, StandardOutput.isWatched(), stdout.charset());
    PrintWriter err = new PrintWriter(System.err, true, System.err.charset());
    System.exit(new Main(Commands.ALL, out, err).run(args));
  }

  /** Runs one command and returns the {@link ExitCode}; never throws. */
  int run(String... words) {
    String[] args = withoutCommandsOfTheParser(words);
    Failures failures = new Failures(err, wantsDebug(args));
    try {
      return commandLine(Set.copyOf(Arrays.asList(args)), failures).execute(args);
    } catch (Throwable failure) {
      return failures.running(failure);
    }
  }

  /**
   * Takes {@code help} for {@code --help}, {@code help peak} for {@code peak --help}, and {@code
   * version} for {@code --version}.
   */
  private static String[] withoutCommandsOfTheParser(String... words) {
    if (words.length == 1 && words[0].equals("version")) {
      return new String[] {"--version"};
    }
    if (words.length == 0 || !words[0].equals("help")) {
      return words;
    }
    String[] args = Arrays.copyOfRange(words, 1, words.length + 1);
    args[words.length - 1] = "--help";
    return args;
  }

  /** Read by hand, because the parser itself may be what fails. */
  private static boolean wantsDebug(String... args) {
    return Arrays.asList(args).contains(DEBUG) || "1".equals(System.getenv("TILESCOPE_DEBUG"));
  }

  private CommandLine commandLine(Set<String> words, Failures failures) {
    CommandLine root = new CommandLine(rootSpec());
    for (Command command : table) {
      root.addSubcommand(
          command.name(), words.contains(command.name()) ? real(command) : placeholder(command));
    }
    root.registerConverter(Path.class, Main::path);
    root.setExpandAtFiles(false); // @file is for the java that 'profile' and 'run' start
    root.setOut(out);
    root.setErr(err);
    root.setExecutionStrategy(parsed -> execute(parsed, failures));
    root.setParameterExceptionHandler((failure, _) -> failures.usage(failure));
    return root;
  }

  /** With every command made, not only one that is named: for the manual. */
  CommandLine wholeCommandLine() {
    Set<String> names = table.stream().map(Command::name).collect(Collectors.toSet());
    return commandLine(names, new Failures(err, false));
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new TypeConversionException(Failures.noPath(e));
    }
  }

  /**
   * Lets only a {@link ParameterException} out: any other the parser would print with its stack.
   */
  private int execute(ParseResult parsed, Failures failures) {
    try {
      return runLast(parsed);
    } catch (ParameterException failure) {
      throw failure;
    } catch (ExecutionException failure) {
      Throwable cause = failure.getCause() == null ? failure : failure.getCause();
      return failures.running(explained(cause, parsed));
    } catch (RuntimeException failure) {
      return failures.running(explained(failure, parsed));
    }
  }

  /** Output that is lost has nothing to do with what was read. */
  private static Throwable explained(Throwable failure, ParseResult parsed) {
    return failure instanceof TilescopeException expected
            && !(failure instanceof StandardOutput.Unwritable)
        ? WrongFile.explained(expected, parsed)
        : failure;
  }

  private int runLast(ParseResult parsed) {
    try {
      if (!parsed.hasSubcommand() && !parsed.isVersionHelpRequested()) {
        parsed.commandSpec().commandLine().usage(out);
        return ExitCode.OK;
      }
      return new CommandLine.RunLast().execute(parsed);
    } finally {
      out.flush();
    }
  }

  private CommandSpec rootSpec() {
    CommandSpec spec = CommandSpec.create().name("tilescope").mixinStandardHelpOptions(true);
    spec.versionProvider(new Version());
    spec.addOption(
        OptionSpec.builder(DEBUG)
            .description("Show the Java stack of an error (or set TILESCOPE_DEBUG=1).")
            .scopeType(ScopeType.INHERIT)
            .build());
    UsageMessageSpec usage = spec.usageMessage();
    usage.description(
        "Shows what a neural-network program did: every operation, tensor, buffer and nanosecond.");
    usage.synopsisSubcommandLabel("COMMAND");
    usage
        .sectionMap()
        .put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, _ -> RootHelp.commands(table));
    usage.sectionMap().remove(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING);
    usage
        .sectionMap()
        .put(
            UsageMessageSpec.SECTION_KEY_FOOTER,
            _ -> RootHelp.examples(table, Commands.FIRST_STEPS));
    return spec;
  }

  private static CommandLine real(Command command) {
    CommandLine line = new CommandLine(command.create().get());
    CommandSpec spec = line.getCommandSpec();
    if (spec.findOption("--help") == null) {
      spec.mixinStandardHelpOptions(true);
    }
    spec.versionProvider(new Version());
    line.getSubcommands()
        .values()
        .forEach(inner -> inner.getCommandSpec().versionProvider(new Version()));
    return line;
  }

  /** Never runs: a command that is named is made {@link #real}. */
  private static CommandLine placeholder(Command command) {
    return new CommandLine(CommandSpec.create().name(command.name()));
  }
}
