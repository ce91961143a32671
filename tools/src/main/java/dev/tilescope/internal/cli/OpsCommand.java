package dev.tilescope.internal.cli;

import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.replay.TraceDamage;
import dev.tilescope.replay.TraceFolder;
import dev.tilescope.replay.TraceFolder.Entry;
import dev.tilescope.replay.TracedCall;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tilescope ops}: the calls that operation-parameter tracing recorded. */
@Command(
    name = "ops",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    synopsisSubcommandLabel = "[COMMAND]",
    subcommands = {
      OpsShowCommand.class,
      OpsDiffCommand.class,
      OpsIndexCommand.class,
      OpsExportJunitCommand.class
    },
    description = {
      "List traced calls of operations; show, compare, index and export them.",
      "Damaged files are counted and left out. Write ./show for a folder of that name."
    })
public final class OpsCommand implements Callable<Integer> {
  static final String WHAT =
      "The folder with traced calls, or one with operation_parameters in it.";

  @Parameters(index = "0", arity = "0..1", paramLabel = "DIR", description = WHAT)
  private @Nullable Path folder;

  @Option(
      names = "--filter",
      paramLabel = "NAME",
      description = "Only operations whose name holds NAME; * stands for any letters.")
  private @Nullable String filter;

  @Option(names = "--limit", paramLabel = "N", description = "Only the first N calls.")
  private long limit = Long.MAX_VALUE;

  @Option(names = "--json", description = "JSON instead of a table.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (folder == null) {
      throw new ParameterException(spec.commandLine(), "Missing required parameter: 'DIR'");
    }
    OptionBounds.requireAtLeast(spec, "--limit", 0, limit);
    TraceFolder traces = TraceInput.open(spec, folder);
    TraceDamage damage = new TraceDamage();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      OpsText.json(out, rows -> each(traces, damage, rows));
    } else {
      OpsText table = new OpsText(traces.entries(), out);
      each(traces, damage, table::row);
      table.end(
          traces.entries().isEmpty()
              ? nowhere(folder)
              : none(traces.entries().size() - damage.count()));
    }
    out.flush();
    warn(damage, spec.commandLine().getErr());
    return ExitCode.OK;
  }

  private static String nowhere(Path folder) {
    return "No traced calls in "
        + VisibleText.of(folder.toString())
        + ", whose files are named as 3_ttnn_add_<time>.json.";
  }

  private String none(long calls) {
    return filter == null || calls == 0 || limit == 0
        ? "No traced calls."
        : String.format(
            Locale.ROOT,
            "None of %,d %s matches --filter %s.",
            calls,
            calls == 1 ? "call" : "calls",
            VisibleText.of(filter));
  }

  /** Stops reading at the limit. */
  private void each(TraceFolder traces, TraceDamage damage, Consumer<OpsText.Row> rows) {
    Predicate<String> wanted = filter == null ? _ -> true : pattern(filter).asPredicate();
    traces.entries().stream()
        .flatMap(entry -> row(traces, entry, damage))
        .filter(row -> wanted.test(row.call().name()))
        .limit(limit)
        .forEach(rows);
  }

  private static Stream<OpsText.Row> row(TraceFolder traces, Entry entry, TraceDamage damage) {
    TracedCall call = traces.metadata(entry, damage);
    return call == null ? Stream.empty() : Stream.of(new OpsText.Row(entry, call));
  }

  private static Pattern pattern(String filter) {
    return Pattern.compile(
        Stream.of(filter.replace("::", ".").split("\\*", -1))
            .map(Pattern::quote)
            .collect(Collectors.joining(".*")),
        Pattern.CASE_INSENSITIVE);
  }

  /** Sums up damaged files, as a rule in one line. */
  static void warn(TraceDamage damage, PrintWriter errors) {
    if (damage.count() > 0) {
      errors.printf(
          Locale.ROOT,
          "warning: %,d damaged %s left out, first: %s%n",
          damage.count(),
          damage.count() == 1 ? "file" : "files",
          VisibleText.of(damage.told().getFirst()));
      errors.flush();
    }
  }
}
