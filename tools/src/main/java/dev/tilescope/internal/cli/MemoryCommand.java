package dev.tilescope.internal.cli;

import dev.tilescope.analysis.MemoryUse;
import dev.tilescope.internal.export.MemoryJson;
import dev.tilescope.internal.export.MemoryMapSvg;
import dev.tilescope.internal.export.MemoryText;
import dev.tilescope.internal.store.DatabaseReport;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import dev.tilescope.internal.store.StoredMoments;
import dev.tilescope.internal.store.StoredPeaks;
import dev.tilescope.internal.words.PeaksText;
import dev.tilescope.memory.FullMoment;
import dev.tilescope.memory.Headline;
import dev.tilescope.model.Report;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tilescope memory}: where memory went, operation by operation. */
@Command(
    name = "memory",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Print who held memory, for how long, and what was freed late or never:",
      "peaks with what was alive, late frees, leaks, fragmentation, circular buffers."
    })
public final class MemoryCommand extends ReportCommand {
  @Option(names = "--device", paramLabel = "N", description = "Only the device of this id.")
  private @Nullable Integer device;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Rows of each list. Default: ${DEFAULT-VALUE}. Not with --json.")
  private int limit = 10;

  @Option(names = "--json", description = "JSON instead of text, with every row.")
  private boolean json;

  @Option(
      names = "--svg",
      paramLabel = "FILE",
      description = "Also draw addresses over operations into this file.")
  private @Nullable Path svg;

  @Option(
      names = "--trace",
      description = {
        "Of a database: count from the report in it, which takes longer, and also print what only"
            + " the trace tells: late frees, leaks, fragmentation, cores. So do --json and --svg."
      })
  private boolean fromTrace;

  @Override
  boolean asksRows() {
    return !fromTrace && !json && svg == null;
  }

  @Override
  void printStored(ReadOnlyDatabase database, DatabaseReport.Chosen report, Writer out)
      throws IOException {
    OptionBounds.requireAtLeast(spec(), "--limit", 0, limit);
    List<Headline> all = StoredPeaks.read(database, report.rank(), report.number());
    List<Headline> devices =
        all.stream().filter(d -> device == null || d.deviceId() == device).toList();
    if (devices.isEmpty() && device != null) {
      throw new TilescopeException(
          "device %d uses no memory in this database; those that do: %s"
              .formatted(device, all.stream().map(Headline::deviceId).toList()));
    }
    printHeadline(new PeaksText(devices).lines(), out);
    out.append(
        explain(devices, database, report, out)
            ? "From the rows of the database; --trace also finds late frees, leaks and gaps.\n"
            : "The rows that TT-NN's importer writes do not say what a peak is made of; --trace does.\n");
  }

  /** Prints what the peaks are made of; false if the rows of the database do not tell. */
  private boolean explain(
      List<Headline> devices, ReadOnlyDatabase database, DatabaseReport.Chosen report, Writer out)
      throws IOException {
    boolean isExplained = false;
    for (Headline each : devices) {
      for (boolean isL1 : new boolean[] {true, false}) {
        FullMoment moment = StoredMoments.read(database, report.rank(), each, isL1);
        if (moment != null && moment.amount().bytes() > 0) {
          MemoryText.of(moment, limit, out);
          isExplained = true;
        }
      }
    }
    return isExplained;
  }

  private static void printHeadline(List<String> lines, Writer out) throws IOException {
    for (String line : lines) {
      out.append(line).append('\n');
    }
    out.append(lines.isEmpty() ? "" : "\n");
  }

  @Override
  void print(Report report, Writer out) throws IOException {
    OptionBounds.requireAtLeast(spec(), "--limit", 0, limit);
    if (json) {
      IdleOptions.refuse(spec(), "--json gives every row", "--limit");
    }
    MemoryUse use = device == null ? MemoryUse.of(report) : MemoryUse.of(report, device);
    if (svg != null) {
      draw(report, use, svg);
    }
    if (json) {
      MemoryJson.of(use, out);
      out.append('\n');
    } else {
      printHeadline(PeaksText.of(report).lines(id -> device == null || id == device), out);
      MemoryText.of(use, limit, out);
    }
  }

  private static void draw(Report report, MemoryUse use, Path file) {
    WholeFile.write(file, out -> MemoryMapSvg.of(report, use, out));
  }
}
