package dev.tilescope.internal.cli;

import dev.tilescope.analysis.Calltrace;
import dev.tilescope.analysis.Calltrace.Call;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.model.Report;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tilescope calltrace}: which operations called which. */
@Command(
    name = "calltrace",
    mixinStandardHelpOptions = true,
    description = "Print the operations of a trace, indented by who called whom.")
public final class CalltraceCommand extends ReportCommand {
  /** A trace nested deeper is indented no further. */
  private static final int MAX_SHOWN_DEPTH = 200;

  @Option(
      names = "--depth",
      paramLabel = "N",
      description = "Only the outermost N levels; 1 is what the program itself called.")
  private int depth = Integer.MAX_VALUE;

  @Option(names = "--json", description = "JSON instead of text.")
  private boolean json;

  @Override
  void print(Report report, Writer out) throws IOException {
    OptionBounds.requireAtLeast(spec(), "--depth", 1, depth);
    List<Call> calls =
        Calltrace.of(report.trace()).calls().stream().filter(c -> c.depth() < depth).toList();
    if (json) {
      printJson(calls, out);
      return;
    }
    for (Call call : calls) {
      out.append("    ".repeat(Math.min(call.depth(), MAX_SHOWN_DEPTH)));
      out.append(VisibleText.of(call.name())).append('\n');
    }
  }

  private static void printJson(List<Call> calls, Writer out) throws IOException {
    try (JsonWriter writer = JsonWriter.pretty(out)) {
      writer.beginArray();
      for (Call call : calls) {
        writer
            .beginObject()
            .field("counter", call.counter())
            .field("name", call.name())
            .field("depth", call.depth())
            .endObject();
      }
      writer.endArray();
    }
    out.append('\n');
  }
}
