package dev.tilescope.cli;

import dev.tilescope.export.ByteText;
import dev.tilescope.export.ChromeTrace;
import dev.tilescope.export.PerfettoTrace;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.profile.logs.InputProblems;
import dev.tilescope.profile.timeline.Timeline;
import dev.tilescope.report.AtomicFiles;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tilescope timeline}: a profiled run for Perfetto or Chrome. */
@Command(
    name = "timeline",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Write the timeline of a profiled run for Perfetto or Chrome",
      "Host threads, devices with their cores and RISCs, memory and signposts, on one clock.",
      "Open the file at ui.perfetto.dev (nothing leaves your machine) or chrome://tracing."
    })
public final class TimelineCommand implements Callable<Integer> {
  /** What to write. */
  enum Format {
    perfetto,
    chrome
  }

  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      description = "The output folder of the run. Default: generated/profiler.")
  private Path folder = Path.of("generated", "profiler");

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Default: timeline.perfetto-trace, or timeline.json, in DIR.")
  private @Nullable Path output;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      description = "perfetto (default) or chrome; by the name of FILE if that ends in .json.")
  private @Nullable Format format;

  @Option(
      names = "--keep-going",
      description = "Drop what is damaged in the logs, say what it was, and write the rest.")
  private boolean keepGoing;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    InputProblems problems = new InputProblems(keepGoing);
    Format wanted = wanted();
    Path file =
        output == null
            ? folder.resolve(wanted == Format.chrome ? "timeline.json" : "timeline.perfetto-trace")
            : output;
    write(file, wanted, problems);
    spec.commandLine().getOut().println(file + ": " + ByteText.of(Files.size(file)));
    problems.first().forEach(line -> spec.commandLine().getErr().println("Dropped: " + line));
    return ExitCode.OK;
  }

  private Format wanted() {
    if (format != null) {
      return format;
    }
    return output != null && output.toString().endsWith(".json") ? Format.chrome : Format.perfetto;
  }

  private void write(Path file, Format wanted, InputProblems problems) {
    try (AtomicFiles files = new AtomicFiles()) {
      files.stage(file, out -> write(new BufferedOutputStream(out, 1 << 16), wanted, problems));
      files.publish();
    } catch (IOException e) {
      throw new TilescopeException("cannot write " + file + ": " + e, e);
    }
  }

  private void write(OutputStream out, Format wanted, InputProblems problems) {
    try {
      switch (wanted) {
        case perfetto -> Timeline.read(folder, problems, new PerfettoTrace(out));
        case chrome -> {
          try (ChromeTrace trace = new ChromeTrace(out)) {
            Timeline.read(folder, problems, trace);
          }
        }
      }
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
