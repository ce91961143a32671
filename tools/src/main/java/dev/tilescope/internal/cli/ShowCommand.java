package dev.tilescope.internal.cli;

import dev.tilescope.internal.export.PrettyPrint;
import dev.tilescope.model.Report;
import dev.tilescope.report.ReportFile;
import java.io.IOException;
import java.io.Writer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tilescope show}: the trace as an indented list of events. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = "Print every event of a trace, indented by operation.")
public final class ShowCommand extends ReportCommand {
  @ArgGroup private @Nullable Form form;

  private static final class Form {
    @Option(
        names = "--brief",
        description = "Only what the program itself did: no inputs, no tensors handed on.")
    private boolean brief;

    @Option(
        names = "--json",
        description = "The report as JSON of today's form, whatever form it was read from.")
    private boolean json;
  }

  @Override
  void print(Report report, Writer out) throws IOException {
    if (form != null && form.json) {
      ReportFile.write(report, out);
      out.append('\n');
    } else if (form != null && form.brief) {
      PrettyPrint.brief(report.trace(), out);
    } else {
      PrettyPrint.of(report.trace(), out);
    }
  }
}
