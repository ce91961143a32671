package dev.tilescope.internal.cli;

import dev.tilescope.device.Board;
import dev.tilescope.device.Rehearsal.Shortage;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.Fit;
import dev.tilescope.ops.OperationDescription;
import dev.tilescope.ops.OperationDescription.Argument;
import dev.tilescope.ops.OperationQuery;
import dev.tilescope.ops.Operations;
import dev.tilescope.ops.QueryTensor;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tilescope fit}: whether an operation fits a board, without running it. */
@Command(
    name = "fit",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Print whether an operation fits a board, and with which peaks, without running it.",
      "Sizes are those of one core, or of one DRAM bank. Exit code 0 if it fits every board asked"
          + " for, 1 if it does not, 2 if the question is wrong."
    },
    footer = {
      "",
      "Example:",
      "  tilescope fit --op matmul --input 8x384x1024:bfloat16:tile:l1 --input 1024x4096 \\",
      "                --arg memory_config=l1 --board all"
    })
public final class FitCommand implements Callable<Integer> {
  /** What all names of operations begin with. */
  private static final String ROOT = "ttnn.";

  @Option(
      names = "--op",
      required = true,
      paramLabel = "NAME",
      description = "The operation, e.g. matmul or ttnn.transformer.attention_softmax.")
  private String operation = "";

  @Option(
      names = "--input",
      paramLabel = "TENSOR",
      description = {
        "A tensor argument, in order or by name: [NAME=]SHAPE[:DTYPE][:LAYOUT][:MEMORY], e.g.",
        "8x384x1024, bias=1x1024:bfloat8_b:l1, 2048x64:row_major:height_sharded/8x8.",
        "Default: bfloat16, tile, dram."
      })
  private List<String> inputs = new ArrayList<>();

  @Option(
      names = "--arg",
      paramLabel = "NAME=VALUE",
      description = {
        "Another argument by TT-NN's name: true, 4, 0.5, 1x32x64, bfloat8_b, row_major, dram, l1,",
        "height_sharded/8x8/48x1024 (grid, shard)."
      })
  private Map<String, String> arguments = new LinkedHashMap<>();

  @Option(
      names = "--board",
      paramLabel = "BOARD[,BOARD...]",
      split = ",",
      hideParamSyntax = true,
      description = "n150,p150 and so on, or all. Default: n150.")
  private List<String> boards = List.of("n150");

  @Option(names = "--json", description = "JSON instead of a table.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  /**
   * What came of a board.
   *
   * @param refusal why the operation cannot be called there at all
   */
  record Answer(Board board, @Nullable Fit fit, String refusal) {
    boolean fits() {
      return fit != null && fit.fits();
    }

    @Nullable Shortage shortage() {
      return fit == null ? null : fit.shortage();
    }
  }

  @Override
  public Integer call() {
    OperationDescription described = described();
    arguments.keySet().forEach(name -> requireArgument(described, name));
    List<QueryTensor> tensors =
        Typed.read(spec.commandLine(), () -> inputs.stream().map(QueryTensor::parse).toList());
    for (QueryTensor tensor : tensors) {
      if (tensor.name() != null) {
        requireArgument(described, tensor.name());
      }
    }
    List<Answer> answers = answers(described, tensors);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      FitText.json(described, answers, out);
    } else {
      FitText.table(described, answers, out);
    }
    return answers.stream().allMatch(Answer::fits) ? ExitCode.OK : ExitCode.FAILED;
  }

  private OperationDescription described() {
    return Operations.named(operation)
        .orElseThrow(() -> {
          List<String> names = Operations.all().stream().map(OperationDescription::name).toList();
          return mistake(
              "operation \"%s\" is not known%s; docs/operations.md lists all %d"
                  .formatted(VisibleText.of(operation), nearestOperation(names), names.size()));
        });
  }

  /** One that is called so in some module, else one that is written alike. */
  private String nearestOperation(List<String> names) {
    String typed = operation.strip().replace("::", ".").toLowerCase(Locale.ROOT);
    String own = typed.startsWith(ROOT) ? typed.substring(ROOT.length()) : typed;
    String last = "." + own.substring(own.lastIndexOf('.') + 1);
    List<String> alike = names.stream().filter(name -> name.endsWith(last)).toList();
    return alike.isEmpty()
        ? suggestion(own, names.stream().map(name -> name.substring(ROOT.length())).toList(), ROOT)
        : " (did you mean " + String.join(" or ", alike) + "?)";
  }

  private void requireArgument(OperationDescription described, String name) {
    List<String> names = described.arguments().stream().map(Argument::name).toList();
    if (!names.contains(name)) {
      throw mistake(
          "%s takes no argument \"%s\"%s; it takes %s"
              .formatted(
                  described.name(),
                  VisibleText.of(name),
                  suggestion(name, names, ""),
                  described.arguments().stream()
                      .map(Argument::toString)
                      .collect(Collectors.joining(", "))));
    }
  }

  private static String suggestion(String typed, List<String> names, String prefix) {
    return NearestWord.of(typed, names)
        .map(near -> " (did you mean " + prefix + near + "?)")
        .orElse("");
  }

  private ParameterException mistake(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** What no board accepts is the user's mistake; what some refuse is an answer. */
  private List<Answer> answers(OperationDescription described, List<QueryTensor> tensors) {
    Function<Board, Answer> ask = each -> answer(each, described, tensors);
    List<Answer> answers = boards().stream().map(ask).toList();
    if (isRefused(answers) && isRefused(Board.all().stream().map(ask).toList())) {
      throw mistake(answers.getFirst().refusal());
    }
    return answers;
  }

  private static boolean isRefused(List<Answer> answers) {
    return answers.stream().allMatch(answer -> answer.fit() == null);
  }

  private List<Board> boards() {
    return boards.stream().anyMatch("all"::equalsIgnoreCase)
        ? Board.all()
        : Typed.read(
            spec.commandLine(), () -> boards.stream().distinct().map(Board::named).toList());
  }

  private Answer answer(Board each, OperationDescription described, List<QueryTensor> tensors) {
    try {
      return new Answer(each, OperationQuery.call(each, described.name(), tensors, arguments), "");
    } catch (TilescopeException e) {
      return new Answer(each, null, String.valueOf(e.getMessage()));
    }
  }
}
