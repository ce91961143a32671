package dev.tilescope.cli;

import dev.tilescope.analysis.MemoryUse;
import dev.tilescope.export.MemoryJson;
import dev.tilescope.export.MemoryMapSvg;
import dev.tilescope.export.MemoryText;
import dev.tilescope.export.PeaksText;
import dev.tilescope.model.Report;
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
      List<String> lines = PeaksText.of(report).lines(id -> device == null || id == device);
      for (String line : lines) {
        out.append(line).append('\n');
      }
      out.append(lines.isEmpty() ? "" : "\n");
      MemoryText.of(use, limit, out);
    }
  }

  private static void draw(Report report, MemoryUse use, Path file) {
    WholeFile.write(file, out -> MemoryMapSvg.of(report, use, out));
  }
}
