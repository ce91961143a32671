package dev.tilescope.cli;

import dev.tilescope.export.VisibleText;
import dev.tilescope.model.Report;
import dev.tilescope.model.Report.Damage;
import dev.tilescope.report.ReportFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * A command that reads one report and prints something about it. Damage in the report is summed up
 * on stderr and does not stop the command.
 */
abstract class ReportCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "REPORT",
      description = "A report or bare trace, plain, gzip or zstd, or a directory that holds one.")
  private Path file = Path.of("");

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Prints the answer; nothing may be printed before a question it cannot answer is refused. */
  abstract void print(Report report, Writer out) throws IOException;

  @Override
  public final Integer call() {
    Report report = read(file, spec.commandLine().getErr());
    PrintWriter out = spec.commandLine().getOut();
    try {
      print(report, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    out.flush();
    return ExitCode.OK;
  }

  CommandSpec spec() {
    return spec;
  }

  /** Reads a report and sums up on {@code errors} what is wrong with it. */
  static Report read(Path file, PrintWriter errors) {
    Report report = ReportFile.read(file);
    warn(file, report.damage(), errors);
    return report;
  }

  private static void warn(Path file, List<Damage> damage, PrintWriter errors) {
    if (damage.isEmpty()) {
      return;
    }
    Damage first = damage.getFirst();
    errors.println(
        "warning: "
            + damage.size()
            + (damage.size() == 1 ? " problem in " : " problems in ")
            + VisibleText.of(String.valueOf(file.getFileName()))
            + ", first: "
            + VisibleText.of(first.where() + ": " + first.what()));
    errors.flush();
  }
}
