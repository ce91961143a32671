package dev.tilescope.internal.cli;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.replay.TraceDiff;
import dev.tilescope.replay.TraceDiff.Call;
import dev.tilescope.replay.TraceDiff.Changed;
import dev.tilescope.replay.TraceDiff.Difference;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tilescope ops diff}: what changed from one traced run to another. */
@Command(
    name = "diff",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Compare the traced calls of two runs, paired by order and name.",
      "Addresses, ids of devices and hashes differ from run to run and are no change. Values that"
          + " were cut short are compared by their beginning."
    },
    footer = {"", "Exit code: 0, or with --fail-if-different 1 if anything differs."})
public final class OpsDiffCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "BEFORE", description = OpsCommand.WHAT)
  private Path before = Path.of("");

  @Parameters(index = "1", paramLabel = "AFTER", description = "The folder to hold against it.")
  private Path after = Path.of("");

  @Option(names = "--json", description = "JSON instead of text, with every row.")
  private boolean json;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Rows of each list. Default: ${DEFAULT-VALUE}. Not with --json.")
  private int rows = 20;

  @Option(names = "--fail-if-different", description = "Exit with 1 if anything differs.")
  private boolean failIfDifferent;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    OptionBounds.requireAtLeast(spec, "--limit", 0, rows);
    if (json) {
      IdleOptions.refuse(spec, "--json gives every row", "--limit");
    }
    TraceDiff diff = TraceDiff.of(TraceInput.open(spec, before), TraceInput.open(spec, after));
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      printJson(diff, out);
    } else {
      printText(diff, out);
    }
    out.flush();
    OpsCommand.warn(diff.damage(), spec.commandLine().getErr());
    return failIfDifferent && !diff.isSame() ? ExitCode.FAILED : ExitCode.OK;
  }

  private void printText(TraceDiff diff, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%,d same, %,d changed, %,d removed, %,d added%n",
        diff.same(),
        diff.changed().size(),
        diff.removed().size(),
        diff.added().size());
    calls("Removed", "-", diff.removed(), out);
    calls("Added", "+", diff.added(), out);
    heading("Changed", diff.changed(), out);
    diff.changed().stream().limit(rows).forEach(changed -> print(changed, out));
    more(diff.changed(), out);
  }

  private void calls(String title, String sign, List<Call> calls, PrintWriter out) {
    heading(title, calls, out);
    calls.stream()
        .limit(rows)
        .forEach(call ->
            out.println("  " + sign + " #" + call.number() + " " + VisibleText.of(call.name())));
    more(calls, out);
  }

  private static void heading(String title, List<?> list, PrintWriter out) {
    if (!list.isEmpty()) {
      out.println();
      out.println(title);
    }
  }

  private void more(List<?> list, PrintWriter out) {
    if (list.size() > rows) {
      out.printf(Locale.ROOT, "  ... %,d more%n", list.size() - rows);
    }
  }

  private void print(Changed changed, PrintWriter out) {
    out.println(
        "  #"
            + changed.before().number()
            + " -> #"
            + changed.after().number()
            + " "
            + VisibleText.of(changed.after().name()));
    for (Difference difference : changed.differences()) {
      out.println(
          VisibleText.of(
              "      %s: %s -> %s"
                  .formatted(
                      difference.where(), shown(difference.before()), shown(difference.after()))));
    }
  }

  private static String shown(@Nullable String text) {
    return text == null ? "(none)" : text;
  }

  private static void printJson(TraceDiff diff, PrintWriter out) {
    try (JsonWriter json = JsonWriter.pretty(out)) {
      json.beginObject().field("same", diff.same());
      calls("removed", diff.removed(), json);
      calls("added", diff.added(), json);
      json.array("changed", diff.changed(), changed -> object(changed, json));
      json.field("damaged_files", diff.damage().count()).endObject();
    }
    out.println();
  }

  private static void calls(String name, List<Call> calls, JsonWriter json) {
    json.name(name).beginArray();
    for (Call call : calls) {
      json.beginObject().field("number", call.number()).field("operation", call.name()).endObject();
    }
    json.endArray();
  }

  private static void object(Changed changed, JsonWriter json) {
    json.beginObject()
        .field("before", changed.before().number())
        .field("after", changed.after().number())
        .field("operation", changed.after().name())
        .name("differences")
        .beginArray();
    for (Difference difference : changed.differences()) {
      json.beginObject().field("where", difference.where());
      side("before", difference.before(), json);
      side("after", difference.after(), json);
      json.endObject();
    }
    json.endArray().endObject();
  }

  private static void side(String name, @Nullable String text, JsonWriter json) {
    json.name(name);
    if (text == null) {
      json.nullValue();
    } else {
      json.value(text);
    }
  }
}
