package dev.tilescope.internal.cli;

import dev.tilescope.internal.export.ChromeTrace;
import dev.tilescope.internal.export.PerfettoTrace;
import dev.tilescope.internal.export.TimelineSvg;
import dev.tilescope.internal.io.AtomicFiles;
import dev.tilescope.internal.io.FileTrouble;
import dev.tilescope.internal.logs.InputProblems;
import dev.tilescope.internal.logs.LogOptions;
import dev.tilescope.internal.timeline.Timeline;
import dev.tilescope.internal.words.ByteText;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.profile.JournalFormat;
import dev.tilescope.profile.internal.markers.DeviceLogs;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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
      "Of the logs of a board: its devices, and the operations of the host.",
      "Its clocks are aligned if it was profiled with --sync-host-device.",
      "Open it at ui.perfetto.dev (nothing leaves your machine) or at chrome://tracing."
    })
public final class TimelineCommand implements Callable<Integer> {
  private static final double NANOS_PER_MILLI = 1e6;

  /** What to write. */
  enum Format {
    perfetto("timeline.perfetto-trace"),
    chrome("timeline.json"),
    svg("timeline.svg");

    private final String file;

    Format(String file) {
      this.file = file;
    }
  }

  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      description = "The output folder of the run. Default: generated/profiler.")
  private Path folder = Path.of("generated", "profiler");

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Default: timeline.perfetto-trace, timeline.json or timeline.svg, in DIR.")
  private @Nullable Path output;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      description = {
        "perfetto (default), chrome or svg, a picture;",
        "by the name of FILE if that ends in .json or .svg."
      })
  private @Nullable Format format;

  @Option(
      names = "--from",
      paramLabel = "MS",
      description = "Of a picture: milliseconds since the start of the run.")
  private double fromMillis;

  @Option(names = "--to", paramLabel = "MS", description = "Of a picture: where it ends.")
  private double toMillis = Double.MAX_VALUE;

  @Option(
      names = "--lanes",
      paramLabel = "N",
      description = "Of a picture: how many at most. Default: ${DEFAULT-VALUE}.")
  private int lanes = TimelineSvg.USUAL_LANES;

  @Option(
      names = "--strict",
      description = "Stop at what is damaged in the logs, instead of leaving it out and saying so.")
  private boolean strict;

  @Option(names = "--keep-going", description = "The opposite of --strict, as it is anyway.")
  private boolean keepGoing;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    InputProblems problems = new InputProblems(keepGoing || !strict);
    Format wanted = wanted();
    requireSense(wanted);
    requireRun();
    Path file = output == null ? folder.resolve(wanted.file) : output;
    write(file, wanted, problems);
    spec.commandLine().getOut().println(file + ": " + ByteText.of(Files.size(file)));
    problems.first().forEach(line -> spec.commandLine().getErr().println("tilescope: " + line));
    return ExitCode.OK;
  }

  private void requireSense(Format wanted) {
    List<String> ofPictures =
        Stream.of("--from", "--to", "--lanes")
            .filter(spec.commandLine().getParseResult()::hasMatchedOption)
            .toList();
    if (wanted != Format.svg && !ofPictures.isEmpty()) {
      throw mistake(
          "only a picture takes %s: add -f svg, or -o FILE.svg"
              .formatted(String.join(", ", ofPictures)));
    }
    if (!(fromMillis < toMillis)) {
      throw mistake("--from must be less than --to, got %s and %s".formatted(fromMillis, toMillis));
    }
    OptionBounds.requireAtLeast(spec, "--lanes", 1, lanes);
  }

  /** Before a file is begun, which would make its folder. */
  private void requireRun() {
    if (!Files.exists(folder)) {
      throw new TilescopeException(
          folder
              + ": there is no such folder; name the output folder of a run of 'tilescope"
              + " profile'");
    }
    if (!Timeline.isIn(folder)) {
      throw new TilescopeException(
          "there are no logs of a run in %s: neither %s of 'tilescope profile' nor %s of a board"
              .formatted(
                  LogOptions.logsIn(folder),
                  JournalFormat.in(folder).getFileName(),
                  DeviceLogs.LOG));
    }
  }

  private void requireZones(TimelineSvg picture) {
    if (picture.isEmpty() && picture.runNanos() > 0) {
      throw mistake(
          String.format(
              Locale.ROOT,
              "nothing happened between --from and --to; the run is %.3f ms long",
              picture.runNanos() / NANOS_PER_MILLI));
    }
  }

  private ParameterException mistake(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private static long nanos(double millis) {
    return (long) (millis * NANOS_PER_MILLI);
  }

  private Format wanted() {
    if (format != null) {
      return format;
    }
    String name = output == null ? "" : output.toString();
    return name.endsWith(".svg")
        ? Format.svg
        : name.endsWith(".json") ? Format.chrome : Format.perfetto;
  }

  private void write(Path file, Format wanted, InputProblems problems) {
    try {
      AtomicFiles.write(
          file, out -> write(new BufferedOutputStream(out, 1 << 16), wanted, problems));
    } catch (IOException e) {
      throw new TilescopeException(
          "cannot write "
              + file
              + ": "
              + FileTrouble.writing(e)
              + "; name a file in a folder you may write to",
          e);
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
        case svg -> {
          TimelineSvg picture = new TimelineSvg(nanos(fromMillis), nanos(toMillis), lanes);
          Timeline.read(folder, problems, picture);
          requireZones(picture);
          Writer text = new OutputStreamWriter(out, StandardCharsets.UTF_8);
          picture.write(text);
          text.flush();
        }
      }
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
