package dev.tilescope.cli;

import dev.tilescope.export.ByteText;
import dev.tilescope.profile.logs.InputProblems;
import dev.tilescope.tracy.TracyFile;
import dev.tilescope.tracy.TracyVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tilescope tracy convert}: a profiled run as a file that Tracy opens. */
@Command(
    name = "convert",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Write a profiled run as a file that Tracy opens.",
      "Host threads, messages, frames, plots, memory, and devices with their cores and RISCs."
    })
public final class TracyConvertCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      description = "The output folder of the run. Default: generated/profiler.")
  private Path folder = Path.of("generated", "profiler");

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Default: " + TracyFile.NAME + " in DIR.")
  private @Nullable Path output;

  @Option(
      names = "--tracy-format",
      paramLabel = "VERSION",
      description = "0.13.1 (default): Tracy 0.13.1 and newer open it; or 0.14.")
  private String format = "0.13.1";

  @Option(names = "--no-device", description = "Leave the devices out.")
  private boolean noDevice;

  @Option(
      names = "--keep-going",
      description = "Drop what is damaged in the logs, say what it was, and write the rest.")
  private boolean keepGoing;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    TracyFile.Options options = new TracyFile.Options(version(), !noDevice);
    InputProblems problems = new InputProblems(keepGoing);
    Path file = output == null ? folder.resolve(TracyFile.NAME) : output;
    TracyFile.write(folder, file, options, problems);
    spec.commandLine().getOut().println(file + ": " + ByteText.of(Files.size(file)));
    problems.first().forEach(line -> spec.commandLine().getErr().println("tilescope: " + line));
    return ExitCode.OK;
  }

  private TracyVersion version() {
    return switch (format) {
      case "0.13", "0.13.1" -> TracyVersion.V0_13_1;
      case "0.14", "0.14.0" -> TracyVersion.V0_14_0;
      default ->
          throw new ParameterException(
              spec.commandLine(), "--tracy-format is 0.13.1 or 0.14, got " + format);
    };
  }
}
