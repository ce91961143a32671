package dev.tilescope.internal.cli;

import dev.tilescope.analysis.Calltrace;
import dev.tilescope.analysis.Calltrace.Call;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.model.Report;
import java.io.IOException;
import java.io.Writer;
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

  @Override
  void print(Report report, Writer out) throws IOException {
    OptionBounds.requireAtLeast(spec(), "--depth", 1, depth);
    for (Call call : Calltrace.of(report.trace()).calls()) {
      if (call.depth() < depth) {
        out.append("    ".repeat(Math.min(call.depth(), MAX_SHOWN_DEPTH)));
        out.append(VisibleText.of(call.name())).append('\n');
      }
    }
  }
}
