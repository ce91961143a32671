package dev.tilescope.internal.cli;

import dev.tilescope.internal.export.CallGraphSvg;
import dev.tilescope.internal.export.DotWriter;
import dev.tilescope.model.Report;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code tilescope svg}: a picture of who called whom. */
@Command(
    name = "svg",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Draw the call graph of a report as SVG, or write it for Graphviz.",
      "Calls are boxes in the boxes of their callers; what repeats is drawn once, with a count."
          + " Arrows are tensors, dashed ones just what came next."
    })
public final class SvgCommand extends ReportCommand {
  static final int DEFAULT_BOXES = 2000;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where the picture goes. Default: standard output.")
  private @Nullable Path output;

  @Option(
      names = "--dot",
      description = "Graphviz's language instead: every node and connection, as TT-NN draws them.")
  private boolean dot;

  @Option(
      names = "--max-nodes",
      paramLabel = "N",
      description =
          "At most N calls and events (default: "
              + DEFAULT_BOXES
              + "). If there are more, the innermost calls are only counted. Not with --dot.")
  private @Nullable Integer maxNodes;

  @Override
  void print(Report report, Writer out) throws IOException {
    int limit = maxNodes == null ? DEFAULT_BOXES : maxNodes;
    OptionBounds.requireAtLeast(spec(), "--max-nodes", 1, limit);
    if (dot && maxNodes != null) {
      throw new ParameterException(
          spec().commandLine(), "--max-nodes does not go with --dot, which writes every node");
    }
    if (output == null) {
      write(report, limit, out);
    } else {
      WholeFile.write(output, file -> write(report, limit, file));
    }
  }

  private void write(Report report, int limit, Writer out) throws IOException {
    if (dot) {
      DotWriter.write(report.trace(), out);
    } else {
      CallGraphSvg.write(report.trace(), limit, out);
    }
  }
}
