package dev.tilescope.internal.cli;

import dev.tilescope.analysis.AllocationsTable;
import dev.tilescope.internal.export.AllocationsText;
import dev.tilescope.model.Report;
import java.io.IOException;
import java.io.Writer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code tilescope table}: what each event did to memory. */
@Command(
    name = "table",
    mixinStandardHelpOptions = true,
    description = "Print memory after each event inside an operation, as a table or CSV.")
public final class TableCommand extends ReportCommand {
  @Option(names = "--csv", description = "Comma-separated values instead of aligned columns.")
  private boolean csv;

  @Option(names = "--json", description = "JSON instead of text.")
  private boolean json;

  @Option(names = "--limit", paramLabel = "N", description = "Only the first N rows.")
  private int limit = Integer.MAX_VALUE;

  @Override
  void print(Report report, Writer out) throws IOException {
    OptionBounds.requireAtLeast(spec(), "--limit", 0, limit);
    AllocationsTable whole = AllocationsTable.of(report.trace());
    int rows = Math.min(limit, whole.rows().size());
    AllocationsTable table = new AllocationsTable(whole.rows().subList(0, rows));
    if (json && csv) {
      throw new ParameterException(spec().commandLine(), "--csv and --json exclude each other");
    }
    if (json) {
      AllocationsText.json(table, out);
    } else if (csv) {
      AllocationsText.csv(table, out);
    } else {
      AllocationsText.aligned(table, out);
    }
  }
}
