package dev.tilescope.cli;

import dev.tilescope.analysis.OperationArguments;
import dev.tilescope.export.ArgumentsJson;
import dev.tilescope.model.Report;
import java.io.IOException;
import java.io.Writer;
import picocli.CommandLine.Command;

/** {@code tilescope args}: what each operation was called with. */
@Command(
    name = "args",
    mixinStandardHelpOptions = true,
    description = {
      "Print the arguments of every operation as JSON",
      "in the form of TT-NN's serialize_graph. Operations without arguments are left out."
    })
public final class ArgsCommand extends ReportCommand {
  @Override
  void print(Report report, Writer out) throws IOException {
    ArgumentsJson.write(OperationArguments.of(report.trace()), out);
  }
}
