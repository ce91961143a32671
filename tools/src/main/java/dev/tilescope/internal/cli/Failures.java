package dev.tilescope.internal.cli;

import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.model.TilescopeException;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns every way to fail into one message on standard error and one {@link ExitCode}. */
final class Failures {
  private static final long MEBIBYTE = 1 << 20;

  private final PrintWriter err;
  private final boolean debug;

  Failures(PrintWriter err, boolean debug) {
    this.err = err;
    this.debug = debug;
  }

  /** The command line could not be understood. */
  int usage(ParameterException failure) {
    say(describe(failure));
    suggest(failure);
    CommandLine command = failure.getCommandLine();
    err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    trace(failure);
    return ExitCode.USAGE;
  }

  private static String describe(ParameterException failure) {
    if (failure instanceof UnmatchedArgumentException unmatched
        && !unmatched.isUnknownOption()
        && unmatched.getCommandLine().getParent() == null) {
      return "there is no command '" + unmatched.getUnmatched().getFirst() + "'";
    }
    return messageOf(failure);
  }

  /** The JVM reads names of files as the locale says, and in C that is ASCII. */
  static String noPath(InvalidPathException failure) {
    String charset = System.getProperty("sun.jnu.encoding", "unknown");
    return "'"
        + failure.getInput()
        + "' cannot be the name of a file: "
        + (charset.equals("UTF-8")
            ? failure.getReason()
            : "it has characters that the charset of this locale, "
                + charset
                + ", does not have; try again with LC_ALL=C.UTF-8");
  }

  private void suggest(ParameterException failure) {
    if (failure instanceof UnmatchedArgumentException unmatched) {
      CommandSpec spec = unmatched.getCommandLine().getCommandSpec();
      NearestWord.of(
              unmatched.getUnmatched().getFirst(),
              unmatched.isUnknownOption()
                  ? spec.optionsMap().keySet()
                  : spec.subcommands().keySet())
          .ifPresent(nearest -> err.println("Did you mean " + nearest + "?"));
    }
  }

  /** A command was running. */
  int running(Throwable failure) {
    return switch (failure) {
      case StandardOutput.Closed _ -> ExitCode.OUTPUT_CLOSED;
      case TilescopeException expected -> failed(messageOf(expected), expected);
      case InvalidPathException path -> failed(noPath(path), path);
      case OutOfMemoryError full -> failed(outOfMemory(full), full);
      default -> internal(failure);
    };
  }

  private int failed(String message, Throwable failure) {
    say(message);
    trace(failure);
    return ExitCode.FAILED;
  }

  private int internal(Throwable failure) {
    say("internal error: " + failure);
    err.println(
        debug
            ? "This is a defect of Tilescope: please report it with the lines below."
            : "This is a defect of Tilescope: please run it again with --debug and report what it"
                + " prints.");
    trace(failure);
    return ExitCode.INTERNAL;
  }

  static String outOfMemory(OutOfMemoryError failure) {
    long limitMebibytes = Runtime.getRuntime().maxMemory() / MEBIBYTE;
    return "out of memory at "
        + limitMebibytes
        + " MiB of heap ("
        + failure.getMessage()
        + "); allow more with TILESCOPE_JAVA_OPTS=-Xmx"
        + 2 * limitMebibytes
        + "m";
  }

  private static String messageOf(Throwable failure) {
    String message = failure.getMessage();
    return message == null ? failure.toString() : message;
  }

  /** Messages quote files and arguments, which may hold what a terminal would obey. */
  private void say(String message) {
    err.println(
        "tilescope: " + message.lines().map(VisibleText::of).collect(Collectors.joining("\n")));
  }

  private void trace(Throwable failure) {
    if (debug) {
      failure.printStackTrace(err);
    }
    err.flush();
  }
}
