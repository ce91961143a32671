package dev.tilescope.internal.cli;

import dev.tilescope.analysis.OperationArguments;
import dev.tilescope.internal.export.ArgumentsJson;
import dev.tilescope.internal.export.ArgumentsJson.Outcome;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.model.Report;
import java.io.IOException;
import java.io.Writer;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tilescope args}: what each operation was called with. */
@Command(
    name = "args",
    mixinStandardHelpOptions = true,
    description = {
      "Print the arguments of every operation as JSON",
      "in the form of TT-NN's serialize_graph. Operations without arguments are left out."
    })
public final class ArgsCommand extends ReportCommand {
  private static final int MOST_KINDS = 8;

  @Option(
      names = "--take-apart",
      description =
          "Take apart also what serialize_graph leaves as UnparsedElement: devices, fields without"
              + " names, ranges of cores.")
  private boolean takesApart;

  @Option(names = "--json", description = "As without it: what this prints is JSON.")
  @SuppressWarnings("unused") // so that --json can be said to every command that prints data
  private boolean json;

  @Override
  void print(Report report, Writer out) throws IOException {
    Outcome outcome = ArgumentsJson.write(OperationArguments.of(report.trace()), out, takesApart);
    if (outcome.unparsedCount() > 0) {
      spec().commandLine().getErr().println(summary(outcome));
      spec().commandLine().getErr().flush();
    }
  }

  private String summary(Outcome outcome) {
    return "%,d of %,d arguments stand as UnparsedElement, %s: %s%s"
        .formatted(
            outcome.unparsedCount(),
            outcome.arguments(),
            takesApart
                ? "as their brackets do not match or nest too deep"
                : "as serialize_graph's rewriting makes no JSON of them",
            kinds(outcome.unparsed()),
            takesApart ? "" : "; --take-apart takes them apart");
  }

  /** The most frequent first. */
  private static String kinds(Map<String, Integer> unparsed) {
    Stream<String> named =
        unparsed.entrySet().stream()
            .sorted(
                Map.Entry.<String, Integer>comparingByValue()
                    .reversed()
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(MOST_KINDS)
            .map(kind -> "%,d %s".formatted(kind.getValue(), VisibleText.of(kind.getKey())));
    String others = unparsed.size() > MOST_KINDS ? ", ..." : "";
    return named.collect(Collectors.joining(", ")) + others;
  }
}
