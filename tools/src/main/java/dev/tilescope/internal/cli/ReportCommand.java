package dev.tilescope.internal.cli;

import dev.tilescope.internal.store.DatabaseReport;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import dev.tilescope.model.Report;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * A command that reads one report and prints something about it. Damage in the report is summed up
 * on stderr and does not stop the command.
 */
abstract class ReportCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "REPORT", description = ReportInput.WHAT)
  private Path file = Path.of("");

  @Mixin private ReportInput input = new ReportInput();

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Prints the answer; nothing may be printed before a question it cannot answer is refused. */
  abstract void print(Report report, Writer out) throws IOException;

  /** Prints the answer from the rows of a database, where the command can and is to. */
  void printStored(ReadOnlyDatabase database, DatabaseReport.Chosen report, Writer out)
      throws IOException {}

  /** Whether a database is asked for its rows, and the report in it not read. */
  boolean asksRows() {
    return false;
  }

  @Override
  public final Integer call() {
    ReportInput.requireChoice(spec, file);
    PrintWriter out = spec.commandLine().getOut();
    try {
      boolean isAnswered =
          asksRows()
              && input.askDatabase(file, (database, chosen) -> printStored(database, chosen, out));
      if (!isAnswered) {
        print(input.readAndWarn(file, spec.commandLine().getErr()), out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    out.flush();
    return ExitCode.OK;
  }

  CommandSpec spec() {
    return spec;
  }
}
