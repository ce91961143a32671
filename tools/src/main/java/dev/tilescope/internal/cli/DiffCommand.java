package dev.tilescope.internal.cli;

import dev.tilescope.analysis.Doubts;
import dev.tilescope.diff.Limit;
import dev.tilescope.diff.Limit.Exceeded;
import dev.tilescope.diff.ReportDiff;
import dev.tilescope.internal.times.TimeDiff;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.model.Report;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

/** {@code tilescope diff}: what changed from one report to the next, and whether too much. */
@Command(
    name = "diff",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Compare two reports: operations, arguments, memory and time; or the device times of two",
      "performance CSVs (ops_perf_results), or both of folders that hold both.",
      "Tensor ids, addresses and durations differ from run to run and are no change."
    },
    footer = {
      "",
      "A limit is METRIC, comparison, amount, in quotes for the shell:",
      "  metric      peak-l1-per-core l1-headroom peak-dram-per-bank peak-l1 peak-dram",
      "              host-time device-time op-device-time operations added removed changed",
      "  comparison  > >= < <= != ==",
      "  amount      [+|-] number and unit: %%, or B KiB MiB GiB for memory,",
      "              ns us ms s for time; counts and 0 have no unit",
      "It limits the change from BEFORE to AFTER, of memory that of each device:",
      "  --fail-if 'peak-l1-per-core > +5%%'  --fail-if 'l1-headroom < -64KiB'",
      "  --fail-if 'peak-dram-per-bank > +1MiB'  --fail-if 'operations != 0'",
      "  --fail-if 'host-time>+20%%'  --fail-if 'device-time>+3%%'",
      "op-device-time is that of each operation. Where both sides have CSVs, device times are",
      "theirs, and a change that is not larger than the noise of several runs exceeds nothing.",
      "Exit code: 0 if no limit is exceeded, 1 if one is or cannot be checked, because a report has"
          + " no such times, holds no operations, or is not whole. 2 if the command line makes no"
          + " sense."
    })
public final class DiffCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "BEFORE",
      description = {ReportInput.WHAT, "Or a performance CSV, or a folder of those."})
  private Path before = Path.of("");

  @Parameters(
      index = "1",
      paramLabel = "AFTER",
      description = "The report or performance CSV to hold against it.")
  private Path after = Path.of("");

  @Option(
      names = "--also-before",
      paramLabel = "CSV",
      description = {
        "Another run of BEFORE's program, or a folder of runs; may be given many times.",
        "Several runs give medians, and say whether a change is larger than the noise."
      })
  private List<Path> alsoBefore = List.of();

  @Option(names = "--also-after", paramLabel = "CSV", description = "The same of AFTER's program.")
  private List<Path> alsoAfter = List.of();

  @Option(
      names = "--ignore-signposts",
      description =
          "Whole CSVs. Default: the rows that perf shows, between the last two signposts.")
  private boolean ignoreSignposts;

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
    DiffSide was = DiffSide.of(before, alsoBefore);
    DiffSide is = DiffSide.of(after, alsoAfter);
    requireAlike(was, is);
    TimeDiff times =
        was.hasTables() && is.hasTables()
            ? TimeDiff.of(was.times(ignoreSignposts), is.times(ignoreSignposts))
            : null;
    return times == null || (was.hasReport() && is.hasReport()) ? reports(times) : times(times);
  }

  private void requireAlike(DiffSide was, DiffSide is) {
    boolean both = was.hasTables() && is.hasTables();
    if (!both && (was.hasTables() || is.hasTables()) && !(was.hasReport() && is.hasReport())) {
      String table = VisibleText.of((was.hasTables() ? was : is).tables().getFirst().toString());
      String other = VisibleText.of((was.hasTables() ? after : before).toString());
      throw new ParameterException(
          spec.commandLine(),
          "%s is an ops_perf_results CSV, which compares with another, and %s is or holds none;"
                  .formatted(table, other)
              + " alone it is shown by: tilescope perf "
              + table);
    }
    if (!both) {
      IdleOptions.refuse(
          spec,
          "it is of performance CSVs, which both sides must have",
          "--also-before",
          "--also-after",
          "--ignore-signposts");
    }
  }

  /** Of CSVs alone. */
  private int times(TimeDiff times) {
    IdleOptions.refuse(
        spec, "a performance CSV holds no reports to choose among", "--rank", "--name");
    PrintWriter errors = spec.commandLine().getErr();
    List<Exceeded> exceeded = limits.stream().flatMap(l -> times.exceeded(l).stream()).toList();
    TimesText.notices(times).forEach(notice -> errors.println("note: " + notice));
    print(out -> {
      if (json) {
        DiffJson.ofTimes(times, exceeded, out);
        out.append('\n');
      } else {
        TimesText.of(times, rows, Colours.ofTerminal(), out);
      }
    });
    exceeded.forEach(e -> errors.println("tilescope: " + exceededOfTimes(e, times)));
    String doubt = times.doubt();
    if (doubt != null) {
      String what = limits.isEmpty() ? "note: " : "tilescope: limits cannot be checked: ";
      errors.println(what + VisibleText.of(doubt));
    }
    errors.flush();
    boolean held = exceeded.isEmpty() && (doubt == null || limits.isEmpty());
    return held ? ExitCode.OK : ExitCode.FAILED;
  }

  private static String exceededOfTimes(Exceeded exceeded, TimeDiff times) {
    boolean time = TimeDiff.tells(exceeded.limit().metric());
    return DiffText.exceeded(exceeded, time ? TimesText.board(times) : "");
  }

  /**
   * @param times of the runs in which they were made, or null
   */
  private int reports(@Nullable TimeDiff times) {
    ReportInput.requireChoice(spec, before, after);
    PrintWriter errors = spec.commandLine().getErr();
    Report was = input.readAndWarn(before, errors);
    Report is = input.readAndWarn(after, errors);
    ReportDiff diff = ReportDiff.of(was, is);
    DiffNumbers numbers = DiffNumbers.of(was, is);
    List<Exceeded> exceeded = limits.stream().flatMap(l -> exceeded(l, diff, times)).toList();
    print(out -> print(diff, numbers, times, exceeded, out));
    exceeded.forEach(e -> errors.println("tilescope: " + words(e, numbers, times)));
    List<String> doubts = new ArrayList<>(limits.isEmpty() ? List.of() : doubts(was, is));
    if (times != null && times.doubt() != null && !limits.isEmpty()) {
      doubts.add(times.doubt());
    }
    doubts.forEach(
        doubt -> errors.println("tilescope: limits cannot be checked: " + VisibleText.of(doubt)));
    errors.flush();
    return exceeded.isEmpty() && doubts.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
  }

  private static Stream<Exceeded> exceeded(Limit limit, ReportDiff diff, @Nullable TimeDiff times) {
    return times != null && TimeDiff.tells(limit.metric())
        ? times.exceeded(limit).stream()
        : limit.exceededBy(diff).stream();
  }

  private static String words(Exceeded exceeded, DiffNumbers numbers, @Nullable TimeDiff times) {
    return times != null && TimeDiff.tells(exceeded.limit().metric())
        ? exceededOfTimes(exceeded, times)
        : DiffText.exceeded(exceeded, numbers);
  }

  private List<String> doubts(Report was, Report is) {
    return Stream.concat(
            Doubts.of(was).stream().map(doubt -> before + " " + doubt),
            Doubts.of(is).stream().map(doubt -> after + " " + doubt))
        .toList();
  }

  private void print(
      ReportDiff diff,
      DiffNumbers numbers,
      @Nullable TimeDiff times,
      List<Exceeded> exceeded,
      PrintWriter out)
      throws IOException {
    if (json) {
      DiffJson.of(diff, numbers, times, exceeded, out);
      out.append('\n');
      return;
    }
    Colours colours = Colours.ofTerminal();
    DiffText.of(diff, numbers, rows, colours, out);
    if (times != null) {
      out.append('\n');
      TimesText.of(times, rows, colours, out);
    }
  }

  private interface Printing {
    void to(PrintWriter out) throws IOException;
  }

  private void print(Printing what) {
    PrintWriter out = spec.commandLine().getOut();
    try {
      what.to(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    out.flush();
  }
}
