package dev.tilescope.internal.cli;

import dev.tilescope.analysis.Doubts;
import dev.tilescope.diff.Limit;
import dev.tilescope.diff.Limit.Exceeded;
import dev.tilescope.diff.ReportDiff;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.model.Report;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tilescope diff}: what changed from one report to the next, and whether too much. */
@Command(
    name = "diff",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Compare two reports: operations, arguments, memory and time.",
      "Tensor ids, addresses and durations differ from run to run and are no change."
    },
    footer = {
      "",
      "A limit is METRIC, comparison, amount, in quotes for the shell:",
      "  metric      peak-l1-per-core l1-headroom peak-dram-per-bank peak-l1 peak-dram",
      "              host-time device-time operations added removed changed",
      "  comparison  > >= < <= != ==",
      "  amount      [+|-] number and unit: %%, or B KiB MiB GiB for memory, ns us ms s for time;",
      "              counts and 0 have no unit",
      "It speaks of the change from BEFORE to AFTER, of each device's for memory:",
      "  --fail-if 'peak-l1-per-core > +5%%'  --fail-if 'l1-headroom < -64KiB'",
      "  --fail-if 'peak-dram-per-bank > +1MiB'  --fail-if 'operations != 0'",
      "  --fail-if 'host-time>+20%%'  --fail-if 'device-time>+0%%'",
      "Exit code: 0 if no limit is exceeded, 1 if one is or cannot be checked: because a report has",
      "no such times, holds no operations, or is not whole. 2 if the command line makes no sense."
    })
public final class DiffCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "BEFORE", description = ReportInput.WHAT)
  private Path before = Path.of("");

  @Parameters(index = "1", paramLabel = "AFTER", description = "The report to hold against it.")
  private Path after = Path.of("");

  @Mixin private ReportInput input = new ReportInput();

  @Option(names = "--json", description = "JSON instead of text, with every row.")
  private boolean json;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Rows of each list. Default: ${DEFAULT-VALUE}. Not with --json.")
  private int rows = 20;

  @Option(
      names = "--fail-if",
      paramLabel = "LIMIT",
      converter = LimitConverter.class,
      description = "Exit with 1 if the limit is exceeded; may be given many times.")
  private List<Limit> limits = List.of();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    OptionBounds.requireAtLeast(spec, "--limit", 0, rows);
    if (json) {
      IdleOptions.refuse(spec, "--json gives every row", "--limit");
    }
    ReportInput.requireChoice(spec, before, after);
    PrintWriter errors = spec.commandLine().getErr();
    Report was = input.readAndWarn(before, errors);
    Report is = input.readAndWarn(after, errors);
    ReportDiff diff = ReportDiff.of(was, is);
    List<Exceeded> exceeded = limits.stream().flatMap(l -> l.exceededBy(diff).stream()).toList();
    DiffNumbers numbers = DiffNumbers.of(was, is);
    print(diff, numbers, exceeded);
    exceeded.forEach(e -> errors.println("tilescope: " + DiffText.exceeded(e, numbers)));
    List<String> doubts = limits.isEmpty() ? List.of() : doubts(was, is);
    doubts.forEach(
        doubt -> errors.println("tilescope: limits cannot be checked: " + VisibleText.of(doubt)));
    errors.flush();
    return exceeded.isEmpty() && doubts.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
  }

  private List<String> doubts(Report was, Report is) {
    return Stream.concat(
            Doubts.of(was).stream().map(doubt -> before + " " + doubt),
            Doubts.of(is).stream().map(doubt -> after + " " + doubt))
        .toList();
  }

  private void print(ReportDiff diff, DiffNumbers numbers, List<Exceeded> exceeded) {
    PrintWriter out = spec.commandLine().getOut();
    try {
      if (json) {
        DiffJson.of(diff, numbers, exceeded, out);
        out.append('\n');
      } else {
        DiffText.of(diff, numbers, rows, Colours.ofTerminal(), out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    out.flush();
  }
}
