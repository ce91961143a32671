package dev.tilescope.internal.cli;

import dev.tilescope.device.internal.CommandBreakdown;
import dev.tilescope.device.internal.DecodedCommands.Problem;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.model.MetalTrace;
import dev.tilescope.model.TilescopeException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tilescope trace-dump}: what lies in the TRACE region. */
@Command(
    name = "trace-dump",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Print the commands of captured metal traces, and why they take the space they take.",
      "A damaged trace is decoded up to the bad byte; exit code 1 then says so."
    })
public final class TraceDumpCommand implements Callable<Integer> {
  /** Names as they are typed. */
  enum Format {
    text,
    json,
    hex
  }

  @Parameters(paramLabel = "REPORT", description = TraceDumpInput.WHAT)
  private Path file = Path.of("");

  @Option(names = "--trace", paramLabel = "ID", description = "Only the trace of this id.")
  private @Nullable Long trace;

  @Option(
      names = "--device",
      paramLabel = "N",
      description = "Only traces of the device, or on the chip, of this id.")
  private @Nullable Integer device;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "${COMPLETION-CANDIDATES}. Default: text.")
  private @Nullable Format format;

  @Option(names = "--json", description = "The same as --format json.")
  private boolean json;

  @Option(names = "--operations", description = "Operations without their commands.")
  private boolean operationsOnly;

  @Option(names = "--commands", description = "Commands without the summary before them.")
  private boolean commandsOnly;

  @Mixin private TraceDumpInput input = new TraceDumpInput();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (operationsOnly && commandsOnly) {
      throw new ParameterException(
          spec.commandLine(), "--operations and --commands exclude each other");
    }
    requireSense();
    List<TraceDump> dumps = chosen().stream().map(this::dump).toList();
    PrintWriter out = spec.commandLine().getOut();
    switch (format()) {
      case text -> dumps.forEach(d -> TraceDumpText.print(d, !commandsOnly, !operationsOnly, out));
      case json -> TraceDumpJson.print(dumps, !operationsOnly, out);
      case hex -> dumps.forEach(d -> TraceDumpHex.print(d, out));
    }
    out.flush();
    boolean damaged = false;
    for (TraceDump dump : dumps) {
      damaged |= warned(dump);
    }
    return damaged ? ExitCode.FAILED : ExitCode.OK;
  }

  private Format format() {
    if (json && format != null && format != Format.json) {
      throw new ParameterException(
          spec.commandLine(), "--json and --format " + format + " exclude each other");
    }
    return json ? Format.json : format == null ? Format.text : format;
  }

  private void requireSense() {
    switch (format()) {
      case text -> {}
      case json -> IdleOptions.refuse(spec, "JSON always has the summary", "--commands");
      case hex ->
          IdleOptions.refuse(
              spec, "as hex, only commands are printed", "--operations", "--commands");
    }
    input.requireChoice(spec, file);
  }

  private TraceDump dump(MetalTrace chosen) {
    var commandFormat = input.formatOf(chosen);
    return new TraceDump(chosen, commandFormat, CommandBreakdown.of(chosen, commandFormat));
  }

  private List<MetalTrace> chosen() {
    List<MetalTrace> all = input.read(file, spec.commandLine().getErr());
    List<MetalTrace> chosen = all.stream().filter(this::isAskedFor).toList();
    if (chosen.isEmpty()) {
      throw new TilescopeException(
          all.isEmpty()
              ? file
                  + " holds no metal trace; capture one between GraphCapture.begin and end, and"
                  + " write the report again"
              : file + " holds no such metal trace, but " + named(all));
    }
    return chosen;
  }

  private boolean isAskedFor(MetalTrace candidate) {
    return (trace == null || candidate.traceId() == trace)
        && (device == null
            || candidate.deviceId() == device
            || candidate.chipIds().contains(device));
  }

  private static String named(List<MetalTrace> traces) {
    return traces.stream()
        .limit(10)
        .map(t -> "trace " + t.traceId() + " of device " + t.deviceId())
        .collect(Collectors.joining(", "));
  }

  private boolean warned(TraceDump dump) {
    Problem problem = dump.breakdown().problem();
    if (problem == null) {
      return false;
    }
    PrintWriter errors = spec.commandLine().getErr();
    errors.println(
        VisibleText.of(
            "tilescope: trace %d is damaged at byte %d: %s; %,d bytes before it are decoded"
                .formatted(
                    dump.trace().traceId(),
                    problem.offset(),
                    problem.sentence(),
                    dump.breakdown().commandBytes())));
    errors.flush();
    return true;
  }
}
