package dev.tilescope.cli;

import dev.tilescope.export.ByteText;
import dev.tilescope.profile.ProfiledRun.Report;
import dev.tilescope.profile.logs.InputProblems;
import dev.tilescope.profile.logs.LogProcessing;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Locale;

/** Where the report of a profiled run is, what is in it and what is not. */
final class ProfileText {
  private ProfileText() {}

  static void print(Report report, PrintWriter out) {
    out.println("Report   " + report.folder());
    for (String file : report.files()) {
      out.printf("  %-48s %s%n", file, content(report, file));
    }
    out.flush();
  }

  private static String content(Report report, String file) {
    LogProcessing.Summary operations = report.operations();
    if (operations != null && file.equals(report.files().getFirst())) {
      return String.format(
          Locale.ROOT,
          "%,d rows, %,d with device times",
          operations.rows(),
          operations.deviceRuns());
    }
    try {
      return ByteText.of(Files.size(report.folder().resolve(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void remark(Report report, InputProblems problems, PrintWriter err) {
    LogProcessing.Summary operations = report.operations();
    if (operations == null) {
      err.println("No device was profiled: there is no table of operations.");
    } else {
      remark(operations, err);
    }
    problems.first().forEach(problem -> err.println("Dropped: " + problem));
    long more = problems.count() - problems.first().size();
    if (more > 0) {
      err.printf("Dropped: %,d more.%n", more);
    }
  }

  private static void remark(LogProcessing.Summary operations, PrintWriter err) {
    if (operations.deviceOnly()) {
      err.println("No operations in tracy_ops_data.csv: the report has device columns only.");
    }
    if (operations.perfCounterRows() > 0) {
      err.printf("Left out: %,d rows of performance counters.%n", operations.perfCounterRows());
    }
    if (operations.unnamedRuns() > 0) {
      err.printf(
          "Left out: %,d runs of operations that the host log does not name.%n",
          operations.unnamedRuns());
    }
  }
}
