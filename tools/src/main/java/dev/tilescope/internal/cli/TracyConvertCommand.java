package dev.tilescope.internal.cli;

import dev.tilescope.capture.Journal;
import dev.tilescope.internal.logs.InputProblems;
import dev.tilescope.internal.timeline.Timeline;
import dev.tilescope.internal.tracy.TracyFile;
import dev.tilescope.internal.tracy.TracyVersion;
import dev.tilescope.internal.words.ByteText;
import dev.tilescope.model.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
      "Write a profiled run or a graph report as a file that Tracy opens.",
      "Of a run: host threads, messages, frames, plots, memory, and devices with their cores and"
          + " RISCs.",
      "Of the logs of a board: its devices, and the operations of the host.",
      "Of a report, or of the journal of a capture: operations with their durations, one after the"
          + " other, memory, and the modelled times of devices."
    })
public final class TracyConvertCommand implements Callable<Integer> {
  /** The other name is that of the board's own capture, which may lie there. */
  private static final String OF_BOARD = "timeline.tracy";

  @Parameters(
      paramLabel = "PATH",
      arity = "0..1",
      description =
          "The output folder of a run, the logs of a board, a report, or the journal of a capture."
              + " Default: generated/profiler.")
  private Path path = Path.of("generated", "profiler");

  @Mixin private ReportInput input = new ReportInput();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "Default: "
              + TracyFile.NAME
              + " in the folder of a run or report, "
              + OF_BOARD
              + " in that of a board's logs, or PATH with .tracy added.")
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
    Path file = output == null ? usualOutput() : output;
    ReportInput.requireChoice(spec, path);
    Report report = report();
    if (report == null) {
      IdleOptions.refuse(spec, "a run of the profiler is one", "--rank", "--name");
    }
    if (report == null) {
      TracyFile.write(path, file, options, problems);
    } else {
      TracyFile.write(report, file, options, problems);
    }
    spec.commandLine().getOut().println(file + ": " + ByteText.of(Files.size(file)));
    problems.first().forEach(line -> spec.commandLine().getErr().println("tilescope: " + line));
    return ExitCode.OK;
  }

  private Path usualOutput() {
    return Files.isDirectory(path)
        ? path.resolve(Timeline.isOfBoard(path) ? OF_BOARD : TracyFile.NAME)
        : Path.of(path + ".tracy");
  }

  /** Null for a run of the profiler. */
  private @Nullable Report report() throws IOException {
    if (Files.isDirectory(path)) {
      return Timeline.isIn(path) || !holdsReport(path) ? null : read(path);
    }
    return Journal.isJournal(path) ? Journal.recover(path) : read(path);
  }

  private static boolean holdsReport(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .anyMatch(name -> name.matches(".*\\.json(\\.gz|\\.zst)?|.*\\.sqlite"));
    }
  }

  private Report read(Path from) {
    return input.readAndWarn(from, spec.commandLine().getErr());
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
