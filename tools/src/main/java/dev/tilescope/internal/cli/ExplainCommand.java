package dev.tilescope.internal.cli;

import dev.tilescope.internal.explain.Evidence;
import dev.tilescope.internal.explain.ExplainJson;
import dev.tilescope.internal.explain.Explanation;
import dev.tilescope.internal.explain.RunFiles;
import dev.tilescope.internal.json.JsonWriter;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tilescope explain}: what matters in a run. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Say what matters in a run, the costliest first: where time goes, what holds memory",
      "Takes whatever there is of it: a report or database, an ops_perf_results CSV, logs.",
      "Each finding says where, what to try, and what that would bring."
    })
public final class ExplainCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Files of one run, or folders that hold them.")
  private List<Path> paths = List.of();

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Findings at most. Default: ${DEFAULT-VALUE}. Not with --json.")
  private int limit = 6;

  @Option(names = "--json", description = "JSON instead of text, with every finding.")
  private boolean json;

  @Option(names = "--fail-if-missing", description = "Exit with 1 if anything was lost.")
  private boolean failIfMissing;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    OptionBounds.requireAtLeast(spec, "--limit", 0, limit);
    if (json) {
      IdleOptions.refuse(spec, "--json gives every finding", "--limit");
    }
    PrintWriter out = spec.commandLine().getOut();
    Explanation explanation = Evidence.explain(RunFiles.in(paths));
    if (json) {
      print(explanation, out);
    } else {
      new ExplainText(explanation, limit, out).print();
    }
    return failIfMissing && explanation.hasLosses() ? ExitCode.FAILED : ExitCode.OK;
  }

  private static void print(Explanation explanation, PrintWriter out) {
    try (JsonWriter writer = JsonWriter.pretty(out)) {
      ExplainJson.write(explanation, writer.beginObject());
      writer.endObject();
    }
    out.println();
    out.flush();
  }
}
