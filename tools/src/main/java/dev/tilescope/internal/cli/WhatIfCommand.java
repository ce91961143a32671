package dev.tilescope.internal.cli;

import dev.tilescope.analysis.MemoryFailure;
import dev.tilescope.analysis.MemoryScript.Wanted;
import dev.tilescope.device.AllocationPolicy;
import dev.tilescope.device.Board;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.memory.BufferPart.Step;
import dev.tilescope.model.Report;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.whatif.Change;
import dev.tilescope.whatif.Change.Order;
import dev.tilescope.whatif.Outcome;
import dev.tilescope.whatif.Remedy;
import dev.tilescope.whatif.WhatIf;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tilescope what-if}: whether a run would fit if something were different. */
@Command(
    name = "what-if",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Print whether a recorded run fits another board, size or order, and what makes it fit.",
      "Every allocation, free and launch of the run happens again, against the allocators of the",
      "modelled device. Exit code 0 if it fits, 1 if it does not, 2 if the question is wrong."
    },
    footer = {
      "",
      "Examples:",
      "  tilescope what-if report.json --board p150",
      "  tilescope what-if report.json --l1-small-size 64K --order largest-first",
      "  tilescope what-if report.json --error log.txt"
    })
public final class WhatIfCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "REPORT",
      description = {ReportInput.WHAT, "May be left out with --error."})
  private @Nullable Path file;

  @Mixin private ReportInput input = new ReportInput();

  @Option(
      names = "--error",
      paramLabel = "FILE",
      description = {
        "Explain TT-NN's error text in this file, such as a log; - for standard input. With REPORT",
        "also by whom, and what helps."
      })
  private @Nullable Path error;

  @Option(
      names = "--board",
      paramLabel = "BOARD",
      description = "On that board: n150, p150 and so on. Default: the recorded one.")
  private @Nullable String board;

  @Option(
      names = "--l1-size",
      paramLabel = "BYTES",
      converter = ByteCount.class,
      description = "With so much L1 in each core, firmware included.")
  private @Nullable Long l1Bytes;

  @Option(
      names = "--dram-size",
      paramLabel = "BYTES",
      converter = ByteCount.class,
      description = "With so much DRAM in each bank.")
  private @Nullable Long dramBytes;

  @Option(
      names = "--l1-small-size",
      paramLabel = "BYTES",
      converter = ByteCount.class,
      description = "With an L1_SMALL region of that size in each core.")
  private @Nullable Long l1SmallBytes;

  @Option(
      names = "--trace-region-size",
      paramLabel = "BYTES",
      converter = ByteCount.class,
      description = "With a TRACE region of that size on each device; 0 for none.")
  private @Nullable Long traceRegionBytes;

  @Option(
      names = "--order",
      paramLabel = "ORDER",
      description = {
        "recorded; weights-first: what stays is brought in before everything else; largest-first:",
        "the same, the largest first."
      })
  private @Nullable String order;

  @Option(
      names = "--policy",
      paramLabel = "POLICY",
      description = "first-fit, as TT-Metal's allocators do, or best-fit.")
  private @Nullable String policy;

  @Option(
      names = "--free-at-last-use",
      description = "With every tensor freed as soon as nothing needs it any more.")
  private boolean freesEarly;

  @Option(
      names = "--to-dram",
      paramLabel = "N[,N...]",
      split = ",",
      hideParamSyntax = true,
      description = "With L1 tensors that these operations make in DRAM, by number; or weights.")
  private List<String> toDram = List.of();

  @Option(names = "--device", paramLabel = "N", description = "Only the device of this id.")
  private @Nullable Integer device;

  @Option(
      names = "--fit",
      negatable = true,
      fallbackValue = "true",
      description = {
        "Look for the least expensive change that makes it fit; exit code 0 if one is found.",
        "Without --[no-]fit it is looked for if it does not fit, and the exit code stays 1."
      })
  private @Nullable Boolean fit;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Rows of each list. Default: ${DEFAULT-VALUE}.")
  private int limit = 5;

  @Option(names = "--json", description = "JSON instead of text.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  /**
   * What came of one device.
   *
   * @param remedy null if none was looked for, or none was found
   */
  record Answer(
      WhatIf run, Change change, Outcome outcome, boolean isSought, @Nullable Remedy remedy) {}

  @Override
  public Integer call() {
    OptionBounds.requireAtLeast(spec, "--limit", 0, limit);
    toDram.forEach(this::requireOperation);
    MemoryFailure.Found failure = error == null ? null : ErrorText.read(error);
    if (file == null && failure == null) {
      throw new ParameterException(
          spec.commandLine(), "REPORT or --error FILE is needed; both together say most");
    }
    List<Answer> answers = file == null ? List.of() : answers(file, failure);
    PrintWriter out = spec.commandLine().getOut();
    try {
      if (json) {
        WhatIfJson.print(answers, failure, limit, out);
      } else {
        new WhatIfText(out, limit).print(answers, failure);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    out.flush();
    return file != null && answers.stream().allMatch(this::isFine) ? ExitCode.OK : ExitCode.FAILED;
  }

  private boolean isFine(Answer answer) {
    return answer.outcome().fits() || Boolean.TRUE.equals(fit) && answer.remedy() != null;
  }

  private List<Answer> answers(Path path, MemoryFailure.@Nullable Found failure) {
    ReportInput.requireChoice(spec, path);
    Report report = input.readAndWarn(path, spec.commandLine().getErr());
    List<WhatIf> runs =
        WhatIf.of(report).stream()
            .filter(run -> device == null || run.script().deviceId() == device)
            .toList();
    if (runs.isEmpty()) {
      throw new TilescopeException(
          VisibleText.of(path.toString())
              + " has no allocation"
              + (device == null ? "" : " on device " + device)
              + "; what-if needs the nodes of a capture: a report as JSON, or a database that"
              + " tilescope import wrote from one");
    }
    return runs.stream().map(run -> answer(run, failure)).toList();
  }

  private Answer answer(WhatIf run, MemoryFailure.@Nullable Found failure) {
    Change recorded = run.asRecorded();
    Change as = failure == null ? recorded : ErrorText.capacity(failure.failure(), recorded);
    Change change = Typed.read(spec.commandLine(), () -> changed(run, as));
    Outcome outcome = Typed.read(spec.commandLine(), () -> run.outcome(change));
    boolean isSought = !outcome.fits() && !Boolean.FALSE.equals(fit);
    Remedy remedy = isSought ? run.cheapestFit(change) : null;
    return new Answer(run, change, outcome, isSought, remedy);
  }

  private Change changed(WhatIf run, Change as) {
    Change change = board == null ? as : as.withBoard(Board.named(board));
    if (l1Bytes != null) {
      change = change.withBoard(change.board().withL1(l1Bytes));
    }
    if (dramBytes != null) {
      change = change.withBoard(change.board().withDramView(dramBytes));
    }
    if (l1SmallBytes != null) {
      change = change.withOptions(change.options().withL1SmallBytes(l1SmallBytes));
    }
    if (traceRegionBytes != null) {
      change = change.withOptions(change.options().withTraceRegionBytes(traceRegionBytes));
    }
    if (policy != null) {
      change =
          change.withPolicy(
              word("--policy", policy, AllocationPolicy.values(), "first-fit, best-fit"));
    }
    if (order != null) {
      change = change.withOrder(orderOf(order));
    }
    if (freesEarly) {
      change = change.withFreedEarly(run.lateFrees());
    }
    return toDram.isEmpty() ? change : change.withInDram(run.inL1(this::isToMove));
  }

  private boolean isToMove(Wanted wanted) {
    Step made = wanted.made();
    return toDram.stream()
        .anyMatch(word ->
            isWeights(word)
                ? wanted.isWeight()
                : made != null && made.operation() == Integer.parseInt(digits(word)));
  }

  private static boolean isWeights(String word) {
    return word.strip().equalsIgnoreCase("weights");
  }

  private static String digits(String word) {
    return word.strip().replaceFirst("^#", "");
  }

  private void requireOperation(String word) {
    if (!isWeights(word) && !digits(word).matches("\\d{1,9}")) {
      throw new ParameterException(
          spec.commandLine(),
          "--to-dram takes numbers of operations such as 51, or weights, got "
              + VisibleText.of(word));
    }
  }

  private Order orderOf(String word) {
    return word.equalsIgnoreCase("recorded")
        ? Order.AS_RECORDED
        : word("--order", word, Order.values(), "recorded, weights-first, largest-first");
  }

  private <E extends Enum<E>> E word(String option, String typed, E[] known, String words) {
    String wanted = typed.strip().toUpperCase(Locale.ROOT).replace('-', '_');
    for (E each : known) {
      if (each.name().equals(wanted)) {
        return each;
      }
    }
    throw new ParameterException(
        spec.commandLine(), option + " must be one of " + words + ", got " + VisibleText.of(typed));
  }
}
